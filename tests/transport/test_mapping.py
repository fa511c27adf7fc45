"""A router's port, kept for as long as we play."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address
from p2pgame.transport.paths.mapping import (
    LEASE,
    RENEW_EVERY,
    RETRY_EVERY,
    Grant,
    Router,
    mapped,
)

OUTSIDE = "203.0.113.7"


@dataclass(slots=True)
class Scripted:
    """A router that answers as it is told, and remembers when it was asked."""

    host: str = OUTSIDE
    seconds: int = LEASE
    is_silent: bool = False
    asked: list[tuple[float, int]] = field(default_factory=list)
    removed: list[Address] = field(default_factory=list)

    async def add(self, port: int, wanted: int, seconds: int) -> Grant:
        await trio.lowlevel.checkpoint()
        self.asked.append((trio.current_time(), wanted))
        if self.is_silent:
            raise TransportError("Nobody answers.")
        return Grant(
            (self.host, wanted + 1 if wanted == port else wanted), self.seconds
        )

    async def remove(self, port: int, external: Address) -> None:
        await trio.lowlevel.checkpoint()
        self.removed.append(external)

    async def find(self) -> Router:
        await trio.lowlevel.checkpoint()
        return self


async def nobody() -> Router:
    await trio.lowlevel.checkpoint()
    raise TransportError("There is no router.")


async def test_it_is_renewed_under_its_number_and_given_back(
    autojump_clock: MockClock,
) -> None:
    router = Scripted(seconds=1000)
    async with mapped(4000, [nobody, router.find]) as mapping:
        assert mapping.external == (OUTSIDE, 4001)
        await trio.sleep(1100)
        assert router.asked == [(0, 4000), (500, 4001), (1000, 4001)]
        assert router.removed == []
    assert router.removed == [(OUTSIDE, 4001)]


@pytest.mark.parametrize("seconds", [0, 7 * 24 * 3600])
async def test_a_router_that_starts_anew_is_asked_again_soon(
    seconds: int, autojump_clock: MockClock
) -> None:
    router = Scripted(seconds=seconds)
    async with mapped(4000, [router.find]):
        await trio.sleep(RENEW_EVERY + 1)
    assert [at for at, _ in router.asked] == [0, RENEW_EVERY]


async def test_a_change_is_told(autojump_clock: MockClock) -> None:
    router = Scripted()
    async with mapped(4000, [router.find]) as mapping:
        router.is_silent = True
        await mapping.wait_changed()
        assert mapping.external is None
        router.is_silent, router.host = False, "203.0.113.8"
        await mapping.wait_changed()
        assert mapping.external == ("203.0.113.8", 4001)
        assert trio.current_time() == RENEW_EVERY + RETRY_EVERY


async def test_a_router_behind_a_router_is_no_use(autojump_clock: MockClock) -> None:
    inner, outer = Scripted(host="192.168.0.2"), Scripted()
    async with mapped(4000, [inner.find, outer.find]) as mapping:
        assert mapping.external == (OUTSIDE, 4001)
        assert inner.removed == [("192.168.0.2", 4001)]


async def test_without_a_router_there_is_none(autojump_clock: MockClock) -> None:
    with pytest.raises(TransportError, match="No router"):
        async with mapped(4000, [nobody, Scripted(is_silent=True).find]):
            pass


async def test_it_is_given_back_even_when_all_is_cancelled(
    autojump_clock: MockClock,
) -> None:
    router = Scripted()
    with trio.move_on_after(1):
        async with mapped(4000, [router.find]):
            await trio.sleep_forever()
    assert router.removed == [(OUTSIDE, 4001)]


@pytest.mark.attack(29)
async def test_a_router_whose_leases_are_short_is_asked_once_a_minute(
    autojump_clock: MockClock,
) -> None:
    """Each time it may name another address, which is told to everybody."""
    router = Scripted(seconds=1)
    async with mapped(4000, [router.find]):
        await trio.sleep(3 * RETRY_EVERY + 1)
    assert len(router.asked) == 4
