"""A relay keeps frames in order, and hands each to everybody once."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom

import trio

from p2pgame.transport.relay.protocol import Deliver, Live, Publish, Stored, Subscribe
from tests.relay.clients import (
    PATIENCE,
    Writing,
    client,
    frame,
    number_of,
    relay,
)


async def test_a_frame_is_stored_and_handed_to_the_others(tmp_path: Path) -> None:
    table = Writing()
    async with (
        relay(tmp_path / "relay.db") as at,
        client(at) as anna,
        client(at) as bea,
    ):
        assert await anna.join(table) == [] == await bea.join(table)
        stored = await anna.publish(table, 7)
        assert stored == Stored(table.topic, 7, stored.sequence)
        heard = await bea.expect(Deliver)
        assert heard == Deliver(table.topic, stored.sequence, frame(7))
        answered = await bea.publish(table, 8)
        assert answered.sequence > stored.sequence
        assert number_of(await anna.expect(Deliver)) == 8


async def test_who_comes_back_gets_what_is_behind_his_cursor(tmp_path: Path) -> None:
    table = Writing()
    async with relay(tmp_path / "relay.db") as address, client(address) as anna:
        await anna.join(table)
        places = [(await anna.publish(table, n)).sequence for n in range(5)]
        for missed in range(6):
            async with client(address) as bea:
                cursor = places[missed - 1] if missed else 0
                old = await bea.join(table, cursor)
                assert [number_of(d) for d in old] == list(range(missed, 5))


async def test_a_topic_outlives_the_relay(tmp_path: Path) -> None:
    table = Writing()
    for round_ in range(3):
        async with relay(tmp_path / "relay.db") as address, client(address) as anna:
            old = await anna.join(table)
            assert [number_of(d) for d in old] == list(range(round_))
            await anna.publish(table, round_)


async def test_at_the_seam_nothing_is_missing_and_nothing_comes_twice(
    tmp_path: Path,
) -> None:
    """Some write all the time while others come, go and come back anywhere."""
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    random, table = Random(seed), Writing(1)
    written: list[int] = []

    async def write(address: tuple[str, int], first: int) -> None:
        async with client(address) as writer:
            cursor = max((d.sequence for d in await writer.join(table)), default=0)
            stored = 0
            for number in range(first, first + 60):
                size = random.choice((256, 1024, 16384))
                # The readers may have it before its writer hears that it is kept.
                written.append(number)
                await writer.say(Publish(table.topic, number, frame(number, size)))
                while not isinstance(heard := await writer.hear(), Stored):
                    assert isinstance(heard, Deliver)
                    assert heard.sequence > cursor
                    cursor = heard.sequence
                assert heard.sequence > stored
                stored = heard.sequence

    async def read(address: tuple[str, int]) -> None:
        seen: list[Deliver] = []
        with trio.fail_after(2 * PATIENCE):
            while len(seen) < 180:
                async with client(address) as reader:
                    at = seen[-1].sequence if seen else 0
                    await reader.say(Subscribe(table.topic, at))
                    for _ in range(random.randrange(1, 60)):
                        if len(seen) == 180:
                            break
                        heard = await reader.hear()
                        if isinstance(heard, Deliver):
                            seen.append(heard)
        sequences = [d.sequence for d in seen]
        assert sequences == sorted(set(sequences))
        assert sorted(map(number_of, seen)) == sorted(written)
        orders.append([number_of(d) for d in seen])

    orders: list[list[int]] = []
    async with relay(tmp_path / "relay.db") as address, trio.open_nursery() as nursery:
        for first in (0, 1000, 2000):
            nursery.start_soon(write, address, first)
        for _ in range(4):
            nursery.start_soon(read, address)
    assert all(order == orders[0] for order in orders)


async def test_what_a_relay_has_lost_is_sent_again_from_its_start(
    tmp_path: Path,
) -> None:
    """A cursor of another life of the relay is above all that it has."""
    table = Writing()
    async with relay(tmp_path / "relay.db") as address, client(address) as anna:
        await anna.join(table)
        await anna.publish(table, 1)
        async with client(address) as bea:
            await bea.say(Subscribe(table.topic, 2**64 - 1))
            old, live = await bea.catch_up()
            assert [number_of(d) for d in old] == [1]
            assert live == Live(table.topic, live.newest, live.newest)


async def test_two_topics_of_one_connection_are_two(tmp_path: Path) -> None:
    one, two = Writing(1), Writing(2)
    async with relay(tmp_path / "relay.db") as address, client(address) as anna:
        await anna.join(one)
        await anna.join(two)
        async with client(address) as bea:
            await bea.join(one)
            assert (await anna.publish(one, 1)).topic == one.topic
            assert (await anna.publish(two, 2)).topic == two.topic
            await anna.publish(one, 3)
            heard = [number_of(await bea.expect(Deliver)) for _ in range(2)]
            assert heard == [1, 3]


async def test_a_writer_reads_what_is_old_before_it_writes(tmp_path: Path) -> None:
    table = Writing()
    async with relay(tmp_path / "relay.db") as address, client(address) as anna:
        await anna.join(table)
        for number in range(50):
            await anna.publish(table, number)
        async with client(address) as bea:
            await bea.say(table.claim(bea.welcome.nonce), Subscribe(table.topic))
            old, _ = await bea.catch_up()
            assert [number_of(d) for d in old] == list(range(50))
            assert (await bea.publish(table, 99)).number == 99


async def test_who_subscribes_anew_is_served_anew(tmp_path: Path) -> None:
    """What was under way for the first time does not come in between."""
    table = Writing()
    async with relay(tmp_path / "relay.db") as address, client(address) as anna:
        await anna.join(table)
        for number in range(40):
            await anna.publish(table, number)
        async with client(address) as bea:
            await bea.say(*[Subscribe(table.topic, n) for n in range(10)])
            heard: list[int] = []
            while heard[-1:] != [39]:
                message = await bea.hear()
                if isinstance(message, Deliver):
                    heard.append(number_of(message))
            await anna.publish(table, 40)
            while heard[-1:] != [40]:
                message = await bea.hear()
                if isinstance(message, Deliver):
                    heard.append(number_of(message))
            # Rounds may have been left out, but each ran from its start on.
            last = len(heard) - heard[::-1].index(9) - 1
            assert heard[last:] == list(range(9, 41))
