"""A listener takes in so many connections in a second, each source in its turn."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Iterator

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.address_prefix import prefix_of
from p2pgame.transport.listener.accept_limiter import AcceptLimiter, Verdict
from p2pgame.transport.listener.arrivals import WAITING, WAITING_EACH, Arrival, Arrivals

HOME, OTHER = "127.0.0.1", "127.0.0.2"


class Watch:
    """Lets in whoever is not at one of these hosts; counts."""

    def __init__(self, *without: str) -> None:
        self._without = without
        self.asked, self.forgotten = Counter[str](), Counter[str]()

    def lets_in(self, host: str) -> Verdict:
        self.asked[host] += 1
        return Verdict.OUT if host in self._without else Verdict.IN

    def forgets(self, arrival: Arrival) -> None:
        self.forgotten[arrival.remote[0]] += 1


class Crowd:
    """A socket that listens, and those who have come to it."""

    def __init__(self) -> None:
        self.listening = socket.create_server((HOME, 0), backlog=4096)
        self._ends: list[socket.socket] = []

    def come(self, host: str, count: int = 1) -> None:
        to = self.listening.getsockname()
        for _ in range(count):
            end = socket.create_connection(to, 5, (host, 0))
            self._ends.append(end)

    def has_ended(self, number: int) -> bool:
        """Return whether the connection is closed for who came so many places later."""
        end = self._ends[number]
        end.settimeout(5)
        return end.recv(1) == b""

    def close(self) -> None:
        for end in (self.listening, *self._ends):
            end.close()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd()
    yield crowd
    crowd.close()


async def test_a_second_s_worth_comes_in_at_once_and_then_so_many_a_second(
    autojump_clock: MockClock, crowd: Crowd
) -> None:
    times = []
    # Each from a home of its own: so none of their queues is full.
    for number in range(301):
        crowd.come(f"127.1.{number // 250}.{number % 250 + 1}")
    async with AcceptLimiter(crowd.listening, 100, Watch()) as limiter:
        start = trio.current_time()
        for _ in range(301):
            async with await limiter.accept():
                times.append(trio.current_time() - start)
        assert times[99] == 0
        assert 1.9 < times[300] < 2.1


@pytest.mark.attack(33)
async def test_who_may_not_come_in_is_closed_and_keeps_nobody_out(
    crowd: Crowd,
) -> None:
    watch = Watch(OTHER)
    crowd.come(OTHER, 2)
    crowd.come(HOME)
    async with (
        AcceptLimiter(crowd.listening, 100, watch) as limiter,
        await limiter.accept() as one,
    ):
        assert one.remote[0] == HOME
        assert watch.asked == {OTHER: 2, HOME: 1}
        assert crowd.has_ended(0)
        assert crowd.has_ended(1)
        await one.stream.send_all(b"welcome")


@pytest.mark.attack(33)
async def test_those_who_are_turned_away_take_nothing_of_the_rate(
    autojump_clock: MockClock, crowd: Crowd
) -> None:
    """Once a hundred of them made everybody else wait for a second."""
    watch = Watch(OTHER)
    async with AcceptLimiter(crowd.listening, 2, watch) as limiter:
        start = trio.current_time()
        crowd.come(OTHER, 400)
        crowd.come(HOME)
        async with await limiter.accept() as one:
            assert one.remote[0] == HOME
            assert trio.current_time() == start
        assert watch.asked[OTHER] == 400


@pytest.mark.attack(33)
async def test_a_source_that_comes_faster_than_the_rate_waits_for_itself(
    autojump_clock: MockClock, crowd: Crowd
) -> None:
    watch = Watch()
    async with AcceptLimiter(crowd.listening, 2, watch) as limiter:
        crowd.come(OTHER, 300)
        crowd.come(HOME)
        start, hosts = trio.current_time(), []
        for _ in range(4):
            async with await limiter.accept() as one:
                hosts.append(one.remote[0])
        assert HOME in hosts
        assert trio.current_time() - start < 2
        assert watch.forgotten[OTHER] >= 300 - WAITING_EACH - len(hosts)


@pytest.mark.attack(33)
async def test_nobody_waits_for_those_who_came_before_from_another_address(
    crowd: Crowd,
) -> None:
    """Where handshakes take long, 960 others came first: 1.5 seconds."""
    async with AcceptLimiter(crowd.listening, 1000, Watch(), waiting=9000) as limiter:
        crowd.come(OTHER, 320)
        crowd.come(HOME)
        hosts = []
        for _ in range(15):
            async with await limiter.accept() as one:
                hosts.append(one.remote[0])
        assert HOME in hosts


async def test_the_longest_queue_gives_way_when_all_is_full() -> None:
    watch = Watch()
    arrivals = Arrivals(watch.forgets)

    def come(host: str) -> None:
        stream = trio.SocketStream(trio.socket.socket())
        arrivals.add(Arrival(stream, (host, 1)))

    for number in range(WAITING - WAITING_EACH):
        come(f"192.0.{number // 256}.{number % 256}")
    for _ in range(WAITING_EACH):
        come(OTHER)
    come(HOME)
    assert watch.forgotten == {OTHER: 1}
    assert len(arrivals) == WAITING
    taken = [arrivals.take() for _ in range(WAITING - WAITING_EACH + 2)]
    assert [one.remote[0] for one in taken][-3:] == ["192.0.1.191", OTHER, HOME]
    for one in taken:
        one.drop()
    arrivals.close()
    assert len(arrivals) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:0:1::%eth0", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("unknown", "_hidden", True),
    ],
)
def test_a_source_is_an_address_or_a_home(one: str, other: str, *, same: bool) -> None:
    assert (prefix_of(one) == prefix_of(other)) is same
