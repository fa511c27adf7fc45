"""Players who meddle with keys: what they sign of them is bad, or they don't use it.

Else they are honest.  Nobody can be blamed for what they do, and a game must end as
well as if they had not done it.  So that there is a good key as well, whoever sits
next to them says one, though none is due.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from p2pgame.session import Table
from p2pgame.session.entries.payloads import Epoch, EpochRefusal, Leave
from p2pgame.session.game.seats import Seats
from p2pgame.session.peer.frame_sender import GAME, LOBBY
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.epochs import GENESIS

if TYPE_CHECKING:
    from tests.simulation.world import World

Word = Epoch | EpochRefusal | Leave
Makes = Callable[["Meddler", Seats], Word]

#: So often one meddles in a game, after so many words, with so many others between.
WORDS, FIRST, BETWEEN = 4, 2, 1


def meddle(world: World, seat: int, table: Table) -> None:
    """Have the meddler's table say what it should not, and its neighbour's a key."""
    meddler = world.plan.meddler
    assert meddler is not None
    if seat == meddler and world.plan.keys in WAYS:
        way = WAYS[world.plan.keys]
        Meddler(world, table, seat, way, 1 if way is _leaves else WORDS)
    elif seat == (meddler + 1) % world.plan.seats:
        Meddler(world, table, seat, good, 1)


def keep_old_key(world: World, peer: Peer | None) -> None:
    """Have a program send everything under the genesis's key, whatever comes later."""
    assert peer is not None
    sender, table = peer._core.outbound.frame_sender, peer.table

    def old(raw: bytes) -> int:
        if max(table.epochs.keys, default=GAME) > GAME:
            world.count("keys: old key")
        return LOBBY if table.is_lobby(raw) else GAME

    sender._epoch_of = old  # type: ignore[method-assign]


@dataclass
class Meddler:
    """Says words about keys of its own, when its table asks whether one is due."""

    world: World
    table: Table
    seat: int
    way: Makes
    words: int
    members: Seats = frozenset()

    def __post_init__(self) -> None:
        self.chance: Random = self.world.chance.of("meddles", self.seat)
        self._honest = self.table.epochs.due
        self.table.epochs.due = self._due  # type: ignore[method-assign, assignment]

    def _due(self, here: Seats, left: Seats) -> Word | None:
        said = self.world.meddled.get(self.seat, 0)
        is_time = said < self.words and self._length >= FIRST + said * (1 + BETWEEN)
        is_alone = len(here) < 2  # a program makes no key for itself alone
        if not is_time or is_alone or self.place not in here:
            return self._honest(here, left)
        self.world.meddled[self.seat] = said + 1
        everybody = frozenset(range(len(self.table.players)))
        self.members = everybody - (left - {self.table.epochs._opener})
        if self.way is not good:
            self.world.count(f"keys: {self.world.plan.keys}")
        return self.way(self, here)

    @property
    def place(self) -> int:
        """Our seat, as the offer numbers them."""
        play = self.table.play
        assert play is not None
        assert play.seat is not None
        return play.seat

    @property
    def _length(self) -> int:
        """How much we have said."""
        assert self.table.seat is not None
        return len(self.table.history.feeds[self.table.seat.key.public])

    @property
    def newest(self) -> int:
        """The greatest number of an epoch that is known here."""
        return max((said.number for said in self.table.epochs._said), default=GENESIS)

    def epoch(self, members: Seats, *, number: int | None = None) -> Epoch:
        """Return an epoch that is as it must be."""
        number = 1 + self.newest if number is None else number
        players = enumerate(self.table.players)
        publics = [one.box if seat in members else b"" for seat, one in players]
        purpose = self.chance.randbytes(8)
        sealed = self.table.epochs._ring.fresh(purpose, publics, watched=False)
        return Epoch(number, sealed.name, sealed.boxes, sealed.watch)


def good(meddler: Meddler, here: Seats) -> Epoch:
    return meddler.epoch(meddler.members)


def _bad_box(meddler: Meddler, here: Seats) -> Epoch:
    """For one seat there is junk, the box of another, or one with another key."""
    said, other = good(meddler, here), good(meddler, here)
    seat = meddler.chance.choice(sorted(here))
    boxes = [*said.boxes]
    boxes[seat] = meddler.chance.choice(
        (meddler.chance.randbytes(80), bytes(80), boxes[seat - 1], other.boxes[seat])
    )
    return replace(said, boxes=tuple(boxes))


def _no_boxes(meddler: Meddler, here: Seats) -> Epoch:
    """For nobody, for its author alone, or for one too few."""
    few = meddler.chance.choice((set(), {meddler.place}, here - {min(here)}))
    return meddler.epoch(frozenset(few))


def _wrong_hash(meddler: Meddler, here: Seats) -> Epoch:
    return replace(good(meddler, here), epoch=meddler.chance.randbytes(32))


def _old_number(meddler: Meddler, here: Seats) -> Epoch:
    """In no case the next: one that there was, or one that nobody is at."""
    numbers = (max(2, meddler.newest), meddler.newest + 2, 2, 65535)
    number = meddler.chance.choice([n for n in numbers if n != meddler.newest + 1])
    return replace(good(meddler, here), number=number)


def _two_keys(meddler: Meddler, here: Seats) -> Epoch:
    """Say each number twice, with another key the second time."""
    is_second = meddler.world.meddled[meddler.seat] % 2 == 0
    number = max(2, meddler.newest) if is_second else meddler.newest + 1
    return replace(good(meddler, here), number=number)


def _refuses(meddler: Meddler, here: Seats) -> EpochRefusal:
    """Of one seat after the other, whatever it has said, and again."""
    at = meddler.place + meddler.world.meddled[meddler.seat]
    return EpochRefusal(at % len(meddler.table.players))


def _leaves(meddler: Meddler, here: Seats) -> Leave:
    """Leave at once; the program goes on asking, and reads what it can."""
    return Leave()


WAYS: dict[str, Makes] = {
    "bad box": _bad_box,
    "no boxes": _no_boxes,
    "wrong hash": _wrong_hash,
    "old number": _old_number,
    "two keys": _two_keys,
    "refuses": _refuses,
    "reads on": _leaves,
}
