"""A task in a process of its own ends in time, and takes no more memory than it may."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess

import pytest

from p2pgame.workers import Bounds, Confined, TookTooLong, WorkerLost
from tests.workers import tasks

MEMORY = 512 * 1024 * 1024
LONG = Bounds(60.0, MEMORY)


@pytest.fixture(scope="module")
def confined() -> Iterator[Confined]:
    with Confined(LONG) as process:
        yield process


def do(confined: Confined, what: str) -> object:
    return confined.do(tasks.confined, what, lambda far: None)


def test_a_process_does_one_task_after_another_and_tells_how_far_it_is(
    confined: Confined,
) -> None:
    heard: list[int] = []
    first = confined.do(tasks.confined, "count", heard.append)
    assert heard == [1, 2, 3]
    assert do(confined, "count") == first


def test_a_process_that_only_starts_is_no_trouble_to_whoever_ends_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = SpawnProcess.start
    with Confined(LONG) as process:

        def starting(self: SpawnProcess) -> None:
            process.kill()
            start(self)

        monkeypatch.setattr(SpawnProcess, "start", starting)
        assert do(process, "count") is not None


def test_a_task_that_does_not_end_is_stopped() -> None:
    with Confined(Bounds(0.2, MEMORY)) as process, pytest.raises(TookTooLong):
        do(process, "loop")


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory here")
def test_a_task_that_takes_too_much_memory_is_told(confined: Confined) -> None:
    before = do(confined, "count")
    with pytest.raises(MemoryError):
        do(confined, "fill")
    assert do(confined, "count") != before


def test_a_killed_process_is_told_and_replaced(confined: Confined) -> None:
    before = do(confined, "count")
    with pytest.raises(WorkerLost):
        do(confined, "die")
    assert do(confined, "count") != before


def test_what_the_work_raises_is_raised_here(confined: Confined) -> None:
    with pytest.raises(KeyError, match="nothing"):
        do(confined, "nothing")
