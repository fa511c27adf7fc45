"""Whole games: a hand among three peers, and transcripts checked again.

Figures are to be read as ratios within one run; the machine's speed is its own
affair.  Run with ``make bench``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import TypeVar

import trio
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    Event,
    Game,
    Options,
    Over,
    State,
    Turn,
)
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.log import AuthorKey
from p2pgame.log import verify as verify_signature
from p2pgame.session.table.verify import verify
from p2pgame.transport import websocket
from p2pgame.transport.listener import listening
from tests.session.peers import Hall, peer
from tests.session.tables import Net, known

R = TypeVar("R")

TURNS = 90


class Count(State, frozen=True):
    moves: int = 0


class Counting(Game[Count, Options]):
    """Two players say "on" in turn, as often as makes a log of 100 entries."""

    name = "counting"
    version = 1
    seats = range(2, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Count:
        return Count()

    def turn(self, state: Count) -> Turn:
        if state.moves == TURNS:
            return Over((0, 0))
        return Choose(state.moves % 2, ("on",))

    def apply(self, state: Count, event: Event) -> Count:
        assert isinstance(event, Chosen)
        return replace(state, moves=state.moves + 1)

    def show(self, state: Count, faces: Mapping[int, str]) -> str:
        return str(state.moves)


def transcript(game: AnyGame, seats: int) -> bytes:
    net = Net(game, seats)
    net.play()
    return net.tables[0].transcript()


async def _hand(folder: Path) -> None:
    """Play one hand of three over WebSockets on loopback."""
    game = TexasHoldem()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 3, folder) for seat in range(3)])
        host, *guests = hall.peers
        bound = await nursery.start(listening.serve, "127.0.0.1", 0, host.attach)
        await hall.start()
        for guest in guests:
            link = await websocket.connect("127.0.0.1", bound[0][1])
            nursery.start_soon(guest.attach, link)
        await hall.finished()
        nursery.cancel_scope.cancel()
    for seated in hall.peers:
        seated.close()


def _rounds(benchmark: BenchmarkFixture, measured: Callable[[], R], rounds: int) -> R:
    result: R = benchmark.pedantic(measured, rounds=rounds, warmup_rounds=1)  # type: ignore[no-untyped-call]
    return result


def test_a_hand_of_three_on_loopback(benchmark: BenchmarkFixture) -> None:
    def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            trio.run(_hand, Path(folder))

    _rounds(benchmark, play, 5)
    assert benchmark.stats is None or benchmark.stats.stats.min <= 1.5


def test_verifying_a_hand_of_three(benchmark: BenchmarkFixture) -> None:
    data = transcript(TexasHoldem(), 3)
    _rounds(benchmark, lambda: verify(data, known(TexasHoldem())), 10)
    assert benchmark.stats is None or benchmark.stats.stats.min <= 0.4


def test_verifying_a_hundred_entries_is_mostly_signatures(
    benchmark: BenchmarkFixture,
) -> None:
    game = Counting()
    data = transcript(game, 2)
    report = _rounds(benchmark, lambda: verify(data, known(game)), 20)
    assert 95 <= report.entries <= 105
    key = AuthorKey(b"k" * 32)
    signature = key.sign(b"bench", bytes(300))
    whole = bare = float("inf")
    for _ in range(20):
        start = process_time()
        verify(data, known(game))
        between = process_time()
        for _ in range(report.entries):
            verify_signature(key.public, b"bench", bytes(300), signature)
        whole = min(whole, between - start)
        bare = min(bare, process_time() - between)
    benchmark.extra_info["multiple of the signatures alone"] = round(whole / bare, 2)
    assert whole <= 2.2 * bare
