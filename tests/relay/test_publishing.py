"""One connection has a window of frames under way, and they keep their order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

import trio

from p2pgame.relay.publishing import WINDOW, WINDOW_BYTES
from p2pgame.relay.settings import Rate, Settings
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Settle, StoreError
from p2pgame.transport.link import FRAME_LIMIT, SIZES
from p2pgame.transport.relay.protocol import (
    Deliver,
    Live,
    Publish,
    Refusal,
    Refused,
    Stored,
    Subscribe,
    Unsubscribe,
)
from p2pgame.transport.websocket import Address
from tests.relay.clients import (
    GENEROUS,
    PATIENCE,
    Client,
    Writing,
    client,
    frame,
    number_of,
    relay,
)

TABLE, OTHER = Writing(21), Writing(22)
SMALL = SIZES[0]


class SlowStore(SqliteStore):
    """A store to which frames get only when they are let through."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.held: list[tuple[bytes, bytes, bytes, Settle]] = []
        #: Why the next one is not taken in, if it is not.
        self.refusal: str | None = None
        self._came = trio.Event()

    def append(
        self,
        topic: bytes,
        frame: bytes,
        origin: bytes,
        settle: Settle,
        *,
        keeps: bool = True,
    ) -> None:
        if self.refusal is not None:
            raise StoreError(self.refusal)
        self.held.append((topic, frame, origin, settle))
        self._came.set()

    async def wait_held(self, count: int) -> None:
        with trio.fail_after(PATIENCE):
            while len(self.held) < count:
                self._came = trio.Event()
                await self._came.wait()

    def release(self, count: int) -> None:
        for held in self.held[:count]:
            super().append(*held)
        del self.held[:count]

    def refuse(self, count: int, reason: str) -> None:
        refused, self.held = self.held[:count], self.held[count:]
        for *_, settle in refused:
            settle(reason)


@asynccontextmanager
async def slow_relay(
    tmp_path: Path, settings: Settings = GENEROUS
) -> AsyncIterator[tuple[SlowStore, Address]]:
    store = SlowStore(tmp_path / "relay.db")
    async with relay(store, settings) as address:
        yield store, address


async def publish(peer: Client, numbers: range, size: int = SMALL) -> None:
    for number in numbers:
        await peer.say(Publish(TABLE.topic, number, frame(number, size)))


async def stored(peer: Client, count: int) -> list[int]:
    return [(await peer.expect(Stored)).number for _ in range(count)]


async def refused(peer: Client, count: int) -> list[tuple[int, str]]:
    heard = [await peer.expect(Refused) for _ in range(count)]
    return [(each.number, Refusal(each.refusal).word) for each in heard]


async def test_a_writer_has_a_window_under_way_and_no_more(tmp_path: Path) -> None:
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        await publish(anna, range(1, WINDOW + 11))
        await store.wait_held(WINDOW)
        async with client(at) as bea:
            # Whoever comes later is read before the rest of the window is.
            await bea.join(TABLE)
            await publish(bea, range(1, 2))
            await store.wait_held(WINDOW + 1)
        assert [held[1] for held in store.held] == [
            *(frame(n) for n in range(1, WINDOW + 1)),
            frame(1),
        ]
        store.release(4)
        assert await stored(anna, 4) == [1, 2, 3, 4]
        await store.wait_held(WINDOW + 1)
        assert len(store.held) == WINDOW + 1
        store.release(WINDOW + 1)
        heard = [await anna.hear() for _ in range(WINDOW - 3)]
        assert [h.number for h in heard if isinstance(h, Stored)] == [
            *range(5, WINDOW + 1)
        ]
        await store.wait_held(6)
        store.release(6)
        assert len(await stored(anna, 10)) == 10


async def test_a_window_is_of_bytes_too(tmp_path: Path) -> None:
    large = SIZES[-2]
    many = WINDOW_BYTES // large
    assert 1 < many < WINDOW
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        await publish(anna, range(1, many + 3), large)
        await store.wait_held(many)
        async with client(at) as bea:
            await bea.join(TABLE)
            await publish(bea, range(1, 2), FRAME_LIMIT)
            await store.wait_held(many + 1)
        assert len(store.held) == many + 1
        store.release(many + 1)
        await store.wait_held(2)


async def test_what_is_behind_a_refused_one_is_refused_until_it_comes_again(
    tmp_path: Path,
) -> None:
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        await anna.join(OTHER)
        await publish(anna, range(1, 7))
        await store.wait_held(6)
        store.release(2)
        assert await stored(anna, 2) == [1, 2]
        store.refuse(2, "busy: the disk is slow.")
        await anna.say(Publish(OTHER.topic, 7, frame(7)))
        await publish(anna, range(8, 10))
        await store.wait_held(3)
        store.refuse(2, "busy: the disk is slow.")
        store.release(1)
        messages = [await anna.hear() for _ in range(7)]
        assert [m.number for m in messages if isinstance(m, Stored)] == [7]
        assert sorted(m.number for m in messages if isinstance(m, Refused)) == [
            *(3, 4, 5, 6, 8, 9)
        ]
        await publish(anna, range(4, 6))
        assert await refused(anna, 2) == [(4, "busy"), (5, "busy")]
        await publish(anna, range(3, 7))
        await publish(anna, range(8, 10))
        await store.wait_held(6)
        store.release(6)
        assert await stored(anna, 6) == [3, 4, 5, 6, 8, 9]


async def test_what_is_refused_at_the_door_holds_up_what_is_behind_it(
    tmp_path: Path,
) -> None:
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        store.refusal = "too slow"
        await publish(anna, range(1, 2))
        assert await refused(anna, 1) == [(1, "busy")]
        store.refusal = None
        await publish(anna, range(2, 4))
        assert await refused(anna, 2) == [(2, "busy"), (3, "busy")]
        # Something else may come in its place, or the topic be begun anew.
        await publish(anna, range(1, 3))
        await store.wait_held(2)
        store.refuse(2, "busy: no")
        assert len(await refused(anna, 2)) == 2
        await anna.say(Subscribe(TABLE.topic))
        await anna.expect(Live)
        await publish(anna, range(5, 6))
        await store.wait_held(1)


async def test_only_what_is_accepted_is_paid_for(tmp_path: Path) -> None:
    limits = {
        "publishes": Rate(0, 3),
        "publish_bytes": Rate(0, 3 * SMALL),
        "prefix_publishes": Rate(0, 3),
        "prefix_bytes": Rate(0, 3 * SMALL + SIZES[1]),
    }
    settings = replace(GENEROUS, **limits)  # type: ignore[arg-type]
    async with slow_relay(tmp_path, settings) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        await publish(anna, range(1, 2), SIZES[1])
        assert await refused(anna, 1) == [(1, "rate-limited")]
        store.refusal = "busy: no"
        await publish(anna, range(1, 9))
        assert len(await refused(anna, 8)) == 8
        store.refusal = None
        await publish(anna, range(1, 4))
        await store.wait_held(3)
        await publish(anna, range(4, 6))
        assert await refused(anna, 2) == [(4, "rate-limited"), (5, "rate-limited")]


async def test_who_leaves_a_topic_hears_first_what_became_of_his_frames(
    tmp_path: Path,
) -> None:
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)
        await publish(anna, range(1, 4))
        await anna.say(Unsubscribe(TABLE.topic))
        await publish(anna, range(4, 5))
        await store.wait_held(3)
        store.release(3)
        assert await stored(anna, 3) == [1, 2, 3]
        assert await refused(anna, 1) == [(4, "not-claimed")]


async def test_a_connection_that_ends_leaves_what_is_under_way_to_the_store(
    tmp_path: Path,
) -> None:
    async with slow_relay(tmp_path) as (store, at), client(at) as bea:
        await bea.join(TABLE)
        async with client(at) as anna:
            await anna.join(TABLE)
            await publish(anna, range(1, WINDOW + 9))
            await store.wait_held(WINDOW)
        store.release(WINDOW)
        heard = [number_of(await bea.expect(Deliver)) for _ in range(WINDOW)]
        assert heard == list(range(1, WINDOW + 1))


async def test_order_is_kept_by_a_writer_who_says_again_what_was_refused(
    tmp_path: Path,
) -> None:
    """Whatever is refused, and wherever: at the door, or by the store."""
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    chance, count = Random(seed), 150
    async with slow_relay(tmp_path) as (store, at), client(at) as anna:
        await anna.join(TABLE)

        async def trouble() -> None:
            while True:
                await store.wait_held(1)
                store.release(chance.randrange(4))
                if chance.random() < 0.2:
                    store.refuse(len(store.held), "busy: no")
                store.refusal = "busy: no" if chance.random() < 0.1 else None
                await trio.lowlevel.checkpoint()
                store.refusal = None

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trouble)
            places = await _insist(anna, count)
            nursery.cancel_scope.cancel()
        assert places == list(range(1, count + 1))
        async with client(at) as bea:
            old = await bea.join(TABLE)
            assert [number_of(each) for each in old] == places


async def _insist(peer: Client, count: int) -> list[int]:
    """Publish in a window, the lowest first; return what is stored, in order."""
    unsent, under_way, done = list(range(1, count + 1)), set[int](), list[int]()
    held = False
    while len(done) < count:
        while unsent and len(under_way) < WINDOW and not (held and under_way):
            number = unsent.pop(0)
            under_way.add(number)
            held = False
            await publish(peer, range(number, number + 1))
        match await peer.hear():
            case Stored(_, number, _):
                under_way.remove(number)
                done.append(number)
            case Refused(number):
                under_way.remove(number)
                unsent = sorted([*unsent, number])
                held = True
    return done
