"""A place at a topic of a relay, whichever kind of relay it is.

What speaks nostr needs a library that not everybody has.  It is loaded where somebody
has named such a relay, and not before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from p2pgame.transport.relay.client import Subscription, Use, keep
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

from ..errors import InvalidRequest

if TYPE_CHECKING:
    from p2pgame.transport.nostr.client import NostrSubscription


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


class Subscriber:
    """One subscriber of one topic at one relay; ``check`` has let its url pass.

    ``writing`` is the seed that lets one write there, None: we only read.  ``source``
    is a port as in :class:`p2pgame.transport.relay.client.Subscription`, of which a
    relay of nostr would say nothing.
    """

    def __init__(
        self,
        url: RelayUrl,
        topic: bytes,
        writing: bytes | None,
        *,
        source: int | None = None,
    ) -> None:
        self.url = url
        #: Whether there has ever been a connection.
        self.is_reached = False
        self._subscription: Subscription | NostrSubscription
        if url.is_nostr:
            from p2pgame.transport.nostr.client import NostrSubscription

            self._subscription = NostrSubscription(url, topic, writing)
        else:
            self._subscription = Subscription(url, topic, writing)
            self._subscription.source = source

    @property
    def trouble(self) -> str | None:
        """Why there is no connection, once one was lost or could not be had."""
        return self._subscription.trouble

    @property
    def notice(self) -> str | None:
        """What the relay has said to people first, if it has said anything."""
        return self._subscription.notice

    async def keep(self, use: Use[TendedLink]) -> NoReturn:
        """Connect for ever, and ``use`` each link until it is gone."""

        async def used(link: TendedLink) -> None:
            self.is_reached = True
            await use(link)

        held = self._subscription
        if isinstance(held, Subscription):
            await keep(held, used, os.urandom)
        await keep(held, used, os.urandom)
