"""The disk gets on, however busy the loop is."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.sqlite.threads import MOMENT, PATIENCE, Threads
from tests.relay.clients import frame
from tests.relay.stores import running

TOPICS = [bytes([number]) * 16 for number in range(20)]
FRAMES = 600

#: Rounds that the loop is busy for, at most: of a third of a millisecond each, where
#: nothing else runs.  A thread that is not helped needs several times as many.
ROUNDS = 8000


async def be_busy_until(is_done: Callable[[], bool]) -> None:
    """Keep the loop busy, as many connections do that have something to say.

    It calls the system all the time, and lets go of the interpreter's lock for that.
    """
    one, other = socket.socketpair()
    one.setblocking(False)
    with one, other:
        for _ in range(ROUNDS):
            for _ in range(4):
                sum(range(5000))
                other.send(b".")
                one.recv(1)
            await trio.lowlevel.checkpoint()
            if is_done():
                return
    raise AssertionError("the thread has starved")


@pytest.mark.attack(29)
async def test_what_is_to_be_kept_does_not_wait_for_a_busy_loop(tmp_path: Path) -> None:
    store, answers = SqliteStore(tmp_path / "relay.db"), list[int | str]()
    async with running(store):
        for topic in TOPICS:
            store.follow(topic)
        for number in range(FRAMES):
            topic = TOPICS[number % len(TOPICS)]
            store.append(topic, frame(number), b"", answers.append)
        await be_busy_until(lambda: len(answers) == FRAMES)
    assert all(isinstance(answer, int) for answer in answers)


@pytest.mark.attack(33)
async def test_a_crowd_that_waits_for_a_thread_holds_up_nobody(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop waits as if there were only one, and not at all for what is quick."""
    limiter, held, moments = trio.CapacityLimiter(1), threading.Event(), list[float]()
    monkeypatch.setattr("p2pgame.relay.sqlite.threads.time.sleep", moments.append)
    crowd = Threads()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.help)
        await crowd.run(bool, limiter)
        mock_clock.jump(PATIENCE)
        await wait_all_tasks_blocked()
        assert not moments
        try:
            async with trio.open_nursery() as asking:
                for _ in range(100):
                    asking.start_soon(crowd.run, held.wait, limiter)
                await wait_all_tasks_blocked()
                mock_clock.jump(PATIENCE)
                await wait_all_tasks_blocked()
                assert moments == [MOMENT]
                held.set()
        finally:
            held.set()
        nursery.cancel_scope.cancel()
