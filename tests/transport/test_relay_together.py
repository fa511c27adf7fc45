"""Our client and the relay that people run, over real sockets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.relay.settings import Rate
from p2pgame.transport.link import Link, LinkClosed, Mailbox, TransportError
from p2pgame.transport.relay import window as relay_window
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.rendezvous import (
    RendezvousClosed,
    join_rendezvous,
    open_rendezvous,
)
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.certificates import contexts
from tests.transport.pairs import PATIENCE
from tests.transport.real_relay import GENEROUS, real_relay
from tests.transport.scripted import frame

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])


async def receive(link: Link, count: int) -> list[bytes]:
    with trio.fail_after(PATIENCE):
        return [await link.receive() for _ in range(count)]


async def publish(link: RelayLink, *numbers: int) -> None:
    with trio.fail_after(PATIENCE):
        for number in numbers:
            await link.send(frame(number))
        await link.wait_stored()


async def test_whoever_comes_later_gets_all_and_whoever_comes_back_the_rest() -> None:
    async with real_relay() as url:
        writer = await Subscription(url, TOPIC, SEED).connect()
        reader = Subscription(url, TOPIC)
        await publish(writer, 1, 2, 3, 4, 5)
        link = await reader.connect()
        assert await receive(link, 3) == [frame(1), frame(2), frame(3)]
        await link.aclose()
        await publish(writer, 6)
        link = await reader.connect()
        assert await receive(link, 3) == [frame(4), frame(5), frame(6)]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.receive)
            with trio.fail_after(PATIENCE):
                await link.live.wait()
            nursery.cancel_scope.cancel()
        assert link.observed is not None
        assert link.observed[0] == "127.0.0.1"
        assert writer.latency is not None
        assert 0 < writer.latency < PATIENCE
        await link.aclose()
        await writer.aclose()


async def test_a_relays_frames_survive_it(tmp_path: Path) -> None:
    store = tmp_path / "relay.db"
    reader: Subscription | None = None
    for number in (1, 2):
        async with real_relay(path=store) as url:
            writer = await Subscription(url, TOPIC, SEED).connect()
            await publish(writer, number)
            reader = reader or Subscription(url, TOPIC)
            reader.url = url
            link = await reader.connect()
            assert await receive(link, 1) == [frame(number)]
            await link.aclose()
            await writer.aclose()


async def test_a_relay_that_lost_its_disk_is_read_from_the_start() -> None:
    reader: Subscription | None = None
    for number in (7, 1):
        async with real_relay() as url:
            writer = await Subscription(url, TOPIC, SEED).connect()
            await publish(writer, *range(number))
            reader = reader or Subscription(url, TOPIC)
            reader.url = url
            link = await reader.connect()
            if number == 1:
                with pytest.raises(LinkClosed, match="lost what it had"):
                    await receive(link, 1)
                await link.aclose()
                link = await reader.connect()
            assert await receive(link, number) == [frame(n) for n in range(number)]
            await link.aclose()
            await writer.aclose()


async def test_all_gets_through_a_relay_that_wants_less_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relay_window, "REST", 0.05)
    settings = replace(GENEROUS, publishes=Rate(400, 20))
    async with real_relay(settings) as url:
        writer = await Subscription(url, TOPIC, SEED).connect()
        reader = await Subscription(url, TOPIC).connect()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(publish, writer, *range(150))
            got = await receive(reader, 150)
        assert got == [frame(n) for n in range(150)]
        await reader.aclose()
        await writer.aclose()


async def test_a_full_topic_forgets_its_oldest_frames_and_its_writer_goes_on() -> None:
    async with real_relay(replace(GENEROUS, room=9 * len(frame(0)))) as url:
        writer = await Subscription(url, TOPIC, SEED).connect()
        await publish(writer, *range(100))
        reader = await Subscription(url, TOPIC).connect()
        assert await receive(reader, 9) == [frame(n) for n in range(91, 100)]
        await publish(writer, 100)
        assert await receive(reader, 1) == [frame(100)]
        await reader.aclose()
        await writer.aclose()


async def test_a_relay_under_attack_gets_its_work() -> None:
    async with real_relay(replace(GENEROUS, bits=10)) as url:
        link = await Subscription(url, TOPIC, SEED).connect()
        await publish(link, 1)
        assert link.welcome.bits == 10
        await link.aclose()


async def test_a_door_serves_several_guests_and_closes() -> None:
    async with real_relay() as url, open_rendezvous(url, 60) as door:
        async with (
            join_rendezvous(url, door.number) as anna,
            join_rendezvous(url, door.number) as bo,
        ):
            await anna.say(b"Anna")
            number, body = await anext(door.knocks())
            assert body == b"Anna"
            await bo.say(b"Bo")
            other, body = await anext(door.knocks())
            assert body == b"Bo"
            await door.reply(number, b"hello Anna")
            await door.reply(other, b"hello Bo")
            with trio.fail_after(PATIENCE):
                assert await anna.hear() == b"hello Anna"
                assert await bo.hear() == b"hello Bo"
        async with join_rendezvous(url, door.number + 1) as lost:
            await lost.say(b"is anybody there?")
            with trio.fail_after(PATIENCE), pytest.raises(RendezvousClosed):
                await lost.hear()


@pytest.mark.attack(36)
async def test_only_a_relay_with_a_trusted_certificate_is_talked_to(
    tmp_path: Path,
) -> None:
    server, trusting = contexts(tmp_path)
    async with real_relay(replace(GENEROUS, tls=server)) as url:
        assert str(url).startswith("wss://")
        with pytest.raises(TransportError, match="certificate"):
            await Subscription(url, TOPIC, SEED).connect()
        link = await Subscription(url, TOPIC, SEED, tls=trusting).connect()
        await publish(link, 1)
        await link.aclose()
        plain = replace(url, is_secure=False)
        with pytest.raises(TransportError):
            await Subscription(plain, TOPIC, SEED).connect()


async def test_a_relay_link_is_a_mailbox() -> None:
    async with real_relay() as url:
        subscription = Subscription(url, TOPIC, SEED)
        link = await subscription.connect()
        assert isinstance(link, Mailbox)
        assert link.is_whole
        await publish(link, 1)
        with trio.move_on_after(0.05):
            await link.receive()
        await link.aclose()
        link = await subscription.connect()
        assert not link.is_whole
        await link.aclose()
