"""What it costs to keep every state of a game, to undo, and to replay.

Run with ``make bench``.  Kept states share whatever did not change, so a history
costs about what its events do; the bounds are asserted.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.engine import Chosen, Event
from p2pgame.engine.undo.plan import Plan
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.registry import find
from p2pgame.playtest import play
from tests.engine.park import Park, ParkGame, ParkOptions

HOLDEM = find("holdem")
TO_THE_END = HoldemOptions(hands=0)
SEATS = 6


def _events(count: int) -> tuple[Event, ...]:
    """Return the first events of a long random game of hold'em."""
    for seed in range(1000):
        events = play(HOLDEM, SEATS, TO_THE_END, seed=seed).events
        if len(events) >= count:
            return events[:count]
    raise AssertionError("no game is so long")


def _memory(keep: Callable[[], object]) -> int:
    """Return how many bytes live on in what ``keep`` returns."""
    keep()
    gc.collect()
    tracemalloc.start()
    kept = keep()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return size


def _fastest(run: Callable[[], object]) -> float:
    """Return the least processor time, in seconds, that ``run`` took of 20 times."""
    times = []
    for _ in range(20):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


def test_21_kept_states_of_holdem(benchmark: BenchmarkFixture) -> None:
    """A table of six: the first 20 events, and the state before them."""
    events = _events(20)
    begun = Timeline.begin(HOLDEM, SEATS, TO_THE_END)
    kept = benchmark(begun.replay, events)
    assert kept.length == 20
    size = _memory(lambda: begun.replay(events))
    benchmark.extra_info["bytes"] = size
    print(f"\n21 kept states: {size} bytes")
    assert size < 20_000


PARK = ParkGame()


def _undone(times: int) -> list[Timeline[Park, ParkOptions]]:
    """Undo and redo one move again and again; keep every timeline there was."""
    first = PARK.position(2, ParkOptions(), "choose 0")
    begun = Timeline.begin(PARK, 2, ParkOptions(), first)
    kept = [begun.advance(Chosen(0, "choose 1"))]
    for _ in range(times):
        kept.append(kept[-1].undo(0))
        kept.append(kept[-1].redo(0))
    return kept


def test_30_undos_at_one_depth(benchmark: BenchmarkFixture) -> None:
    """Each undo costs the same memory: nothing of the past is copied."""
    benchmark(_undone, 30)
    sizes = [_memory(partial(_undone, times)) for times in (0, 10, 20, 30)]
    ten, twenty, thirty = (size - sizes[0] for size in sizes[1:])
    benchmark.extra_info["bytes for 10, 20, 30"] = [ten, twenty, thirty]
    print(f"\n10, 20, 30 undos and redos: {ten}, {twenty}, {thirty} bytes")
    assert twenty < 2 * 1.3 * ten
    assert thirty < 3 * 1.3 * ten
    assert thirty < 30 * 1024


def test_undoing_30_levels_at_once(benchmark: BenchmarkFixture) -> None:
    begun = Timeline.begin(
        PARK, 2, ParkOptions(), PARK.position(2, ParkOptions(), "choose 0")
    )
    moves = ["gate open", "gate shut"] * 15
    there = begun.replay(Chosen(0, move) for move in moves)
    assert benchmark(there.undo, 0, 30).state == begun.state


def test_a_replay_of_300_events(benchmark: BenchmarkFixture) -> None:
    events = _events(300)
    begun = Timeline.begin(HOLDEM, SEATS, TO_THE_END)
    benchmark(begun.replay, events)
    assert _fastest(lambda: begun.replay(events)) < 0.010


def test_reading_a_saved_game_of_300_events(benchmark: BenchmarkFixture) -> None:
    begun = Timeline.begin(HOLDEM, SEATS, TO_THE_END)
    data = begun.replay(_events(300)).encode()
    benchmark.extra_info["bytes"] = len(data)
    benchmark(Timeline.decode, HOLDEM, data)
    assert _fastest(lambda: Timeline.decode(HOLDEM, data)) < 0.020


def test_trying_a_plan_of_20_moves_again(benchmark: BenchmarkFixture) -> None:
    state = PARK.position(2, ParkOptions(), "choose 0")
    plan = Plan(PARK, 0, state)
    for move in ["gate open", "gate shut"] * 10:
        plan = plan.add(move)
    assert benchmark(plan.rebase, state).levels == 20
