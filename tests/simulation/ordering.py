"""Players who order ahead of the open tick, and what must hold of their orders.

I21  A player is shown the ticks that are settled and, after them, its own orders.
I22  What a player has ordered for a tick happens in it, and after each tick all have
     the same state.
I23  Nobody honest opens an order before all have sealed theirs for that tick.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import IllegalMove, Seated, Ticked, digest
from p2pgame.engine.turns import NO_ORDER
from p2pgame.games.mover.mover import ENOUGH
from p2pgame.session.game.play import Play
from p2pgame.session.lobby.events import (
    AnyView,
    Asked,
    Happened,
    PlayedAgain,
    Reached,
    Started,
    TableEvent,
)
from tests.simulation import order_cheats
from tests.simulation.keyholes import Books
from tests.simulation.program import any_order
from tests.wire_reader import Entry

if TYPE_CHECKING:
    from tests.simulation.program import Program
    from tests.simulation.world import World


#: How often a player changes its order for one tick: each is noted on its disk.
CHANGES = 1000


class Orders:
    """What the players of one game have ordered, and what they were told of it."""

    def __init__(self, world: World) -> None:
        self._world = world
        #: The last order for each tick, by machine.
        self._given: dict[int, dict[int, str]] = defaultdict(dict)
        #: How often each machine has ordered for a tick.
        self._times: Counter[tuple[int, int]] = Counter()
        #: The orders in each tick and the digest after it, as told, by machine.
        self._told: dict[int, dict[int, tuple[object, bytes]]] = defaultdict(dict)
        #: The tick before each, by id.
        self._before: dict[bytes, bytes] = {}
        #: How many orders for later ticks each seat has open, as seen by anybody last.
        self._open: dict[int, int] = {}
        #: Whether all have said that they have enough, as somebody was told.
        self._is_closing = False

    async def go_ahead(self, program: Program) -> None:
        """Give a player's orders for ticks to come, as long as its program runs."""
        world, peer, seat = self._world, program.peer, program.seat
        ahead = world.plan.ordering
        assert peer is not None
        assert ahead is not None
        chance = world.chance.of("orders", seat, program.number)
        pause = ahead.pauses[seat] if seat < len(ahead.pauses) else 1.0
        self._note_kept(seat, peer.table.play)
        while True:
            await trio.sleep(pause)
            asked = await peer.aside(lambda: self._asked(seat, peer.table.play))
            if asked is None:
                continue
            self._times[seat, asked.view.state.tick] += 1
            if self._times[seat, asked.view.state.tick] > CHANGES:
                continue
            with suppress(IllegalMove):  # the tick was opened meanwhile, or we are gone
                if world.leaves(seat):
                    await peer.leave()
                else:
                    move = self.drawn(asked.view, chance)
                    await self.give(program, asked.view, move, asked.turns)
                    world.count("orders: given")
            if seat == world.plan.cheater:
                await order_cheats.meddle(world, peer, chance)

    def drawn(self, view: AnyView, chance: Random) -> str:
        """Draw an order for the tick that ``view`` shows.

        Where players end the game, each says so now and then before its time, and
        gives no other order from then on.  A player that is to leave never says so.
        """
        plan = self._world.plan
        since = None if plan.ordering is None else plan.ordering.enough_from
        if since is None or (plan.leaver and plan.leaver[0] == view.player):
            return any_order(chance)
        if view.state.tick >= since:
            return ENOUGH if chance.random() < 0.8 else NO_ORDER
        return ENOUGH if chance.random() < 0.1 else any_order(chance)

    async def give(
        self, program: Program, view: AnyView, move: str, turns: int | None = None
    ) -> None:
        """Give an order for the tick that ``view`` shows.

        Raises:
          IllegalMove: It is not possible now.
        """
        assert program.peer is not None
        given, tick = self._given[program.seat], view.state.tick
        last = given.get(tick)
        given[tick] = move  # whoever is killed meanwhile may have given it
        try:
            await program.peer.propose(move, turns)
        except IllegalMove:
            given.pop(tick)
            if last is not None:
                given[tick] = last
            raise

    def _note_kept(self, seat: int, play: Play | None) -> None:
        """Count whether a program that starts has orders that are not settled."""
        if play is None or play.seat is None or seat == self._world.plan.cheater:
            return
        kept = play.ahead._hearing.ahead.sealed(play.seat)
        if kept:
            self._world.count("orders: kept over a stop")

    def _asked(self, seat: int, play: Play | None) -> Asked | None:
        """Return what a player is asked ahead, and check what it is shown."""
        if play is None or play.over:
            return None
        for other in play.present:
            self._open[other] = len(play.ahead._hearing.ahead.sealed(other))
        mine = () if play.seat is None else play.ahead._hearing.ahead.sealed(play.seat)
        if any(play.ahead._own.ahead(one.answer) is None for one in mine):
            self._world.count("orders: kept without a note")
        asked = play.ahead.asked
        if asked is not None and seat != self._world.plan.cheater:
            self._check_foreseen(seat, play, asked)
        return asked

    def _check_foreseen(self, seat: int, play: Play, asked: Asked) -> None:
        """I21: the rules alone come to the same, tick after tick."""
        line, given = play.board.line, self._given[seat]
        state = line.state
        for tick in range(state.tick, asked.view.state.tick):
            if tick not in given:
                return
            assert play.seat is not None
            mine = ((play.seat, given[tick]),) if given[tick] != NO_ORDER else ()
            state = line.game.apply(state, Ticked(mine))
        if asked.view.state != state:
            text = f"{seat} is shown another tick {state.tick} than its orders lead to"
            self._world.ledger.accuse("I21", text)

    def told(self, program: Program, event: TableEvent) -> None:
        """Take in what a player is told."""
        told = self._told[program.seat]
        match event:
            case Started():
                told.clear()
            case Reached(id, b"p2pgame turn", (bytes(before), *_)):
                self._before[id] = before
            case Happened(event=Ticked(orders)):
                state = event.view.state
                told[state.tick - 1] = dict(orders), digest(state)
                self._note_closing(program, event)
            case Happened(event=Seated(gone)):
                if self._open.pop(gone, 0):
                    self._world.count("orders: gone with some")
                self._note_closing(program, event)
            case PlayedAgain():
                self._world.count("orders: played again")

    def _note_closing(self, program: Program, event: Happened) -> None:
        """Count the first time that somebody is told of an earlier end than agreed."""
        ordering = self._world.plan.ordering
        assert ordering is not None
        if self._is_closing or event.view.state.ticks == ordering.ticks:
            return
        self._is_closing = True
        if isinstance(event.event, Seated):
            self._world.count("orders: closed by a leave")
        assert program.peer is not None
        play = program.peer.table.play
        if play and any(map(play.ahead._hearing.ahead.sealed, play.present)):
            self._world.count("orders: closed over some")

    def check(self) -> None:
        """Check what can be checked when all is over."""
        if self._world.plan.ordering is None:
            return
        self._as_given()
        if self._world.plan.cheat not in ("fork", "twin"):
            self._sealed_first()

    def _plays(self) -> Iterator[tuple[int, Play]]:
        """Yield the games that are complete, of the honest."""
        for seat in self._world.honest:
            peer = self._world.peer(seat)
            if peer is not None and peer.table.complete and peer.table.play:
                yield seat, peer.table.play

    def _as_given(self) -> None:
        """I22: all were told the same, and each its own orders."""
        first: dict[int, tuple[object, bytes]] | None = None
        if any(self._is_closed(play) for _, play in self._plays()):
            self._world.count("orders: closed by all")
        for seat, play in self._plays():
            told = self._told[seat]
            first = told if first is None else first
            if told != first:
                text = f"{seat} was told of other ticks than the rest"
                self._world.ledger.accuse("I22", text)
            if play.seat not in play.present - play.absences.left:
                continue
            self._world.count("audit: orders")
            for tick, given in self._given[seat].items():
                orders, _ = told.get(tick, ({}, b""))
                assert isinstance(orders, dict)
                if tick in told and orders.get(play.seat, NO_ORDER) != given:
                    text = f"{seat} ordered {given!r} for tick {tick}: {orders}"
                    self._world.ledger.accuse("I22", text)

    def _is_closed(self, play: Play) -> bool:
        """Return whether a game came to an earlier end than was agreed."""
        ordering, state = self._world.plan.ordering, play.board.line.state
        assert ordering is not None
        return bool(state.tick == state.ticks < ordering.ticks)

    def _sealed_first(self) -> None:
        """I23: all who are there have sealed theirs in the past of each opening."""
        world = self._world
        tables = [peer.table for seat in world.honest if (peer := world.peer(seat))]
        plays = [table.play for table in tables if table.play is not None]
        if not plays:
            return
        books = Books(world.ledger, [one.author for one in plays[0].start.players])
        there = frozenset.intersection(*(play.present for play in plays))
        answers = [(one, fields) for one, fields in books.payloads("answer")]
        for entry, (_, turn, round, *_) in answers:
            assert isinstance(turn, bytes)
            assert isinstance(round, int)
            if round < 2 or not round % 2 or not world.ledger.is_honest(entry.author):
                continue
            world.count("audit: opened ahead")
            sealed = {
                books.seats[one.author]
                for one, (_, named, number, *_) in answers
                if isinstance(named, bytes) and isinstance(number, int)
                if self._is_seal_for(named, number, turn, round // 2)
                and self._is_before(books, one, entry)
            }
            if there - sealed:
                name, early = world.ledger.name(entry), sorted(there - sealed)
                world.ledger.accuse("I23", f"{name} opens before {early} have sealed")

    @staticmethod
    def _is_before(books: Books, one: Entry, other: Entry) -> bool:
        return books.has_seen(other, books.seats[one.author], one.sequence)

    def _is_seal_for(self, named: bytes, number: int, turn: bytes, ticks: int) -> bool:
        """Return whether an answer seals an order so many ``ticks`` after ``turn``."""
        if number % 2:
            return False
        later = self._distance(turn, named)
        if later is not None:
            return number // 2 == ticks + later
        earlier = self._distance(named, turn)
        return earlier is not None and number // 2 == ticks - earlier

    def _distance(self, turn: bytes, earlier: bytes) -> int | None:
        """Return how many ticks one is after another, or None if it is not."""
        at, steps = turn, 0
        while at != earlier:
            if at not in self._before:
                return None
            at, steps = self._before[at], steps + 1
        return steps
