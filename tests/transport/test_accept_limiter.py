"""A listener takes in so many connections in a second, and none is lost."""

from __future__ import annotations

import socket

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.accept_limiter import AcceptLimiter


class Crowd(trio.abc.Listener[trio.SocketStream]):
    """A listener at which somebody always waits."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        #: Ports of those who have come, the first first.
        self.ports: list[int] = []
        self._ends: list[socket.socket] = []

    async def accept(self) -> trio.SocketStream:
        there = socket.create_connection(self._socket.getsockname())
        self.ports.append(there.getsockname()[1])
        self._ends.append(there)
        here, _ = self._socket.accept()
        return trio.SocketStream(trio.socket.from_stdlib_socket(here))

    async def aclose(self) -> None:
        self._socket.close()
        for end in self._ends:
            end.close()

    def has_ended(self, number: int) -> bool:
        """Return whether the connection is closed for who came so many places later."""
        end = self._ends[number]
        end.settimeout(5)
        return end.recv(1) == b""


async def test_a_second_s_worth_comes_in_at_once_and_then_so_many_a_second(
    autojump_clock: MockClock,
) -> None:
    times = []
    async with AcceptLimiter(Crowd(), 100, lambda host: True) as turnstile:
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


@pytest.mark.attack(33)
async def test_who_may_not_come_in_is_closed_and_keeps_nobody_out() -> None:
    crowd, answers = Crowd(), iter((False, False, True))
    asked = []

    def may(host: str) -> bool:
        asked.append(host)
        return next(answers)

    async with (
        AcceptLimiter(crowd, 100, may) as turnstile,
        await turnstile.accept() as one,
    ):
        assert one.remote == ("127.0.0.1", crowd.ports[2])
        assert asked == ["127.0.0.1"] * 3
        assert crowd.has_ended(0)
        assert crowd.has_ended(1)
        await one.stream.send_all(b"welcome")


async def test_those_who_are_turned_away_count_for_the_rate(
    autojump_clock: MockClock,
) -> None:
    """Each costs nearly as much as one who comes in."""
    asked = 0

    def may(host: str) -> bool:
        nonlocal asked
        asked += 1
        return False

    async with AcceptLimiter(Crowd(), 100, may) as turnstile:
        with trio.move_on_after(1.005):
            await turnstile.accept()
        assert 195 < asked < 205
