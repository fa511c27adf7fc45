"""A table whose members are at several relay processes over one database."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.relay.redis import RedisStore
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.client import Subscription, keep
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.protocol import (
    Closed,
    Knock,
    Knocked,
    Open,
    Opened,
    Refusal,
    Replied,
    Reply,
    Shut,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from tests.relay.clients import client
from tests.relay.programs import Program, program
from tests.relay.redis_server import Gate, RedisServer
from tests.relay.seating import seat
from tests.relay.stores import SOON, read_all, running
from tests.relay.whole_games import url_of

KEY = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(KEY)[0])


@pytest.fixture
def relays(redis: RedisServer) -> Iterator[list[Program]]:
    with program(redis.url) as first, program(redis.url) as second:
        yield [first, second]


class Member:
    """Somebody at the table, who remembers what the others said."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.heard: list[bytes] = []
        self._url = RelayUrl.parse(f"ws://127.0.0.1:{port}")
        self._link: RelayLink | None = None
        self._changed = trio.Event()

    async def run(self) -> None:
        subscription = Subscription(self._url, TOPIC, KEY)
        await keep(subscription, self._attend, os.urandom)

    async def say(self, number: int) -> None:
        assert self._link is not None
        await self._link.send(f"{self.name} {number}".encode().ljust(SIZES[0]))

    async def wait_stored(self) -> None:
        assert self._link is not None
        await self._link.wait_stored()

    async def wait_live(self) -> None:
        await self._until(lambda: self._link is not None)
        assert self._link is not None
        await self._link.live.wait()

    async def wait_heard(self, count: int) -> None:
        await self._until(lambda: len(self.heard) >= count)

    async def _attend(self, link: RelayLink) -> None:
        self._link = link
        self._tell()
        while True:
            self.heard.append(await link.receive())
            self._tell()

    def _tell(self) -> None:
        self._changed.set()

    async def _until(self, condition: Callable[[], bool]) -> None:
        with trio.fail_after(SOON):
            while not condition():
                self._changed = trio.Event()
                await self._changed.wait()


def others(said: list[bytes], member: Member) -> list[bytes]:
    return [f for f in said if not f.startswith(f"{member.name} ".encode())]


async def test_members_at_two_relays_hear_all_in_one_order_and_survive_one_of_them(
    redis: RedisServer, relays: list[Program]
) -> None:
    """One address stands before both relays, and leads to those that are there."""
    doors = [relay.address for relay in relays]

    async def dial() -> trio.SocketStream:
        doors.append(doors.pop(0))
        return await trio.open_tcp_stream(*doors[0])

    async with trio.open_nursery() as nursery:
        front = Gate(dial)
        await nursery.start(front.run)
        members = [Member(name, front.port) for name in "ABCD"]
        for member in members:
            nursery.start_soon(member.run)
            await member.wait_live()
        for number in range(8):
            for member in members:
                await member.say(number)
        for member in members:
            await member.wait_heard(3 * 8)
            await member.wait_stored()

        # A and C are at the second relay, for each newcomer turns the doors.
        for number in range(8, 16):
            for member in members[1::2]:
                await member.say(number)
            if number == 12:
                doors.remove(relays[1].address)
                relays[1].process.kill()
        for member in members[::2]:
            await member.wait_heard(3 * 8 + 2 * 8)
            await member.wait_live()
        for number in range(8, 16):
            for member in members[::2]:
                await member.say(number)
        for member in members:
            await member.wait_heard(3 * 16)
        store = RedisStore(redis.url)
        async with running(store):
            said = [kept.frame for kept in await read_all(store, TOPIC)]
        nursery.cancel_scope.cancel()
    assert len(said) == len(set(said)) == 4 * 16
    for member in members:
        assert member.heard == others(said, member)


async def test_a_door_is_one_at_all_relays(relays: list[Program]) -> None:
    here, there = (relay.address for relay in relays)
    async with client(here) as host, client(there) as guest, client(here) as near:
        await host.say(Open(60))
        door = (await host.expect(Opened)).door
        for number, one in enumerate((guest, near, guest), 1):
            await one.say(Knock(door, b"%d" % number))
            knocked = await host.expect(Knocked)
            assert (knocked.door, knocked.body) == (door, b"%d" % number)
            await host.say(Reply(door, knocked.guest, b"hello %d" % number))
            assert (await one.expect(Replied)).body == b"hello %d" % number
        async with client(there) as other:
            await other.say(Knock(door, b"other"))
            assert (await host.expect(Knocked)).guest == 3
        await guest.say(Knock(door + 1, b"nobody"))
        assert (await guest.expect(Closed)).door == door + 1
        await host.say(Shut(door))
        for one in (guest, near):
            assert await one.expect(Closed) == Closed(door, Refusal.NOBODY)
            await one.say(Knock(door, b"too late"))
            assert await one.expect(Closed) == Closed(door, Refusal.NOBODY)


async def test_a_door_ends_with_its_host_and_with_its_relay(
    relays: list[Program],
) -> None:
    here, there = (relay.address for relay in relays)
    async with client(there) as guest:
        async with client(here) as host:
            await host.say(Open(60))
            door = (await host.expect(Opened)).door
            await guest.say(Knock(door, b"knock"))
            await host.expect(Knocked)
        assert (await guest.expect(Closed)).door == door
        async with client(here) as host:
            await host.say(Open(60))
            door = (await host.expect(Opened)).door
            relays[0].process.kill()
            await guest.say(Knock(door, b"knock"))
            assert (await guest.expect(Closed)).refusal == Refusal.NOBODY


async def test_failures_at_another_relay_s_door_count(redis: RedisServer) -> None:
    strict = ("failures=0/3", "rendezvous_guests=0")
    with program(redis.url, *strict) as first, program(redis.url, *strict) as second:
        async with client(first.address) as host, client(second.address) as guest:
            await host.say(Open(60))
            door = (await host.expect(Opened)).door
            for _ in range(4):
                await guest.say(Knock(door, b"knock"))
                assert (await guest.expect(Closed)).door == door
            assert await guest.refused() == "faults"


async def test_host_and_guest_at_two_relays_meet_by_words(
    relays: list[Program], tmp_path: Path
) -> None:
    here, there = (RelayUrl.parse(url_of(relay)) for relay in relays)
    await seat(tmp_path, here, words=True, guests=there)
