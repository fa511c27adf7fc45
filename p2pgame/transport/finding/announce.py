"""Announces a table to guests who hold a short invite: its label and addresses.

The announcement is sent on the table's topic under epoch 0, as ``Announce`` of
:mod:`p2pgame.transport.frames`, signed with the table's own key.
A short invite holds half of that key.  So no other holder of the invite, and no relay,
can send guests to another table.
The content is

  u64 when | addresses and relays | label (UTF-8, at most 160 bytes)

``when`` is Unix time in seconds; the latest announcement counts.
The label helps people choose among tables, and is safe to show.

Source: the signatures are those of entries (RFC 8032, over domain and content).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from p2pgame.transport.finding import reach
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.reach import Fields, InvalidReach
from p2pgame.transport.finding.shown import can_be_shown
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.url import RelayUrl

LABEL_LIMIT = 160
DOMAIN = b"p2pgame announce 1"

#: Signs a content for a domain, as entries are signed.
Sign = Callable[[bytes, bytes], bytes]

_TIME = 8


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement; from :func:`read` it is signed by the table's opener."""

    table: bytes
    when: int
    addresses: tuple[str, ...]
    relays: tuple[RelayUrl, ...]
    label: str = ""

    def __post_init__(self) -> None:
        reach.check(self.addresses, self.relays)
        if not 0 <= self.when < 1 << 8 * _TIME:
            raise InvalidReach("time")
        if not can_be_shown(self.label) or len(self.label.encode()) > LABEL_LIMIT:
            raise InvalidReach("label")


def announce(what: Announcement, sign: Sign) -> Announce:
    """Return the opener's signed announcement; ``sign`` uses the table's key."""
    places = reach.encode(what.addresses, what.relays)
    content = what.when.to_bytes(_TIME) + places + what.label.encode()
    return Announce(what.table, sign(DOMAIN, what.table + content), content)


def read(message: Announce) -> Announcement:
    """Verify and read an opener's announcement.

    Raises:
      InvalidFrame: The table's opener has not signed it, or it is malformed.

    Cost: 60 µs, for the signature.
    """
    _verify(message)
    fields = Fields(message.content)
    try:
        when = fields.number(_TIME)
        addresses, relays = fields.reach()
        label = fields.rest().decode()
        return Announcement(message.table, when, addresses, relays, label)
    except (InvalidReach, UnicodeDecodeError):
        raise InvalidFrame("What the host announces makes no sense.") from None


def complete(short: Short, message: Announce) -> Invite:
    """Complete a short invite with what the host announces.

    Raises:
      InvalidFrame: The opener of the invite's table has not announced it.
    """
    told = read(message)
    if not told.table.startswith(short.start):
        raise InvalidFrame("This is announced for another table.")
    relays = told.relays or (() if short.relay is None else (short.relay,))
    rest = told.addresses, relays, short.game, short.versions
    return Invite(told.table, short.secret, *rest)


def _verify(message: Announce) -> None:
    content = message.table + message.content
    framed = b"".join(len(part).to_bytes(8) + part for part in (DOMAIN, content))
    try:
        sodium.crypto_sign_open(message.signature + framed, message.table)
    except (CryptoError, ValueError):
        raise InvalidFrame("This is not announced by the table's opener.") from None
