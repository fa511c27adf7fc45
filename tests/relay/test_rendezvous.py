"""A rendezvous: two find each other by a number, which tells nobody anything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from p2pgame.relay.counts import Counts
from p2pgame.relay.rendezvous import NOBODY, RendezvousRegistry
from p2pgame.relay.settings import Settings
from p2pgame.transport.relay.codec import read_relay
from p2pgame.transport.relay.protocol import (
    Closed,
    FromRelay,
    Knock,
    Knocked,
    Open,
    Opened,
    Replied,
    Reply,
    Shut,
)
from tests.relay.clients import GENEROUS, client, relay


class Caller:
    """Somebody at a door, and what he has heard."""

    def __init__(self) -> None:
        self._heard: list[FromRelay] = []

    def post(self, built: bytes) -> None:
        self._heard.append(read_relay(built[2 if built[1] < 126 else 4 :]))

    def heard(self) -> list[FromRelay]:
        heard, self._heard = self._heard, []
        return heard


def opened(doors: RendezvousRegistry, host: Caller, seconds: int = 60) -> int:
    number = doors.open(host, seconds)
    assert number is not None
    return number


@pytest.mark.attack(35)
async def test_guests_are_kept_apart(autojump_clock: MockClock) -> None:
    doors, host, one, two = (
        RendezvousRegistry(Settings(), Counts()),
        Caller(),
        Caller(),
        Caller(),
    )
    door = opened(doors, host)
    assert doors.knock(one, door, b"one")
    assert doors.knock(two, door, b"two")
    assert doors.knock(one, door, b"more")
    assert host.heard() == [
        Knocked(door, 1, b"one"),
        Knocked(door, 2, b"two"),
        Knocked(door, 1, b"more"),
    ]
    assert doors.reply(host, door, 2, b"for two")
    assert one.heard() == []
    assert two.heard() == [Replied(door, b"for two")]
    assert doors.reply(host, door, 3, b"for nobody")
    assert not doors.reply(one, door, 2, b"from a guest")
    assert two.heard() == []


@pytest.mark.attack(34)
async def test_whoever_knocks_in_vain_hears_the_same(autojump_clock: MockClock) -> None:
    settings = Settings(rendezvous_guests=1, rendezvous_messages=2)
    doors, host, guest, late = (
        RendezvousRegistry(settings, Counts()),
        Caller(),
        Caller(),
        Caller(),
    )
    full = opened(doors, host)
    assert doors.knock(guest, full, b"")
    never, expired, shut, left = 999_999, opened(doors, host, 1), 0, 0
    shut = opened(doors, host)
    assert doors.shut(host, shut)
    leaver = Caller()
    left = opened(doors, leaver)
    doors.leave(leaver)
    await trio.sleep(1)
    for number in (full, never, expired, shut, left):
        assert not doors.knock(late, number, b"hello")
        assert late.heard() == [Closed(number, NOBODY)]
    assert doors.knock(guest, full, b"again")
    assert not doors.knock(guest, full, b"too much")
    assert guest.heard() == [Closed(full, NOBODY)]


async def test_a_door_closes_when_its_time_is_up(autojump_clock: MockClock) -> None:
    counts = Counts()
    doors, host, guest = RendezvousRegistry(Settings(), counts), Caller(), Caller()
    long, short = opened(doors, host, 65_535), opened(doors, host, 5)
    assert doors.knock(guest, short, b"")
    await trio.sleep(4.9)
    doors.sweep()
    assert counts.rendezvous_now == 2
    await trio.sleep(0.2)
    doors.sweep()
    assert counts.rendezvous_now == 1
    assert [type(m) for m in host.heard()] == [Knocked, Closed]
    assert guest.heard() == [Closed(short, NOBODY)]
    assert not doors.is_used_by(guest)
    await trio.sleep(600)
    assert not doors.reply(host, long, 1, b"")
    assert not doors.shut(host, long)
    assert not doors.is_used_by(host)


async def test_doors_are_few_and_their_numbers_short(autojump_clock: MockClock) -> None:
    settings = Settings(rendezvous_total=200, rendezvous_each=4)
    doors, hosts = RendezvousRegistry(settings, Counts()), [Caller() for _ in range(50)]
    numbers = [opened(doors, host) for host in hosts for _ in range(4)]
    assert len({*numbers}) == 200
    assert all(0 < number < 4000 for number in numbers)
    assert all(number < 1000 for number in numbers[:50])
    assert doors.open(Caller(), 60) is None
    doors.leave(hosts[0])
    other = Caller()
    for _ in range(4):
        opened(doors, other)
    assert doors.open(other, 60) is None


async def test_two_meet_at_a_door_by_way_of_a_relay(tmp_path: Path) -> None:
    settings = replace(GENEROUS, idle=0.3, sweep=0.05)
    async with relay(tmp_path / "db", settings) as address, client(address) as host:
        await host.say(Open(60))
        door = (await host.expect(Opened)).door
        async with client(address) as guest:
            await guest.say(Knock(door, b"may I?"))
            assert await host.expect(Knocked) == Knocked(door, 1, b"may I?")
            await host.say(Reply(door, 1, b"do"))
            assert await guest.expect(Replied) == Replied(door, b"do")
            await host.say(Shut(door))
            assert await guest.expect(Closed) == Closed(door, NOBODY)
            await guest.say(Knock(door, b"still?"))
            assert await guest.expect(Closed) == Closed(door, NOBODY)


async def test_a_guest_hears_when_the_host_is_gone(tmp_path: Path) -> None:
    async with relay(tmp_path / "db") as address, client(address) as guest:
        async with client(address) as host:
            await host.say(Open(60))
            door = (await host.expect(Opened)).door
            await guest.say(Knock(door, b"hello"))
            await host.expect(Knocked)
        assert await guest.expect(Closed) == Closed(door, NOBODY)
