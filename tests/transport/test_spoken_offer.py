"""Hosts and guests at a door in memory: who is asked about, and how it ends."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from random import Random

import pytest
import trio

from p2pgame.transport.finding.slip import NotWelcome
from p2pgame.transport.finding.spoken import (
    FAILURES,
    LIFETIME,
    Host,
    RendezvousShut,
    WrongCode,
    offer,
    take,
)
from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.protocol import BODY_LIMIT
from tests.transport.test_spoken import CODE, INVITE, OTHER, guest


class Corridor:
    """A door in memory: the host's side, and a side for each guest."""

    number = 7

    def __init__(self) -> None:
        self._in, self._knocks = trio.open_memory_channel[tuple[int, bytes]](math.inf)
        self._guests: list[Side] = []

    def knocks(self) -> AsyncIterator[tuple[int, bytes]]:
        return self._knocks

    async def reply(self, guest: int, body: bytes) -> None:
        assert len(body) <= BODY_LIMIT
        await self._guests[guest].replies.send(body)

    def enter(self) -> Side:
        side = Side(len(self._guests), self._in)
        self._guests.append(side)
        return side

    def close(self) -> None:
        self._in.close()


class Side:
    def __init__(
        self, number: int, out: trio.MemorySendChannel[tuple[int, bytes]]
    ) -> None:
        self._number, self._out = number, out
        self.replies, self._heard = trio.open_memory_channel[bytes](math.inf)

    async def say(self, body: bytes) -> None:
        assert len(body) <= BODY_LIMIT
        await self._out.send((self._number, body))

    async def hear(self) -> bytes:
        return await self._heard.receive()


@pytest.mark.attack(39)
async def test_friends_meet_at_a_door_and_the_host_says_who_comes_in() -> None:
    chance, door = Random(24), Corridor()
    invites: dict[str, bytes] = {}
    hosts: list[str] = []
    asked: list[str] = []

    looking = 0

    async def ask(name: str) -> bool:
        nonlocal looking
        looking += 1
        assert looking == 1
        asked.append(name)
        while len(asked) == 1 and len(hosting.asking) < 3:
            await trio.lowlevel.checkpoint()
        looking -= 1
        return name != "Eve"

    async def come(name: str) -> None:
        comer = guest(chance, name=name)
        try:
            invites[name] = await take(door.enter(), comer, told=hosts.append)
        except NotWelcome:
            invites[name] = b""

    now = trio.current_time()
    hosting = Host(CODE, INVITE, chance.randbytes, name="Anna", now=now)
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(offer, door, hosting, ask)
            async with trio.open_nursery() as comers:
                for name in ("Bob", "Carol", "Eve"):
                    comers.start_soon(come, name)
            nursery.cancel_scope.cancel()
    assert invites == {"Bob": INVITE, "Carol": INVITE, "Eve": b""}
    assert sorted(asked) == ["Bob", "Carol", "Eve"]
    assert hosts == ["Anna"] * 3


async def test_an_offer_ends_after_three_wrong_guesses_with_a_sentence() -> None:
    chance, door = Random(25), Corridor()
    wrong = []

    async def ask(name: str) -> bool:
        raise AssertionError("nobody is asked about")

    async def guess() -> None:
        for _ in range(FAILURES):
            try:
                await take(door.enter(), guest(chance, OTHER))
            except WrongCode as error:
                wrong.append(str(error))

    hosting = Host(CODE, INVITE, chance.randbytes, name="Anna", now=trio.current_time())
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guess)
            with pytest.raises(RendezvousShut, match="three times"):
                await offer(door, hosting, ask)
    assert len(wrong) == FAILURES


async def test_an_offer_ends_with_its_time(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def ask(name: str) -> bool:
        return True

    now = trio.current_time()
    await offer(Corridor(), Host(CODE, b"", bytes, name="Anna", now=now), ask)
    assert trio.current_time() - now == LIFETIME


async def test_an_offer_ends_with_its_door_and_asks_about_nobody_any_more() -> None:
    chance, door, was_given_up = Random(27), Corridor(), False

    async def ask(name: str) -> bool:
        nonlocal was_given_up
        door.close()
        try:
            await trio.sleep_forever()
        finally:
            was_given_up = True

    hosting = Host(CODE, INVITE, chance.randbytes, name="Anna", now=trio.current_time())
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(take, door.enter(), guest(chance))
            await offer(door, hosting, ask)
            nursery.cancel_scope.cancel()
    assert was_given_up


async def test_an_offer_says_plainly_that_the_relay_is_gone() -> None:
    class Gone(Corridor):
        async def reply(self, guest: int, body: bytes) -> None:
            raise LinkClosed("The relay is gone.")

    async def ask(name: str) -> bool:
        return True

    chance, door = Random(28), Gone()
    hosting = Host(CODE, INVITE, chance.randbytes, name="Anna", now=trio.current_time())
    await door.enter().say(guest(chance).start())
    with trio.fail_after(10), pytest.raises(LinkClosed):
        await offer(door, hosting, ask)
