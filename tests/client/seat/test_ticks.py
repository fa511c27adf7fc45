"""Ticks follow one another at the agreed distance, and orders wait for their tick."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client.commands import Undo
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import Asked, Happened, YourTurn
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Host, Join
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove
from p2pgame.games import registry
from p2pgame.games.registry import Shipped
from p2pgame.transport.link import Link
from tests.client.memory_world import Network
from tests.client.planners import Player, sitting

SECONDS = 2


class Person(Player):
    """Somebody who lets everybody in, and plays no second game."""

    async def listen(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(super().listen)
            await self.wait_for(lambda: bool(self.all(Asked)))
            for asked in self.all(Asked):
                is_again = isinstance(asked.question.ask, PlayAgain)
                with suppress(InvalidRequest):  # it has been withdrawn meanwhile
                    self.seat.answer(asked.question.number, 0 if is_again else 1)


class Late(Link):
    """A link whose frames take as long as the network says, in their order."""

    def __init__(self, link: Link, network: SlowNetwork) -> None:
        self._link, self._network = link, network
        self._frames: list[bytes] = []

    async def send(self, frame: bytes) -> None:
        if not self._network.delay:
            await self._link.send(frame)
            return
        self._frames.append(frame)
        self._network.nursery.start_soon(self._send_later)

    async def _send_later(self) -> None:
        await trio.sleep(self._network.delay)
        await self._link.send(self._frames.pop(0))

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


@dataclass
class SlowNetwork(Network):
    """Links on which what a guest says takes ``delay`` seconds."""

    delay: float = 0.0

    async def dial(self, host: str, port: int, *, path: str = "/") -> Link:
        return Late(await super().dial(host, port, path=path), self)


@asynccontextmanager
async def walking(
    folder: Path, ticks: int, seconds: int = SECONDS, delay: float = 0.0
) -> AsyncIterator[tuple[Player, Player]]:
    """Have Ann and Ben, who are people, at a table of mover meanwhile."""
    async with at_table(folder, "mover", delay, ticks=ticks, seconds=seconds) as both:
        yield both


@asynccontextmanager
async def at_table(
    folder: Path, game: str, delay: float, **options: int | str | bool
) -> AsyncIterator[tuple[Player, Player]]:
    """Have Ann and Ben, who are people, at a table meanwhile.

    Once they sit there, all that Ben says takes ``delay`` seconds to Ann.
    """
    async with trio.open_nursery() as links:
        network = SlowNetwork(links)
        opened = Host(
            game=game,
            name="Ann",
            players=2,
            relays=(),
            options=options,
            attended=True,
        )
        ann_world, ben_world = (network.world(name, folder) for name in ("ann", "ben"))
        async with sitting(opened, ann_world, Person) as ann:
            joins = Join(invite=ann.seat.invite or "", name="Ben", attended=True)
            async with sitting(joins, ben_world, Person) as ben:
                await ben.open_turn()
                network.delay = delay
                yield ann, ben
        links.cancel_scope.cancel()


class Hours:
    """When each tick came to a player."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.times: list[float] = []

    async def note(self, ticks: int) -> None:
        for tick in range(1, ticks + 1):
            await self.player.happened(tick)
            self.times.append(trio.current_time())


async def ticks(count: int, *players: Player) -> list[list[float]]:
    """Return when each of so many ticks came to each of the players."""
    hours = [*map(Hours, players)]
    async with trio.open_nursery() as nursery:
        for one in hours:
            nursery.start_soon(one.note, count)
    return [one.times for one in hours]


async def test_ticks_come_at_equal_distances_also_where_all_order_at_once(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with walking(tmp_path, 5) as players:
        for player in players:
            await player.open_turn()
            await player.seat.move("k 3")
        for times in await ticks(5, *players):
            gaps = [late - early for early, late in pairwise(times)]
            assert gaps == pytest.approx([SECONDS] * 4, abs=0.2)


async def test_the_last_order_of_a_tick_counts_and_a_wrong_one_is_refused_at_once(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with walking(tmp_path, 2) as (ann, _):
        await ann.open_turn()
        await ann.seat.move("k 3")
        await ann.wait(YourTurn, lambda turn: turn.number == 2)
        await ann.seat.move("l 2")
        with pytest.raises(IllegalMove, match="l"):
            await ann.seat.move("l 0")
        with pytest.raises(IllegalMove, match="undo-order"):
            await ann.seat.plan(Undo(1))
        assert not ann.all(Happened)
        await ann.happened(1)
        with pytest.raises(IllegalMove, match="undo-order"):
            await ann.seat.plan(Undo(1))
        (told,) = ann.all(Happened)[0].messages
        assert say(told) == "tick 1: player 0 orders 2 right"


async def test_the_time_that_is_left_is_told_with_an_order(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with walking(tmp_path, 2, seconds=30) as (ann, _):
        await ann.open_turn()
        await trio.sleep(10)
        await ann.seat.move("k 3")
        turn = await ann.wait(YourTurn, lambda turn: turn.number == 2)
        assert turn.choice.seconds == 20


def sentences(player: Player) -> list[str]:
    """Return what is told of each tick."""
    return [say(message) for one in player.all(Happened) for message in one.messages]


async def test_ticks_go_on_while_orders_are_on_their_way(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with walking(tmp_path, 6, delay=2.5 * SECONDS) as (ann, ben):
        began = trio.current_time()
        await ann.open_turn()
        await ann.seat.move("k 1")
        await ben.open_turn()
        await ben.seat.move("l 1")
        for count in (2, 3):
            await ann.wait(YourTurn, foreseeing(count - 1))
            assert not ann.all(Happened)
            await ann.seat.move(f"k {count}")
        for player in (ann, ben):
            await player.happened(6)
        assert trio.current_time() - began < 6 * SECONDS + 3 * 2.5 * SECONDS
        assert sentences(ann) == sentences(ben)
        assert sentences(ann)[:3] == [
            "tick 1: player 0 orders 1 up, player 1 orders 1 right",
            "tick 2: player 0 orders 2 up",
            "tick 3: player 0 orders 3 up",
        ]
        again = "Orders came late: the last 3 ticks were played again with them."
        assert [player.said.count(again) for player in (ann, ben)] == [1, 1]


async def test_orders_that_come_with_their_tick_are_no_news_beside_it(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """That one tick is played again is how a table of ticks goes on."""
    async with walking(tmp_path, 6, delay=0.7 * SECONDS) as (ann, ben):
        await ann.open_turn()
        await ann.seat.move("k 1")
        await ben.open_turn()
        await ben.seat.move("l 1")
        for player in (ann, ben):
            await player.happened(6)
        assert not times_said(ann, "Orders came late")
        assert not times_said(ben, "Orders came late")


@pytest.mark.parametrize(
    ("delay", "ordered"),
    [(0.7, 1), (2.2, 2)],
    ids=["while it is kept", "after it was sealed"],
)
async def test_an_order_that_late_orders_make_impossible_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
    delay: float,
    ordered: int,
) -> None:
    """The game goes on: in its tick the player has none."""
    gates = Shipped("tests.session.game.test_orders_ahead", "Gates")
    monkeypatch.setattr(registry, "SHIPPED", {**registry.SHIPPED, ("gates", 1): gates})
    async with at_table(tmp_path, "gates", delay) as (ann, ben):
        await ann.open_turn()
        await ann.seat.move("go")
        await ben.open_turn()
        await ben.seat.move("shut")
        for number in range(ordered):
            await ann.wait(YourTurn, numbered(2 * number + 3))
            await ann.seat.move("go")
        fell = "Your order go was not carried out"
        told = partial(times_said, ann, fell)
        await ann.wait_for(lambda: told() == ordered)
        await ben.happened(3)
        await ann.happened(3)
        assert told() == ordered
        assert times_said(ben, fell) == 0


def numbered(number: int) -> Callable[[YourTurn], bool]:
    return lambda turn: turn.number == number


def times_said(player: Player, begins: str) -> int:
    return sum(sentence.startswith(begins) for sentence in player.said)


def foreseeing(tick: int) -> Callable[[YourTurn], bool]:
    """Return whether so many ticks are over at a question's table."""
    return lambda turn: turn.view.text.startswith(f"tick {tick} of")
