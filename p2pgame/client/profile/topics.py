"""Checks which relays this program can talk with, by their kind.

What speaks nostr needs a library that not everybody has.  It is loaded where such a
relay is named, and not before.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pgame.transport.relay.url import RelayUrl

from ..errors import InvalidRequest


def check(relays: Iterable[RelayUrl]) -> None:
    """Check that this program can talk with all of these.

    Raises:
      InvalidRequest: What speaks nostr is not installed.
    """
    if any(url.is_nostr for url in relays):
        try:
            import p2pgame.transport.nostr.client  # noqa: F401
        except ImportError:
            raise InvalidRequest("needs-nostr") from None


def with_doors(relays: Iterable[RelayUrl]) -> tuple[RelayUrl, ...]:
    """Return the relays at which words and names lead to somebody: our own kind."""
    return tuple(url for url in relays if not url.is_nostr)
