"""Going on with a long table from our own disk alone, and what it holds in memory.

Such tables are a long evening of one board game, a night of poker hands, or some
minutes of a game that ticks.  Figures are to be read as multiples of one signature
check within one run.  Run with ``make bench``.
"""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest
import trio
from pytest_benchmark.fixture import BenchmarkFixture

from bench.network.flood import Rally
from p2pgame.engine import AnyGame
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.log import AuthorKey, Store, verify
from p2pgame.log.disk import Machine
from p2pgame.session.entries.bundles import bundle
from tests.session.peers import peer
from tests.session.tables import Net

LONG = 5000


class _Hasty(Machine):
    """A disk that is not waited for: only what was written matters here."""

    def flush(self, file: int) -> None:
        pass


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def keep(game: AnyGame, entries: int, folder: Path) -> int:
    """Write the log of the first of three seats; return how many entries it has."""
    net = Net(game, 3)
    net.play(until=lambda: len(net.said) >= entries)
    table = net.tables[0]
    with Store.create(folder / "seat0" / "log", _Hasty()) as store:
        for seat, note in net.notes:
            if seat == 0:
                store.append(note)
        for record in bundle([*table.history.missing([])]):
            store.append(record)
    return len(table.entries)


async def resume(game: AnyGame, folder: Path) -> int:
    """Return how many entries have taken effect once the seat is back."""
    back = peer(game, 0, 3, folder)
    await back.start()
    back.close()
    return len(back.table.entries)


def one_check() -> float:
    """Return the processor's seconds for one signature check, now."""
    key = AuthorKey(b"k" * 32)
    signature = key.sign(b"bench", bytes(300))
    begin = process_time()
    for _ in range(1000):
        verify(key.public, b"bench", bytes(300), signature)
    return (process_time() - begin) / 1000


def cheapest(work: Callable[[], object], rounds: int) -> float:
    """Return the processor's seconds for ``work``, in its best round."""
    best = float("inf")
    for _ in range(rounds):
        begin = process_time()
        work()
        best = min(best, process_time() - begin)
    return best


def test_resuming_5000_moves(benchmark: BenchmarkFixture, folder: Path) -> None:
    game = Rally()
    entries = keep(game, LONG, folder)

    def again() -> None:
        assert trio.run(resume, game, folder) == entries >= LONG

    benchmark.pedantic(again, rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
    checks = cheapest(again, 5) / min(one_check() for _ in range(5))
    benchmark.extra_info["signature checks for each entry"] = round(checks / entries, 2)
    assert checks <= 3 * entries


def test_resuming_a_hand_of_holdem(benchmark: BenchmarkFixture, folder: Path) -> None:
    game = TexasHoldem()
    entries = keep(game, LONG, folder)

    def again() -> None:
        assert trio.run(resume, game, folder) == entries

    benchmark.pedantic(again, rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
    checks = cheapest(again, 3) / one_check()
    benchmark.extra_info["entries"] = entries
    benchmark.extra_info["signature checks for each entry"] = round(checks / entries, 1)


def test_memory_of_10000_entries(benchmark: BenchmarkFixture, folder: Path) -> None:
    game = Rally()
    entries = keep(game, 2 * LONG, folder)
    back = peer(game, 0, 3, folder)
    tracemalloc.start()
    benchmark.pedantic(trio.run, (back.start,), rounds=1)  # type: ignore[no-untyped-call]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    back.close()
    benchmark.extra_info["MiB"] = round(held / 2**20, 1)
    assert held / entries <= 6 * 1024
