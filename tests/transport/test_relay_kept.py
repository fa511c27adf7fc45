"""A subscription is kept: it is tried again, more and more seldom, and goes on."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.relay import client as relay_client
from p2pgame.transport.relay.client import (
    FIRST_PAUSE,
    GOOD_AFTER,
    LONGEST_PAUSE,
    Subscription,
    keep,
)
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.protocol import (
    Live,
    Welcome,
)
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.pairs import PATIENCE
from tests.transport.scripted import PLENTY, frame
from tests.transport.tiny_relay import WELCOME, TinyRelay

TOPIC = bytes(range(16))


class Near:
    """A socket, as far as a subscription looks at it."""

    source = None

    def __init__(self, link: Link) -> None:
        self.send, self.receive, self.aclose = link.send, link.receive, link.aclose


class Line:
    """A subscription whose connections a test makes up, by trio's clock alone."""

    def __init__(self, *fates: float | None) -> None:
        #: How long each connection lasts in turn; None: it can't be had.
        self.fates = [*fates]
        self.tried: list[float] = []
        #: How long it takes until one can't be had.
        self.slowness = 0.0

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> Subscription:
        subscription = Subscription(RelayUrl("a.example", 80, "/", False), TOPIC)
        monkeypatch.setattr(relay_client, "greet", self.greet)
        return subscription

    async def greet(
        self,
        url: RelayUrl,
        *,
        tls: ssl.SSLContext | None,
        source: int | None,
        allows: object,
    ) -> tuple[Near, Welcome]:
        self.tried.append(trio.current_time())
        if not self.fates:
            await trio.sleep_forever()
        if self.fates[0] is None:
            del self.fates[0]
            await trio.sleep(self.slowness)
            raise TransportError("It can't be reached.")
        near, far = memory_pair(PLENTY)
        await far.send(encode(Live(TOPIC, 0, 0)))
        return Near(near), WELCOME

    async def use(self, link: RelayLink) -> None:
        fate = self.fates.pop(0)
        assert fate is not None
        with trio.move_on_after(fate):
            await link.receive()
        raise LinkClosed("The network is gone.")

    @property
    def pauses(self) -> list[float]:
        return [later - one for one, later in pairwise(self.tried)]


def always(byte: int) -> Callable[[int], bytes]:
    return lambda size: bytes([byte]) * size


async def kept(line: Line, subscription: Subscription, entropy: Entropy) -> None:
    with trio.move_on_after(1000):
        await keep(subscription, line.use, entropy)


@pytest.mark.attack(33)
@pytest.mark.parametrize(("byte", "part"), [(0, 0.5), (255, 1.0)])
async def test_each_further_attempt_waits_longer_up_to_a_bound(
    byte: int,
    part: float,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: MockClock,
) -> None:
    line = Line(*[None] * 14)
    subscription = line.patch(monkeypatch)
    await kept(line, subscription, always(byte))
    expected = [min(FIRST_PAUSE * 1.5**n, LONGEST_PAUSE) * part for n in range(14)]
    assert line.pauses == pytest.approx(expected)
    assert subscription.trouble == "It can't be reached."


async def test_only_a_connection_that_lasts_makes_the_pauses_short_again(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    line = Line(None, None, 0.0, GOOD_AFTER, None)
    await kept(line, line.patch(monkeypatch), always(255))
    first, second, third, fourth, fifth = line.pauses
    assert (first, second) == pytest.approx((FIRST_PAUSE, FIRST_PAUSE * 1.5))
    assert third == pytest.approx(FIRST_PAUSE * 1.5**2)
    assert fourth == pytest.approx(GOOD_AFTER + FIRST_PAUSE)
    assert fifth == pytest.approx(FIRST_PAUSE * 1.5)


async def test_a_relay_that_takes_long_to_fail_is_not_a_good_one(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    line = Line(None, None, None)
    line.slowness = 2 * GOOD_AFTER
    await kept(line, line.patch(monkeypatch), always(255))
    pauses = [pause - line.slowness for pause in line.pauses]
    assert pauses == pytest.approx([FIRST_PAUSE * 1.5**n for n in range(3)])


async def test_a_users_own_error_is_not_taken_for_a_lost_link(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    async def use(link: RelayLink) -> None:
        raise RuntimeError("our fault")

    line = Line(1.0)
    subscription = line.patch(monkeypatch)
    with pytest.raises(RuntimeError, match="our fault"):
        await keep(subscription, use, always(0))
    assert subscription.link is None


async def test_a_kept_subscription_survives_the_relays_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relay_client, "FIRST_PAUSE", 0.01)
    got: list[bytes] = []

    async def use(link: RelayLink) -> None:
        while True:
            got.append(await link.receive())
            came.set()

    relay = TinyRelay()
    relay.kept[TOPIC] = [frame(1)]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for number in (1, 2):
                came = trio.Event()
                async with trio.open_nursery() as running:
                    await running.start(relay.run)
                    if number == 1:
                        subscription = Subscription(relay.url, TOPIC)
                        nursery.start_soon(keep, subscription, use, always(0))
                    await came.wait()
                    assert got[-1] == frame(number)
                    running.cancel_scope.cancel()
                relay.kept[TOPIC].append(frame(number + 1))
            nursery.cancel_scope.cancel()
    assert got == [frame(1), frame(2)]
