"""Players whose programs are always just in time, and players who have slow machines.

A *slow player* sends each word that its program says by itself (a key share, a shuffle,
a token, an opening, its end) after :data:`JUST` of the patience.  It signs nothing
false, so nobody may accuse it.  Of two players nobody can vote; the other may leave.

I29  In a game in which nothing else goes wrong, nobody is put out but a slow player.
     That one is, by a vote of three or more, once its words have cost all of its bank.
I30  Who does all it can on a slow net and a slow machine is late by nobody's clock, but
     where each frame passes the machines of several others (a line).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import IllegalMove
from p2pgame.engine.offers import choice_of
from p2pgame.log import AuthorKey, Behind, Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer, End
from p2pgame.session.game.play import Play
from p2pgame.session.game.seats import NOBODY, Seats
from p2pgame.session.table.status import Status
from tests.simulation.plan import Plan

if TYPE_CHECKING:
    from tests.simulation.program import Program
    from tests.simulation.world import World

#: The part of the patience after which a slow player sends a word.
JUST = 0.99
#: Of so many honest players one leaves, of those whom a slow one keeps waiting.
LEAVES = 2
#: Seconds by which clocks of different programs differ, for each word.
APART = 1.0


class Slowness:
    """What a game has seen of slow players and machines.

    ``seconds`` are those that the slow player's words cost it so far, ``late`` the
    machines whose time ran out by somebody's clock.
    """

    def __init__(self) -> None:
        self.hand: SlowHand | None = None
        self.seconds = 0.0
        self.late = set[int]()


class SlowHand:
    """Holds back what a program says by itself until it is almost too late."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self._honest = table.history.write
        self._due: dict[bytes, float] = {}
        self._holds = trio.Event()
        table.history.write = self._write  # type: ignore[method-assign]

    def _write(
        self, key: AuthorKey, payload: bytes, *, among: Iterable[bytes] | None = None
    ) -> Entry:
        if _is_automatic(self._table.play, payload):
            now, takes = trio.current_time(), JUST * self._world.plan.patience
            self._holds.set()
            if now < self._due.setdefault(payload, now + takes):
                raise Behind("almost too late")
            self._world.count("slow: just in time")
            drawn = takes - self._world.plan.time.grace
            self._world.slowness.seconds += max(0, drawn)
        return self._honest(key, payload, among=among)

    async def send(self, program: Program) -> None:
        """Send each word once its time has come."""
        assert program.peer is not None
        core = program.peer._core
        while True:
            due = [due for due in self._due.values() if due > trio.current_time()]
            if due:
                await trio.sleep_until(min(due))
                async with core.lock:
                    await core.work()
            else:
                self._holds = trio.Event()
                await self._holds.wait()


def _is_automatic(play: Play | None, payload: bytes) -> bool:
    """Return whether a program says this by itself, and its bank is charged for it."""
    match payloads.decode(payload):
        case Answer(turn=turn, round=number) if play is not None and turn == play.id:
            seat = play.seat
            return number > 0 or seat is None or not choice_of(play.turn, seat)
        case End():
            return True
    return False


def hold_back(world: World, seat: int, table: Table) -> None:
    """Have a slow player's program send its own words late."""
    plan = world.plan
    if seat == plan.slow:
        world.slowness.hand = SlowHand(world, table)
    if plan.times_slower:
        lose_patience = table.lose_patience

        def late(seats: Seats | None = None) -> None:
            authors = _authors(table, seats or NOBODY)
            world.slowness.late |= set(map(world.machine_of, authors))
            lose_patience(seats)

        table.lose_patience = late  # type: ignore[assignment,method-assign]


def _authors(table: Table, seats: Seats) -> Iterator[bytes]:
    if table.play is not None:
        for seat in seats:
            yield table.play.start.players[seat].author


def begin(world: World, program: Program, nursery: trio.Nursery) -> None:
    """Begin what a slow player's program does, or that of the other one of two."""
    plan, hand = world.plan, world.slowness.hand
    if program.seat == plan.slow and hand is not None:
        nursery.start_soon(hand.send, program)
    elif plan.slow is not None and plan.seats == 2:
        nursery.start_soon(wait_or_leave, world, program)


async def wait_or_leave(world: World, program: Program) -> None:
    """Leave a game of two, maybe, whose other player has used up its bank."""
    peer, seat = program.peer, program.seat
    assert peer is not None
    if world.chance.of("leaves a slow one", seat).randrange(LEAVES):
        return
    while not _has_used_up(peer.status):  # noqa: ASYNC110 (a status tells no news)
        await trio.sleep(1)
    with suppress(IllegalMove):  # it is over meanwhile
        await peer.leave()
        world.count("slow: left alone")


def _has_used_up(status: Status) -> bool:
    return any(left == 0 for seat, left in status.left if seat != status.seat)


def is_calm(plan: Plan) -> bool:
    """Return whether nothing goes wrong in a game but that players are slow."""
    faults = plan.crashes, plan.nemeses, plan.cheat, plan.stranger, plan.keys
    return not any((*faults, plan.away, plan.leaver, plan.relays, plan.follow))


def at_end(world: World) -> None:
    """I29 and I30: see who was put out, and who was late."""
    plan, ledger = world.plan, world.ledger
    gone = {one for seat in world.honest for one in _gone(world, seat)}
    if plan.slow in gone:
        world.count("slow: put out")
    late = sorted(world.slowness.late)
    if late:
        world.count("slow: late by a clock")
    if late and plan.shape != "line":
        ledger.accuse("I30", f"{late} did all they could, and were late")
    if not is_calm(plan):
        return
    if gone - {plan.slow}:
        ledger.accuse("I29", f"{sorted(gone)} were put out, and slow was {plan.slow}")
    spare = APART * world.ledger.counts["slow: just in time"]
    took, may_take = world.slowness.seconds, plan.time.programs + spare
    if plan.seats > 2 and plan.slow not in gone and took > may_take:
        ledger.accuse("I29", f"{plan.slow} took {took:.0f} s, and stays")


def _gone(world: World, seat: int) -> Iterator[int]:
    """Yield the machines of those who are put out and did not leave, as one has it."""
    peer = world.peer(seat)
    play = None if peer is None else peer.table.play
    if play is not None:
        for one in play.absences.evicted - play.absences.left:
            yield world.machine_of(play.start.players[one].author)
