"""Our client and a relay of nostr that people run, over real sockets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.link import LinkClosed, Mailbox
from p2pgame.transport.nostr import place as nostr_place
from p2pgame.transport.nostr.client import NostrSubscription
from p2pgame.transport.nostr.link import NostrLink
from p2pgame.transport.relay.client import keep
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from tests.session.peers import Hall, peer
from tests.session.rps import RockPaperScissors
from tests.transport.nostr_server import real_nostr
from tests.transport.pairs import PATIENCE
from tests.transport.scripted import frame


def seed_and_topic(number: int) -> tuple[bytes, bytes]:
    seed = number.to_bytes(32)
    return seed, topic_of(crypto_sign_seed_keypair(seed)[0])


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RelayUrl]:
    with real_nostr(tmp_path_factory.mktemp("nostr")) as url:
        yield url


async def receive(link: NostrLink, count: int) -> list[bytes]:
    with trio.fail_after(PATIENCE):
        return [await link.receive() for _ in range(count)]


async def publish(link: NostrLink, *frames: bytes) -> None:
    with trio.fail_after(PATIENCE):
        for one in frames:
            await link.send(one)
        await link.wait_stored()


async def wait_live(link: NostrLink) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.receive)
        with trio.fail_after(PATIENCE):
            await link.live.wait()
        nursery.cancel_scope.cancel()


async def test_whoever_comes_later_gets_all_and_whoever_comes_back_the_rest(
    relay: RelayUrl,
) -> None:
    seed, topic = seed_and_topic(1)
    writer = await NostrSubscription(relay, topic, seed).connect()
    assert isinstance(writer, Mailbox)
    reader = NostrSubscription(relay, topic)
    await publish(writer, *map(frame, range(5)))
    link = await reader.connect()
    assert link.is_whole
    assert await receive(link, 5) == [*map(frame, range(5))]
    await wait_live(link)
    await publish(writer, frame(5))
    assert await receive(link, 1) == [frame(5)]
    await link.aclose()
    await publish(writer, frame(6))
    link = await reader.connect()
    assert not link.is_whole
    assert await receive(link, 1) == [frame(6)]
    await wait_live(link)
    await link.aclose()
    await writer.aclose()
    assert writer.latency is not None


async def test_a_frame_of_any_length_comes_through(
    relay: RelayUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nostr_place, "EVERY", 0.05)
    seed, topic = seed_and_topic(2)
    frames = [frame(size, size) for size in (65536, 256, 262144, 1024)]
    writer = await NostrSubscription(relay, topic, seed).connect()
    reader = await NostrSubscription(relay, topic).connect()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(publish, writer, *frames))
        assert {*await receive(reader, 4)} == {*frames}
    await reader.aclose()
    await writer.aclose()


async def test_what_another_program_of_ours_said_comes_back_to_the_next(
    relay: RelayUrl,
) -> None:
    seed, topic = seed_and_topic(3)
    first = await NostrSubscription(relay, topic, seed).connect()
    await publish(first, frame(1))
    await first.aclose()
    second = await NostrSubscription(relay, topic, seed).connect()
    assert await receive(second, 1) == [frame(1)]
    await second.aclose()


async def test_a_relay_with_small_events_refuses_in_one_sentence(
    tmp_path: Path,
) -> None:
    seed, topic = seed_and_topic(4)
    with real_nostr(tmp_path, "max_event_size: 4096\n") as url:
        link = await NostrSubscription(url, topic, seed).connect()
        await publish(link, frame(1))
        with pytest.raises(
            LinkClosed, match=r"The relay does not take what tables say\."
        ):
            await publish(link, frame(2, 16384))
        await link.aclose()


async def test_two_peers_play_a_game_of_sealed_moves(
    relay: RelayUrl, tmp_path: Path
) -> None:
    """At the pace that a public relay is given: it takes four seconds."""
    seed, topic = seed_and_topic(5)
    game = RockPaperScissors(0)
    peers = [peer(game, seat, 2, tmp_path) for seat in range(2)]
    links: list[NostrLink] = []

    async def sit(one: Peer) -> None:
        place, subscription = Topic(), NostrSubscription(relay, topic, seed)

        async def use(link: NostrLink) -> None:
            links.append(link)
            await one.attach(link, place)

        await keep(subscription, use, lambda size: bytes(size))

    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, peers)
        await hall.start()
        for one in peers:
            nursery.start_soon(sit, one)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len({one.table.transcript() for one in peers}) == 1
    assert len(links) == 2
