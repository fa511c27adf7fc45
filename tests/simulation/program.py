"""One run of one player's program, from start to crash: all of the session's API.

What is real is all of it, from `Peer` down; what is not is named in `_peer`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

import trio

from p2pgame.engine import Amount, AnyGame, IllegalMove, Seated
from p2pgame.engine.turns import NO_ORDER
from p2pgame.games.registry import GAMES
from p2pgame.log import AuthorKey, Store, StoreError
from p2pgame.session import Me, Offer, Table
from p2pgame.session.lobby.events import AnyView, Asked, Happened, Overtaken, TableEvent
from p2pgame.session.lobby.lobby import Games
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.link import Cursor, RelayLink
from p2pgame.transport.relay.protocol import Subscribe
from tests.simulation import disk, slow
from tests.simulation.chance import Chance
from tests.simulation.disk import Run
from tests.simulation.fickle_rules import Fickle
from tests.simulation.library import LIBRARY
from tests.simulation.network import RELAYS
from tests.simulation.plan import Plan, options_of
from tests.simulation.relays import THE_TOPIC, WELCOME
from tests.simulation.small import Bank, Small, Stacks

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")

#: The games there are here, by their first word.
KNOWN: dict[str, AnyGame] = {
    name: GAMES[name]
    for name in (
        *("tictactoe", "kuhn", "rps", "mover", "goofspiel", "pig", "holdem", "hearts"),
    )
}
KNOWN["small"], KNOWN["stacks"], KNOWN["bank"] = Small(), Stacks(), Bank()
KNOWN["fickle"] = Fickle()
REGISTRY: Games = {(game.name, game.version): game for game in KNOWN.values()}


def me(seed: int, seat: int, person: int | None = None) -> Me:
    """Return a player: its identity stays, its seed is this table's.

    A player that has changed its seat is a ``person`` by the seat that it had first.
    """
    first = seat if person is None else person
    identity = AuthorKey(Chance(0).secret("identity", first))
    secret = Chance(seed).secret("seat", seat)
    return Me(f"player {seat}", identity, secret, joining(seed))


def joining(seed: int) -> bytes:
    """Return the table's joining key."""
    return Chance(seed).secret("joining")


def offer(plan: Plan) -> Offer:
    game = KNOWN[plan.game.split()[0]]
    options = game.options(**options_of(plan))
    quorum = plan.quorum if plan.deck == "masked" else 0
    return Offer(
        *(game, options, plan.seats, quorum, plan.patience, plan.deck), time=plan.time
    )


class Steady(Machine):
    """A machine of one thread, whose chance is the game's.

    Its clock runs at another ``rate`` than the others', and it may be so many
    ``times_slower`` than the one for which costs are known.
    """

    cores = 1

    def __init__(
        self, entropy: Callable[[int], bytes], rate: float, times_slower: float
    ) -> None:
        self._entropy = entropy
        self._rate = rate
        self._times_slower = times_slower

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        if not self._times_slower:
            return work()
        before = LIBRARY.seconds
        done = work()
        with trio.CancelScope(shield=True):
            await trio.sleep(self._times_slower * (LIBRARY.seconds - before))
        return done

    def entropy(self, size: int) -> bytes:
        return self._entropy(size)

    def now(self) -> float:
        return super().now() * self._rate


class Program:
    """A player's program, once started: it ends by a crash, or with the game."""

    def __init__(self, world: World, seat: int, number: int) -> None:
        self._world = world
        self.seat = seat
        self.number = number
        self._chance = world.chance.of("decisions", seat, number)
        self._question = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self.peer: Peer | None = None
        self.disk = Run(
            world.disks[seat],
            world.entropy(seat),
            meddle=lambda call: world.at_call(self, call),
            stop=lambda: world.stopped(self),
            watch=lambda path, data: world.ledger.made_safe(seat, data),
        )

    async def run(self) -> None:
        """Play until the program ends; other errors than a disk's are passed on."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                with self._opened() as store:
                    await self._play(nursery, store)
        except* disk.Ended:
            pass
        except* StoreError as error:
            self._world.unstored(self, error.exceptions)
        finally:
            self.disk.end()

    async def _play(self, nursery: trio.Nursery, store: Store) -> None:
        self.peer = self._peer(store)
        for other in self._world.calls.dials(self.seat):
            dial = self._visit if other >= RELAYS else self._dial
            nursery.start_soon(dial, other)
        nursery.start_soon(self._sit)
        buys = self._world.hears_buyers(self)
        if buys is not None:
            nursery.start_soon(buys.pass_on, self.peer)
        await self.peer.start()
        self._world.started(self)
        nursery.start_soon(self.peer.watch)
        if self._world.plan.ordering is not None:
            nursery.start_soon(self._world.orders.go_ahead, self)
        slow.begin(self._world, self, nursery)
        await trio.sleep_forever()

    def _opened(self) -> Store:
        """Open the log, or begin one; one that was never begun is left behind."""
        path = self._world.log_of(self.seat)
        return Store.open(path, self.disk) if path else self._create()

    def _create(self) -> Store:
        return Store.create(self._world.new_log_of(self.seat), self.disk)

    def _peer(self, store: Store) -> Peer:
        world, seat = self._world, self.seat
        table = world.table(seat)
        rates = world.plan.rates
        rate = rates[seat] if seat < len(rates) else 1.0
        machine = Steady(world.entropy(seat), rate, world.plan.times_slower)
        return Peer(table, store, Envelope({0: world.epoch_key}), machine)

    def kill(self) -> None:
        """Stop at once: nothing that it does from now on has any effect."""
        self.disk.end()
        if self._nursery is not None:
            self._nursery.cancel_scope.cancel()

    def accept(self, link: Link, caller: int) -> bool:
        """Talk with whoever is at the other end; return False if we don't run."""
        if self.disk.ended or self._nursery is None or self.peer is None:
            return False
        self._nursery.start_soon(self._attach, link, caller)
        return True

    async def _attach(self, link: Link, other: int) -> None:
        assert self.peer is not None
        try:
            await self.peer.attach(self._world.heard_by(self, other, link))
        except* TransportError:
            pass

    async def _dial(self, other: int) -> None:
        """Keep a line to another machine, as the command line does."""
        wait = 0.1
        while True:
            link = self._world.calls.connected(self, other)
            if link is not None:
                wait = 0.1
                await self._attach(link, other)
            await trio.sleep(wait)
            wait = min(2 * wait, 5.0)

    async def _visit(self, relay: int) -> None:
        """Keep a line to a relay, and the place at its topic through all of them."""
        topic, cursor, wait = Topic(), Cursor(THE_TOPIC), 0.1
        while True:
            line = self._world.calls.connected(self, relay)
            if line is not None:
                wait = 0.1
                await self._read(line, topic, cursor)
            await trio.sleep(wait)
            wait = min(2 * wait, 5.0)

    async def _read(self, line: Link, topic: Topic, cursor: Cursor) -> None:
        assert self.peer is not None
        link = RelayLink(line, WELCOME, cursor, can_write=True)
        try:
            async with trio.open_nursery() as nursery:
                await line.send(encode(Subscribe(THE_TOPIC, cursor.sequence)))
                nursery.start_soon(link.tend)
                await self.peer.attach(link, topic)
                await link.aclose()
                nursery.cancel_scope.cancel()
        except* TransportError:
            pass

    async def _sit(self) -> None:
        assert self.peer is not None
        assert self._nursery is not None
        async for event in self.peer.events:
            self._world.told(self, event)
            if _changes_question(event):
                self._question.cancel()
            if isinstance(event, Asked):
                self._nursery.start_soon(self._ask, event.view)

    async def _ask(self, view: AnyView) -> None:
        """Think, then move; or leave the game."""
        assert view.choice is not None
        timer, seconds = view.choice.timer, self._world.thought(self.seat, self._chance)
        ordering = self._world.plan.ordering is not None
        move = (
            self._world.orders.drawn(view, self._chance)
            if ordering
            else any_offer(view, self._chance)
        )
        if timer is not None and timer.seconds < seconds:
            seconds, move = timer.seconds, timer.move
        with trio.CancelScope() as self._question:
            await trio.sleep(seconds)
        if not self._question.cancelled_caught:
            with suppress(IllegalMove):  # others have gone meanwhile, or we
                assert self.peer is not None
                if self._world.leaves(self.seat):
                    await self.peer.leave()
                elif ordering:
                    await self._world.orders.give(self, view, move)
                else:
                    await self.peer.propose(move)


def _changes_question(event: TableEvent) -> bool:
    if isinstance(event, Overtaken):
        return True
    return isinstance(event, Happened) and isinstance(event.event, Seated)


def any_offer(view: AnyView, chance: Random) -> str:
    """Draw one of the moves there are."""
    assert view.choice is not None
    choice = chance.choice(view.choice.moves)
    if isinstance(choice, Amount):
        return f"{choice.verb} {chance.randint(choice.low, choice.high)}"
    return choice


def any_order(chance: Random) -> str:
    """Draw an order of mover; one in ten is too long to be guessed from its seal."""
    if chance.random() < 0.2:
        return NO_ORDER
    steps = chance.randint(1, 1_000_000 if chance.random() < 0.1 else 9)
    return f"{chance.choice('ykulnjbh')} {steps}"


def table_of(plan: Plan, seat: int, player: Me, games: Games = REGISTRY) -> Table:
    id = me(plan.seed, 0).key.public
    return Table(id, games, player, offer(plan) if seat == 0 else None)


def describe(peer: Peer) -> str:
    """Return in a line how a peer stands, for whoever reads of a failure."""
    table, status = peer.table, peer.status
    play = table.play
    return (
        f"complete={table.complete} stopped={table.stopped} turn={status.turn} "
        f"waiting={status.waiting_for} unsigned={status.unsigned} "
        f"guests={status.guests} lacking={table.history.lacking} "
        f"connections={len(peer.connections)} "
        f"round={None if play is None else play.round_id[0].hex()[:8]}"
    )


HOME = Path("/home")
