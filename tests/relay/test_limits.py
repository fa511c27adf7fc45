"""Each limit of a relay refuses with the right word, and costs nobody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.prefixes import Prefixes
from p2pgame.relay.settings import Rate, Settings
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.transport.link import SIZES, LinkClosed, TransportError
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Claim,
    Deliver,
    Open,
    Opened,
    Publish,
    Refusal,
    Refused,
    Reply,
    Shut,
    Stored,
    Subscribe,
    Unsubscribe,
    Work,
    is_worked,
)
from tests.relay.clients import GENEROUS, Writing, client, frame, number_of, relay

TABLE, OTHER = Writing(7), Writing(8)
SMALL = SIZES[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "relay.db"


@pytest.mark.attack(34)
async def test_only_who_has_claimed_and_subscribed_may_write(path: Path) -> None:
    async with relay(path) as address, client(address) as anna:
        publish = Publish(TABLE.topic, 5, frame(5))
        await anna.say(publish)
        assert await anna.expect(Refused) == Refused(5, Refusal.NOT_CLAIMED)
        await anna.say(TABLE.claim(anna.welcome.nonce), publish)
        assert await anna.refused() == "not-claimed"
        await anna.say(Subscribe(OTHER.topic))
        await anna.catch_up()
        await anna.say(Publish(OTHER.topic, 6, frame(6)))
        assert await anna.refused() == "not-claimed"
        await anna.say(Subscribe(TABLE.topic))
        assert (await anna.catch_up())[0] == []
        await anna.say(publish)
        assert (await anna.expect(Stored)).number == 5
        await anna.say(Unsubscribe(TABLE.topic), publish)
        assert await anna.refused() == "not-claimed"


@pytest.mark.attack(34)
async def test_a_claim_holds_for_its_key_and_its_connection(path: Path) -> None:
    async with relay(path) as at, client(at) as anna, client(at) as eve:
        claim = TABLE.claim(anna.welcome.nonce)
        wrong = OTHER.claim(anna.welcome.nonce)
        for forged in (
            Claim(TABLE.public, wrong.signature),
            Claim(TABLE.public, bytes(64)),
            Claim(bytes(32), bytes(64)),
            Claim(b"\x01" + bytes(31), b"\x01" + bytes(63)),
        ):
            await anna.say(forged)
            assert await anna.refused() == "invalid"
        await eve.say(claim)
        assert await eve.refused() == "invalid"
        await eve.say(Subscribe(TABLE.topic))
        await eve.catch_up()
        await eve.say(Publish(TABLE.topic, 1, frame(1)))
        assert await eve.refused() == "not-claimed"
        await anna.say(claim, claim)
        await anna.say(Subscribe(TABLE.topic))
        await anna.catch_up()
        await anna.say(Publish(TABLE.topic, 1, frame(1)))
        assert (await anna.expect(Stored)).number == 1


@pytest.mark.attack(29)
async def test_one_who_writes_too_much_waits_and_nobody_else(path: Path) -> None:
    settings = replace(GENEROUS, publishes=Rate(0, 3))
    async with relay(path, settings) as at, client(at) as anna, client(at) as bea:
        await anna.join(TABLE)
        await bea.join(TABLE)
        for number in range(3):
            await anna.publish(TABLE, number)
        await anna.say(Publish(TABLE.topic, 9, frame(9)))
        refused = await anna.expect(Refused)
        assert refused.number == 9
        assert refused.refusal == Refusal.RATE_LIMITED
        for number in range(3):
            assert number_of(await bea.expect(Deliver)) == number
        await bea.publish(TABLE, 4)
        assert number_of(await anna.expect(Deliver)) == 4


@pytest.mark.attack(29)
async def test_all_from_one_address_write_so_much_together(path: Path) -> None:
    settings = replace(GENEROUS, prefix_publishes=Rate(0, 3))
    async with relay(path, settings) as at, client(at) as anna, client(at) as bea:
        await anna.join(TABLE)
        await bea.join(TABLE)
        for number in range(3):
            await anna.publish(TABLE, number)
            assert number_of(await bea.expect(Deliver)) == number
        await bea.say(Publish(TABLE.topic, 4, frame(4)))
        assert await bea.refused() == "rate-limited"


@pytest.mark.parametrize("limit", ["publish_bytes", "prefix_bytes"])
async def test_bytes_are_limited_too(path: Path, limit: str) -> None:
    settings = replace(GENEROUS, **{limit: Rate(0, 3 * SMALL - 1)})  # type: ignore[arg-type]
    async with relay(path, settings) as address, client(address) as anna:
        await anna.join(TABLE)
        await anna.publish(TABLE, 1)
        await anna.publish(TABLE, 2)
        await anna.say(Publish(TABLE.topic, 3, frame(3)))
        assert await anna.refused() == "rate-limited"


@pytest.mark.attack(29)
async def test_one_who_asks_too_much_is_refused(path: Path) -> None:
    settings = replace(GENEROUS, requests=Rate(0, 3))
    async with relay(path, settings) as address, client(address) as anna:
        await anna.say(*[Unsubscribe(TABLE.topic)] * 4)
        assert await anna.refused() == "rate-limited"


async def test_a_connection_has_so_many_topics(path: Path) -> None:
    tables = [Writing(100 + n) for n in range(4)]
    settings = replace(GENEROUS, topics=3)
    async with relay(path, settings) as address, client(address) as anna:
        for table in tables[:3]:
            await anna.join(table)
        await anna.say(Subscribe(tables[3].topic))
        assert await anna.refused() == "topics"
        await anna.say(tables[3].claim(anna.welcome.nonce))
        assert await anna.refused() == "topics"
        await anna.join(tables[0])
        await anna.say(Unsubscribe(tables[0].topic), Subscribe(tables[3].topic))
        await anna.catch_up()


async def test_a_full_topic_goes_on_without_its_oldest_frames(path: Path) -> None:
    store = SqliteStore(path, room=3 * SMALL)
    async with relay(store) as at, client(at) as anna, client(at) as cara:
        await anna.join(TABLE)
        await cara.join(TABLE)
        places = [(await anna.publish(TABLE, n)).sequence for n in range(10)]
        async with client(at) as bea:
            await bea.say(Subscribe(TABLE.topic, places[2]))
            old, live = await bea.catch_up()
        assert [number_of(d) for d in old] == [7, 8, 9]
        assert live.oldest == places[7] > places[2] + 1
        # Whoever is there hears of all.
        assert [number_of(await cara.expect(Deliver)) for _ in range(10)] == [
            *range(10)
        ]
        await anna.say(Publish(TABLE.topic, 10, frame(10, SIZES[1])))
        assert await anna.refused() == "too-large"


async def test_an_old_topic_is_forgotten_and_its_cursors_still_hold(
    path: Path,
) -> None:
    now = 0.0
    store = SqliteStore(path, age=100, clock=lambda: now)
    settings = replace(GENEROUS, expire=0.01)
    async with relay(store, settings) as address, client(address) as anna:
        await anna.join(TABLE)
        last = (await anna.publish(TABLE, 1)).sequence
        now = 1000.0
        with trio.fail_after(5):
            while (await store.bounds(TABLE.topic)) != (0, 0):
                await trio.lowlevel.checkpoint()
        new = await anna.publish(TABLE, 2)
        assert new.sequence > last
        async with client(address) as bea:
            await bea.say(Subscribe(TABLE.topic, last))
            old, live = await bea.catch_up()
            assert [number_of(d) for d in old] == [2]
            assert live.oldest == new.sequence


@pytest.mark.attack(72)
async def test_nonsense_is_refused_and_ends_the_connection(path: Path) -> None:
    async with relay(path) as address:
        for nonsense in (
            b"\x00",
            b"\x63",
            b"\x01" + bytes(3),
            b"\x04" + bytes(20) + bytes(255),
            b"\x42" + bytes(24) + bytes(SMALL),
            b"\x08" + bytes(4 + 4097),
        ):
            async with client(address) as eve:
                await eve.link.send(nonsense)
                assert await eve.refused() == "invalid"
                with pytest.raises(LinkClosed):
                    await eve.hear()


@pytest.mark.attack(26)
async def test_a_message_above_the_limit_ends_the_connection(path: Path) -> None:
    async with relay(path) as address, client(address) as eve:
        await eve.link.send(bytes(MESSAGE_LIMIT + 1))
        with pytest.raises(LinkClosed):
            await eve.hear()


async def test_work_is_done_before_anything_else(path: Path) -> None:
    settings = replace(GENEROUS, bits=8)
    async with relay(path, settings) as address:
        async with client(address) as eve:
            await eve.say(Subscribe(TABLE.topic))
            assert await eve.refused() == "work"
            await eve.wait_end()
        async with client(address) as eve:
            nonce = eve.welcome.nonce
            answers = (n.to_bytes(8) for n in range(10**6))
            wrong = next(a for a in answers if not is_worked(nonce, a, 8))
            await eve.say(Work(wrong))
            assert await eve.refused() == "work"
            await eve.wait_end()
        async with client(address) as anna:
            nonce = anna.welcome.nonce
            assert anna.welcome.bits == 8
            right = next(a for a in answers if is_worked(nonce, a, 8))
            await anna.say(Work(right))
            await anna.join(TABLE)
            await anna.say(Work(right))
            await anna.publish(TABLE, 1)


@pytest.mark.attack(33)
async def test_in_an_attack_newcomers_have_work_to_do(path: Path) -> None:
    settings = replace(GENEROUS, attack=2.0, attack_bits=4)
    async with relay(path, settings) as address:
        bits = []
        for _ in range(8):
            async with client(address) as one:
                bits.append(one.welcome.bits)
        assert bits[:4] == [0] * 4
        assert bits[-1] == 4


@pytest.mark.attack(33)
async def test_one_address_makes_no_attack_of_which_all_pay(
    autojump_clock: object,
) -> None:
    prefixes = Prefixes(Settings(), Counts())
    for _ in range(1000):
        prefixes.enter("192.0.2.1")
    assert not prefixes.is_attacked


@pytest.mark.attack(33)
async def test_an_attack_is_logged_once_and_names_nobody(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    prefixes = Prefixes(Settings(attack=2.0), Counts())
    for minute in range(2):
        for number in range(50):
            prefixes.enter(f"192.0.2.{number}")
        assert len(caplog.messages) == minute + 1
        assert "192" not in caplog.text
        await trio.sleep(61)


@pytest.mark.attack(33)
async def test_one_prefix_has_so_many_connections(path: Path) -> None:
    settings = replace(GENEROUS, per_prefix=2)
    async with relay(path, settings) as address:
        async with client(address), client(address):
            with pytest.raises(TransportError):
                async with client(address):
                    pass
        async with client(address):
            pass


async def test_too_much_that_goes_wrong_ends_the_connection(path: Path) -> None:
    settings = replace(GENEROUS, failures=Rate(0, 2))
    async with relay(path, settings) as address, client(address) as eve:
        for _ in range(2):
            await eve.say(Claim(TABLE.public, bytes(64)))
            assert await eve.refused() == "invalid"
        await eve.say(Claim(TABLE.public, bytes(64)))
        assert await eve.refused() == "invalid"
        assert await eve.refused() == "faults"
        await eve.wait_end()


@pytest.mark.attack(35)
async def test_doors_of_others_are_refused(path: Path) -> None:
    settings = replace(GENEROUS, rendezvous_each=1)
    async with relay(path, settings) as at, client(at) as anna, client(at) as eve:
        await anna.say(Open(60))
        door = (await anna.expect(Opened)).door
        await anna.say(Open(60))
        assert await anna.refused() == "doors"
        await eve.say(Reply(door, 1, b"hello"), Shut(door))
        assert await eve.refused() == "invalid"
        assert await eve.refused() == "invalid"
        await anna.say(Shut(door), Open(60))
        await anna.expect(Opened)


async def test_a_prefix_is_an_address_or_a_home(autojump_clock: object) -> None:
    settings = Settings(per_prefix=1, arrivals=Rate(1, 100))
    prefixes = Prefixes(settings, Counts())
    assert prefixes.enter("192.0.2.1")
    assert not prefixes.enter("192.0.2.1")
    assert not prefixes.enter("::ffff:192.0.2.1")
    assert prefixes.enter("192.0.2.2")
    assert prefixes.enter("2001:db8::1")
    assert not prefixes.enter("2001:db8::ffff:1")
    assert not prefixes.enter("2001:db8:0:0:1::%eth0")
    assert prefixes.enter("2001:db8:0:1::1")
    for host in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"):
        prefixes.leave(host)
    assert prefixes.enter("192.0.2.1")
    first = prefixes.of("192.0.2.1")
    prefixes.leave("192.0.2.1")
    prefixes.forget()
    assert prefixes.of("192.0.2.1") is first
    await trio.sleep(10)
    prefixes.forget()
    assert prefixes.of("192.0.2.1") is not first


@pytest.mark.attack(33)
async def test_arrivals_from_a_prefix_are_limited(autojump_clock: object) -> None:
    prefixes = Prefixes(Settings(arrivals=Rate(0.5, 3)), Counts())
    let_in = [prefixes.enter("192.0.2.1") for _ in range(4)]
    assert let_in == [True, True, True, False]
    await trio.sleep(2)
    assert prefixes.enter("192.0.2.1")
    assert not prefixes.enter("192.0.2.1")


@pytest.mark.attack(33)
async def test_who_reads_much_of_the_store_leaves_it_to_others_in_between(
    autojump_clock: object,
) -> None:
    prefixes = Prefixes(Settings(), Counts())
    begun: dict[str, list[float]] = {"192.0.2.1": [], "192.0.2.2": []}

    async def read(host: str, seconds: float) -> None:
        async with prefixes.of(host).reading():
            begun[host].append(trio.current_time() - start)
            await trio.sleep(seconds)

    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            nursery.start_soon(read, "192.0.2.1", 0.001)
            nursery.start_soon(read, "192.0.2.2", 1.0)
    assert begun["192.0.2.1"] == pytest.approx([0, 0.003, 0.006])
    # A disk that is stuck is nobody's fault.
    assert begun["192.0.2.2"] == pytest.approx([0, 1.02, 2.04])
