"""Who is subscribed to what, and that each gets all of it once and in order.

Somebody who comes back gets what is old from the store, step by step, as fast as he
reads; meanwhile what is new is not kept for him, only noted.  He is *live* as soon as
a look at the store finds nothing more and nothing has been noted since before that
look; from then on he gets what the store's listener says.  So nothing is missing at
the seam and nothing comes twice, and nothing waits in memory for whoever is slow.
"""

from __future__ import annotations

from typing import Protocol

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.store import ORIGIN, Kept, Store
from p2pgame.transport.relay.codec import deliver_head, encode
from p2pgame.transport.relay.protocol import Live, Stored
from p2pgame.transport.writer import build


class Reader(Protocol):
    """A connection, as far as topics go."""

    id: bytes

    def post(self, built: bytes) -> None:
        """Let a built message be written; whoever reads too slowly is cut off."""


class Subscription:
    """How far one connection has one topic."""

    __slots__ = ("_heard", "_live", "_reader", "cursor", "is_live", "is_over", "topic")

    def __init__(self, reader: Reader, topic: bytes, cursor: int) -> None:
        self.topic = topic
        #: All up to here has been posted.
        self.cursor = cursor
        self.is_live = False
        #: Whether it was given up, and nothing is posted for it any more.
        self.is_over = False
        self._reader = reader
        self._heard = 0
        self._live: trio.Event | None = None

    def offer(self, kept: Kept, built: bytes) -> bool:
        """Post a new frame, built, or note that it is there; return whether posted."""
        if not self.is_live:
            self._heard = max(self._heard, kept.sequence)
            return False
        if kept.sequence <= self.cursor:
            return False
        self.cursor = kept.sequence
        origin = kept.origin
        if origin[:ORIGIN] == self._reader.id:
            number = int.from_bytes(origin[ORIGIN:])
            built = build(encode(Stored(self.topic, number, kept.sequence)))
        self._reader.post(built)
        return True

    async def step(self, store: Store, limit: int) -> int:
        """Post some of what is old, or that there is no more; return how many frames.

        Raises:
          StoreError: It can't be read.
        """
        self._heard = 0
        oldest, newest = await store.bounds(self.topic)
        if self.is_over:
            return 0
        if newest < self.cursor:
            # Not from this store, or it has lost what it had: all is new then.
            self.cursor = 0
        if self.cursor < newest:
            return self._post(await store.read(self.topic, self.cursor, limit))
        if self._heard <= self.cursor:
            self.is_live = True
            self._reader.post(build(encode(Live(self.topic, oldest, newest))))
            self.release()
        return 0

    def _post(self, frames: list[Kept]) -> int:
        if frames and not self.is_over:
            self.cursor = frames[-1].sequence
            self._reader.post(b"".join(map(built, frames)))
        return len(frames)

    async def wait_live(self) -> None:
        """Wait until all that was old is posted, or the connection is gone."""
        if not self.is_live:
            self._live = self._live or trio.Event()
            await self._live.wait()

    def release(self) -> None:
        """Let go whoever waits."""
        if self._live is not None:
            self._live.set()


class Topics:
    """All subscriptions of a relay; hears of new frames."""

    def __init__(self, store: Store, counts: Counts) -> None:
        self._store = store
        self._counts = counts
        self._topics: dict[bytes, dict[Subscription, None]] = {}

    def add(self, subscription: Subscription) -> None:
        """Let it hear of its topic from now on."""
        topic = self._topics.get(subscription.topic)
        if topic is None:
            topic = self._topics[subscription.topic] = {}
            self._store.follow(subscription.topic)
        topic[subscription] = None
        self._counts.topics_now = len(self._topics)

    def remove(self, subscription: Subscription) -> None:
        """Let it hear no more."""
        subscription.is_over = True
        topic = self._topics.get(subscription.topic, {})
        topic.pop(subscription, None)
        if not topic and self._topics.pop(subscription.topic, None) is not None:
            self._store.unfollow(subscription.topic)
        self._counts.topics_now = len(self._topics)

    def hear(self, kept: Kept) -> None:
        """Hand a new frame on: the store's listener."""
        topic = self._topics.get(kept.topic)
        if topic:
            whole = built(kept)
            self._counts.delivered += sum(s.offer(kept, whole) for s in topic)


def built(kept: Kept) -> bytes:
    """Return the frame as it is delivered, for everybody alike."""
    return build(deliver_head(kept.topic, kept.sequence) + kept.frame)
