"""Tells guests before the start whose table they are at, and what they wait for.

The host says so in the label of its announcement, in a form that people can read, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import msgspec
import trio

from p2pgame.engine import AnyGame, Message
from p2pgame.engine.prepared import prepared
from p2pgame.games.registry import find
from p2pgame.session import Table
from p2pgame.session.entries.shown import shown_name
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.announce import LABEL_LIMIT
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame

from ..events import Notice
from ..front_end import FrontEnd
from ..seat import pointers
from ..telling.trust import TableTerms
from ..words import title_of
from .seat_count import SeatCount

_LABEL = re.compile(
    r"(?:(.+): )?(\S+) ([0-9]{1,3})/(?P<seats>[0-9]{1,3}), "
    r"quorum (?P<quorum>[0-9]{1,2}), patience (?P<patience>[0-9]{1,10}), "
    r"absence (?P<absence>wait|default|forfeit|finish)"
)

_REFUSAL = "no seat for "


def refusal(author: bytes) -> str:
    """Return the label by which a host turns a guest away."""
    return f"{_REFUSAL}{author.hex()}"


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table that waits for players: so many of its seats are ``taken``.

    ``host`` is empty where that was too long to be told.
    """

    host: str
    game: str
    taken: int
    terms: TableTerms

    @property
    def seats(self) -> int:
        return self.terms.seats

    @property
    def label(self) -> str:
        """How an announcement says that; without the name where that is too long."""
        terms = self.terms
        rest = (
            f"{self.game} {self.taken}/{self.seats}, quorum {terms.quorum}, "
            f"patience {terms.patience}, absence {terms.absence}"
        )
        whole = f"{self.host}: {rest}"
        return whole if len(whole.encode()) <= LABEL_LIMIT else rest

    @classmethod
    def read(cls, label: str) -> Lobby | None:
        """Return what a label says, None: another thing."""
        match = _LABEL.fullmatch(label)
        if match is None:
            return None
        terms = msgspec.convert(match.groupdict(), prepared(TableTerms), strict=False)
        if not terms.is_possible:
            return None
        host = shown_name(match[1]) if match[1] else ""
        return cls(host, match[2], int(match[3]), terms)


def counts(before: Collection[bytes], now: Collection[bytes]) -> Iterator[int]:
    """Yield how many guests to announce, one after the other.

    Where some have gone and others have come, those who stay are counted first: the
    same number would tell the others nothing.
    """
    stay = len({*before} & {*now})
    if stay < len(before):
        yield stay
    yield len(now)


class LobbyNews:
    """Hears a host's announcements for one guest."""

    def __init__(self, table: Table, front: FrontEnd, way: Invite) -> None:
        self._table, self._front, self._way = table, front, way
        self._when = self._gave_up = 0
        #: The invite to the next table, once the host has told it, and when it has.
        self.next: Invite | None = None
        self.has_next = trio.Event()
        #: Set once the host has said that there is none.
        self.no_next = trio.Event()
        #: Whom the host, which sits out, has asked to open the next table.
        self.opener: bytes | None = None
        #: Set once we are asked to.
        self.is_asked = trio.Event()
        #: Whether a guest without a seat waits for the next table.
        self.waits = False
        #: What the host has announced last.
        self.lobby: Lobby | None = None
        #: The guests whom the host gives no seat.
        self.turned_away: set[bytes] = set()
        #: Set when we are one of them.
        self.refused = trio.Event()
        self._count = SeatCount(b"" if table.seat is None else table.seat.key.public)

    def hear(self, message: Announce) -> None:
        """Take in an announcement; of several the latest counts."""
        if message.table != self._table.id or self.next is not None:
            return
        try:
            told = announce.read(message)
        except InvalidFrame:
            return  # at a relay anybody with the invite may have said it
        self.next = pointers.read(self._way, told)
        if self.next is not None:
            self.has_next.set()
        if told.label == pointers.NO_NEXT:
            self.no_next.set()
        self._ask(pointers.asked(told))
        if self._table.play is not None:
            return
        if told.label.startswith(_REFUSAL):
            self._refuse(told.label.removeprefix(_REFUSAL))
            return
        now = Lobby.read(told.label)
        if now is None or told.when < self._when:
            return
        before, self.lobby, self._when = self.lobby, now, told.when
        self._count.hear(now.taken, self._here, trio.current_time())
        seats = now.seats
        if before is None:
            host, game = self._host_of(now), title_of(now.game)
            self._tell(Message.of("at-table", host=host, game=game, seats=seats))
            self._tell_terms(now)
            return
        gone = before.taken - now.taken
        named = min(max(gone, 0), self._gave_up)
        self._gave_up -= named
        # Where nobody else is, the host has missed us for a moment: a line has changed.
        is_us = now.taken == 1 and len(self._here) <= 2
        if gone > named and not is_us:
            self._tell(Message.of("seat-is-free", taken=now.taken, seats=seats))

    @property
    def _here(self) -> set[bytes]:
        """The authors at the table, the host and us among them."""
        guests = {player.author for player in self._table.roster.players}
        return guests - self.turned_away

    def _host_of(self, lobby: Lobby) -> str:
        return lobby.host or self._table.roster.name_of(self._table.id)

    def waiting(self) -> Message | None:
        """Return what we wait for; None: the host has not told who is there."""
        lobby, here = self.lobby, self._here
        if lobby is None:
            return None
        self._count.look(here, trio.current_time())
        is_in, host = self._count.is_in, self._host_of(lobby)
        taken, seats, guests = lobby.taken, lobby.seats, len(here) - 1
        if is_in:
            return Message.of("waiting-let-in", host=host, here=taken, seats=seats)
        if is_in is False:
            return Message.of("waiting-not-let-in", host=host, here=taken, seats=seats)
        if taken - 1 < guests:
            return Message.of(
                "waiting-some-let-in",
                host=host,
                here=taken,
                seats=seats,
                given=taken - 1,
                guests=guests,
            )
        return Message.of("waiting-for-players", here=taken, seats=seats)

    @property
    def let_in(self) -> bool | None:
        """Whether the host has let us in; None: we can't know, or a game is offered."""
        is_open = self.lobby is not None and not self._table.roster.seats
        return self._count.is_in if is_open else None

    @property
    def opens(self) -> bool:
        """Whether it is we who are asked to open the next table, and may."""
        seat = self._table.seat
        is_ours = seat is not None and seat.key.public == self.opener
        return is_ours and not self._table.own.has_left

    def _ask(self, author: bytes | None) -> None:
        """Note whom the host has asked to open the next table, and tell it once."""
        roster = self._table.roster
        if author is None or author == self.opener or author not in roster.seats:
            return
        self.opener = author
        host = roster.name_of(self._table.id)
        if self.opens:
            self.is_asked.set()
            self._tell(Message.of("you-open-next", host=host))
        else:
            player = roster.name_of(author)
            self._tell(Message.of("another-opens-next", host=host, player=player))

    def _refuse(self, author: str) -> None:
        seat, guests = self._table.seat, self._table.roster.players
        ours = "" if seat is None else seat.key.public.hex()
        if author == ours:
            self.refused.set()
        self.turned_away |= {p.author for p in guests if p.author.hex() == author}

    def expect_fall(self) -> None:
        """Note that a guest has been told to have gone, whom the host counts yet."""
        self._gave_up += 1

    def _tell_terms(self, lobby: Lobby) -> None:
        terms = lobby.terms.told(_game(lobby.game))
        if terms is not None:
            self._front.tell(terms)

    def _tell(self, message: Message) -> None:
        self._front.tell(Notice(message))


def _game(name: str) -> AnyGame | None:
    """Return the game of this name, None: it is not known here."""
    try:
        return find(name)
    except ValueError:
        return None
