"""Publishes one connection's frames: each is stored or refused, in order.

A connection has a window of frames under way, so that one writer's frames share a
commit, as many writers' do.  Behind a refused frame all later ones are refused unseen,
until the refused number comes again.
So the order is kept.  The writer decides when to send a refused frame again.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.store import Store, StoreError
from p2pgame.relay.topics import Subscription
from p2pgame.transport.held import Held
from p2pgame.transport.link import FRAME_LIMIT
from p2pgame.transport.rate import TokenBucket
from p2pgame.transport.relay.protocol import Publish, Refusal

#: Frames, and bytes of them, that one connection may have under way.
WINDOW, WINDOW_BYTES = 32, FRAME_LIMIT


class Publisher(Protocol):
    """A connection, as far as publishing needs it."""

    id: bytes

    def refuse(self, refusal: Refusal, number: int = 0) -> None: ...


class Publishing:
    """Tracks a connection's frames under way, and its limits."""

    __slots__ = (
        *("_changed", "_count", "_counts", "_frames", "_publisher", "_refused"),
        *("_held", "_share", "_size", "_sizes", "_store"),
    )

    def __init__(
        self,
        publisher: Publisher,
        store: Store,
        counts: Counts,
        frames: tuple[TokenBucket, ...],
        sizes: tuple[TokenBucket, ...],
        held: Held,
        share: TokenBucket,
    ) -> None:
        """Begin with nothing under way.

        Each frame takes 1 from all buckets of ``frames``, and its bytes from all of
        ``sizes``.  What is under way is counted in ``held``.  What ``share`` has no
        bytes for is handed on and not kept.
        """
        self._publisher = publisher
        self._store = store
        self._held = held
        self._counts = counts
        self._frames, self._sizes, self._share = frames, sizes, share
        self._count = self._size = 0
        #: By topic: the first refused number that has not come again, and why.
        self._refused: dict[bytes, tuple[int, Refusal]] = {}
        self._changed: trio.Event | None = None

    async def publish(self, message: Publish, subscription: Subscription) -> None:
        """Give a frame to the store, or refuse it; wait while the window is full."""
        topic, number, size = message.topic, message.number, len(message.frame)
        while self._count and not self._has_room(size):
            await self._wait()
        refused = self._refused.get(topic)
        if refused is not None and number > refused[0]:
            self._publisher.refuse(refused[1], number)
            return
        refusal = self._give(message, subscription)
        if refusal is not None:
            self._refuse(topic, number, refusal)
        elif refused is not None:
            del self._refused[topic]

    def _give(self, message: Publish, subscription: Subscription) -> Refusal | None:
        """Give a frame to the store and count it; return why it is refused, if it
        is."""
        number, frame = message.number, message.frame
        now, size = trio.current_time(), len(frame)
        costs = [(one, 1) for one in self._frames]
        costs += [(one, size) for one in self._sizes]
        if not all(budget.has(cost, now=now) for budget, cost in costs):
            return Refusal.RATE_LIMITED
        origin = self._publisher.id + number.to_bytes(4)
        settle = partial(self._settle, subscription, number, size)
        try:
            keeps = self._share.take(size, now=now)
            self._counts.over_share += not keeps
            self._store.append(message.topic, frame, origin, settle, keeps=keeps)
        except StoreError as error:
            return _refusal(str(error))
        for budget, cost in costs:
            budget.take(cost, now=now)
        self._count += 1
        self._size += size
        self._held.add(size)
        return None

    def _settle(
        self, subscription: Subscription, number: int, size: int, answer: int | str
    ) -> None:
        self._count -= 1
        self._size -= size
        self._held.add(-size)
        if isinstance(answer, int):
            self._counts.published += 1
            self._counts.not_kept += answer == 0
            self._counts.published_bytes += size
            subscription.acknowledge(number, answer)
        else:
            self._refuse(subscription.topic, number, _refusal(answer))
        if self._changed is not None:
            self._changed.set()

    def _refuse(self, topic: bytes, number: int, refusal: Refusal) -> None:
        first = self._refused.get(topic)
        if first is None or number <= first[0]:
            self._refused[topic] = number, refusal
        self._publisher.refuse(refusal, number)

    def _has_room(self, size: int) -> bool:
        return self._count < WINDOW and self._size + size <= WINDOW_BYTES

    async def start_over(self, topic: bytes) -> None:
        """Wait until nothing is under way, and forget refusals of this topic."""
        while self._count:
            await self._wait()
        self._refused.pop(topic, None)

    async def _wait(self) -> None:
        self._changed = trio.Event()
        await self._changed.wait()


def _refusal(error: str) -> Refusal:
    """Return the number for what a store says, by its first word."""
    known = {one.word: one for one in (Refusal.FULL, Refusal.TOO_LARGE)}
    return known.get(error.partition(":")[0], Refusal.BUSY)
