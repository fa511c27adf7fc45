"""Keeps what a seat needs to go on: its ticket, beside its seed and its log.

The log says what happened; the ticket says how to get back to the table: the
invite, where we listen if we are the host, and what we offer.  It is on the disk
before an invite is shown to anybody, so that whoever has one can rely on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, Protocol, get_type_hints

import msgspec
from msgspec import Meta

from p2pgame.engine.prepared import prepared
from p2pgame.games.registry import KNOWN
from p2pgame.log.durable import replace_file
from p2pgame.session import Offer
from p2pgame.session.entries.payloads import MAX_SEATS, UNTIMED, Name, Options
from p2pgame.transport.finding.invite import InvalidInvite, Invite
from p2pgame.transport.finding.reach import ADDRESSES_LIMIT
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError, Unusable
from . import places
from .evening import Evening

__all__ = [
    "Doors",
    "Guest",
    "Hosting",
    "Offer",
    "Ticket",
    "decode",
    "encode",
    "fresh",
    "hosting",
    "listening",
    "offer",
    "read",
    "write",
]

#: No ticket is longer, in bytes: room for a game's options at their longest.
LIMIT = 1024 * 1024

Address = Annotated[str, Meta(max_length=255)]
Port = Annotated[int, Meta(ge=0, le=65535)]
#: A player's identity key, in hexadecimal.
Identity = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
#: Whether a table is still to be played at.  ``left``: no more, but it leads to the
#: next one of an evening.  ``given-up``: with the invite, but from another seat.
State = Literal["open", "left", "given-up", "over"]


#: All of an offer but game and options, whatever else an offer has or will have.
_TERMS = {
    name: kind
    for name, kind in get_type_hints(Offer).items()
    if name not in ("game", "options")
}
#: What older tickets have not, with what it was then.
_SINCE = {"time": UNTIMED}
Terms = msgspec.defstruct(
    "Terms",
    [
        (name, kind, _SINCE[name]) if name in _SINCE else (name, kind)
        for name, kind in _TERMS.items()
    ],
    frozen=True,
    forbid_unknown_fields=True,
)


@dataclass(frozen=True, slots=True)
class Doors:
    """Where a host listens, and by what guests reach it.

    ``addresses`` are those that the host has named; none: its machine's own.  One
    that is ``hidden`` tells nobody an address, and is reached by relays alone.
    """

    listen: tuple[str, int]
    addresses: tuple[str, ...] = ()
    relays: tuple[RelayUrl, ...] = ()
    hidden: bool = False


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that the host brings: in which seat, and under which name.

    ``agent`` None: the usual opponent.  A decision takes ``pace`` seconds.
    """

    seat: int
    name: Name
    agent: str | None = None
    pace: float = 0.0


class Hosting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a host listens, what it offers, and the programs that it brings.

    ``addresses`` are those that the host has named; none: its machine's own.
    """

    host: Address
    port: Port
    addresses: Annotated[tuple[Address, ...], Meta(max_length=ADDRESSES_LIMIT)]
    game: Name
    version: int
    options: Options
    terms: Terms  # type: ignore[valid-type]
    guests: Annotated[tuple[Guest, ...], Meta(max_length=MAX_SEATS)] = ()
    hidden: bool = False


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one seat goes on.

    ``opened`` is when the seat was taken, in seconds of Unix time.  ``game`` and
    ``players`` are what is known of them by now, and at which of the ``identities`` a
    program decides.  A guest's address is ``hidden`` if
    it wants that; a host has said so in :class:`Hosting`.  ``nearby``: it
    has said that its host is on this machine or cable.  ``saved`` is where the
    transcript was written last, if it was.  ``evening`` is what the tables before this
    one have come to, and this one, too, once its game is over.
    """

    kind: Literal["p2pgame ticket 1"]
    invite: str
    name: Name
    opened: int
    bot: bool = False
    transcript: str | None = None
    hosting: Hosting | None = None
    game: str = ""
    players: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    identities: Annotated[tuple[Identity, ...], Meta(max_length=MAX_SEATS)] = ()
    programs: Annotated[tuple[Identity, ...], Meta(max_length=MAX_SEATS)] = ()
    state: State = "open"
    hidden: bool = False
    nearby: bool = False
    saved: str | None = None
    evening: Evening | None = None

    def __repr__(self) -> str:
        return f"Ticket(game={self.game!r}, state={self.state!r})"

    @property
    def way(self) -> Invite:
        return Invite.parse(self.invite)

    @property
    def is_hidden(self) -> bool:
        """Whether nobody is told our address."""
        return self.hidden if self.hosting is None else self.hosting.hidden

    @property
    def out(self) -> Path | None:
        """Where the transcript goes, if the player has said so."""
        return None if self.transcript is None else Path(self.transcript)


class Sitter(Protocol):
    """A player that takes a seat: its name, whether a program decides, and a path."""

    @property
    def name(self) -> str: ...
    @property
    def program(self) -> bool: ...
    @property
    def out(self) -> Path | None: ...


def fresh(
    seat: Sitter,
    invite: Invite,
    *,
    hosting: Hosting | None = None,
    game: str = "",
    hidden: bool = False,
    nearby: bool = False,
    evening: Evening | None = None,
) -> Ticket:
    """Return the ticket of a seat that is taken now.

    ``hidden`` is a guest's wish, and ``nearby`` what it has said of its host.
    ``evening`` are the tables before.
    """
    out = seat.out
    return Ticket(
        "p2pgame ticket 1",
        invite.encode(),
        seat.name,
        places.now(),
        seat.program,
        None if out is None else str(out.absolute()),
        hosting,
        game,
        hidden=hidden,
        nearby=nearby,
        evening=evening,
    )


def hosting(offer: Offer, doors: Doors, guests: tuple[Guest, ...]) -> Hosting:
    """Return what a host keeps of its offer."""
    game = offer.game
    return Hosting(
        *doors.listen,
        doors.addresses,
        game.name,
        game.version,
        msgspec.to_builtins(offer.options),
        Terms(**{name: getattr(offer, name) for name in _TERMS}),
        guests,
        doors.hidden,
    )


def offer(kept: Hosting) -> Offer:
    """Return what a host offered.

    Raises:
      ClientError: The game is not here any more, or not like that.
    """
    game = KNOWN.get((kept.game, kept.version))
    if game is None:
        raise ClientError("game-not-known", game=kept.game, version=kept.version)
    try:
        options = msgspec.convert(kept.options, prepared(game.options))
    except msgspec.ValidationError:
        raise ClientError("game-options-changed", game=kept.game) from None
    terms = {name: getattr(kept.terms, name) for name in _TERMS}
    return Offer(game, options, **terms)


def encode(ticket: Ticket) -> bytes:
    return msgspec.json.encode(ticket)


def decode(data: bytes) -> Ticket:
    """Read a ticket.

    Raises:
      ValueError: It is none.
    """
    if len(data) > LIMIT:
        raise ValueError("too long for a ticket")
    ticket = msgspec.json.decode(data, type=prepared(Ticket))
    _ = ticket.way
    return ticket


def write(folder: Path, ticket: Ticket) -> None:
    """Put a ticket in a seat's folder, so that it is there after any crash."""
    replace_file(folder / places.TICKET, encode(ticket), mode=0o600)


def read(folder: Path) -> Ticket | None:
    """Return the ticket in a seat's folder, or None if there never was one.

    Raises:
      ClientError: It is damaged.
    """
    path = folder / places.TICKET
    try:
        with path.open("rb") as file:
            return decode(file.read(LIMIT + 1))
    except FileNotFoundError:
        return None
    except (ValueError, InvalidInvite):
        raise Unusable("ticket-damaged", path=str(path)) from None


def listening(ticket: Ticket, port: int, addresses: tuple[str, ...]) -> Ticket:
    """Return a host's ticket once it is known where it listens."""
    assert ticket.hosting is not None
    invite = replace(ticket.way, addresses=addresses).encode()
    there = msgspec.structs.replace(ticket.hosting, port=port)
    return msgspec.structs.replace(ticket, invite=invite, hosting=there)
