"""A listener takes in so many connections in a second, and none is lost."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from p2pgame.transport.turnstile import Turnstile


class Crowd(trio.abc.Listener[trio.SocketStream]):
    """A listener at which somebody always waits."""

    async def accept(self) -> trio.SocketStream:
        here, there = trio.socket.socketpair()
        there.close()
        return trio.SocketStream(here)

    async def aclose(self) -> None: ...


async def test_a_second_s_worth_comes_in_at_once_and_then_so_many_a_second(
    autojump_clock: MockClock,
) -> None:
    turnstile = Turnstile(Crowd(), 100)
    times = []
    await trio.sleep(10)
    start = trio.current_time()
    for _ in range(301):
        async with await turnstile.accept():
            times.append(trio.current_time() - start)
    assert times[99] == 0
    assert 1.9 < times[300] < 2.1
    await trio.sleep(10)
    start = trio.current_time()
    async with await turnstile.accept():
        assert trio.current_time() == start
