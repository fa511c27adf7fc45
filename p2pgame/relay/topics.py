"""Who is subscribed to what, and that each gets all of it once and in order.

Somebody who comes back gets what is old from the store, step by step, as fast as he
reads; what is new is held for him only during a look, and only a little.  He is *live*
as soon as a look at the store brings all that it has, and what has come since that
look began is held; from then on he gets what the store's listener says.  So nothing is
missing at the seam and nothing comes twice, others may talk all the time, and nothing
waits in memory for whoever is slow.

Whoever wrote a frame hears, in its place, where it is kept, as soon as it is; what
others wrote since may have come to him before.
"""

from __future__ import annotations

from typing import Protocol

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.store import ORIGIN, Kept, Store
from p2pgame.transport.relay.codec import deliver_head, encode
from p2pgame.transport.relay.protocol import Live, Stored
from p2pgame.transport.writer import build

#: Frames that are held during a look, for whoever is about to be live.
HELD = 32


class Reader(Protocol):
    """A connection, as far as topics go."""

    id: bytes

    def post(self, built: bytes) -> None:
        """Let a built message be written; whoever reads too slowly is cut off."""


class Subscription:
    """How far one connection has one topic."""

    __slots__ = (
        *("_kept", "_live", "_newest", "_oldest", "_reader", "_since"),
        *("cursor", "is_live", "is_over", "topic"),
    )

    def __init__(self, reader: Reader, topic: bytes, cursor: int) -> None:
        self.topic = topic
        #: All up to here has been posted.
        self.cursor = cursor
        self.is_live = False
        #: Whether it was given up, and nothing is posted for it any more.
        self.is_over = False
        self._reader = reader
        #: The topic's first and last sequence when the store was last asked, which it
        #: is again only when all up to there has been posted.
        self._oldest = self._newest = 0
        #: What has come since a look began, while there is one; one more than the
        #: limit if it was too much.
        self._since: list[tuple[Kept, bytes]] | None = None
        #: Numbers and sequences of his that are kept and were not offered yet.
        self._kept: list[tuple[int, int]] = []
        self._live: trio.Event | None = None

    def offer(self, kept: Kept, built: bytes) -> bool:
        """Post a new frame, built, or hold it for a moment; return whether posted."""
        if not self.is_live:
            if self._since is not None and len(self._since) <= HELD:
                self._since.append((kept, built))
            return False
        if kept.sequence <= self.cursor:
            return False
        self.cursor = kept.sequence
        is_his = kept.origin[:ORIGIN] == self._reader.id
        if not is_his:
            self._reader.post(built)
        if self._kept:
            waiting, self._kept = self._kept, []
            for number, sequence in waiting:
                self.acknowledge(number, sequence)
        return not is_his

    def acknowledge(self, number: int, sequence: int) -> None:
        """Post that a frame of his is kept, once all below it has been posted."""
        if self.is_over:
            return
        if sequence > self.cursor:
            self._kept.append((number, sequence))
        else:
            self._reader.post(build(encode(Stored(self.topic, number, sequence))))

    async def step(self, store: Store, limit: int) -> int:
        """Post some of what is old, or that there is no more; return how many frames.

        Raises:
          StoreError: It can't be read.
        """
        self._since = []
        if self.cursor >= self._newest:
            self._oldest, self._newest = await store.bounds(self.topic)
            if self.is_over:
                return 0
            if self._newest < self.cursor:
                # Not from this store, or it has lost what it had: all is new then.
                self.cursor = 0
        count, newest = 0, self._newest
        if self.cursor < newest:
            self._since = []
            frames = await store.read(self.topic, self.cursor, limit)
            count = self._post(frames)
            if self.is_over or sum(len(kept.frame) for kept in frames) >= limit:
                self._since = None
                return count
            newest = self.cursor = max(self.cursor, newest)
        since, self._since = self._since, None
        if len(since) <= HELD:
            self._go_live(Live(self.topic, self._oldest, newest), since)
        return count

    def _go_live(self, live: Live, since: list[tuple[Kept, bytes]]) -> None:
        self.is_live = True
        self._reader.post(build(encode(live)))
        for kept, whole in since:
            self.offer(kept, whole)
        self.release()

    def _post(self, frames: list[Kept]) -> int:
        if frames and not self.is_over:
            self.cursor = frames[-1].sequence
            self._reader.post(b"".join(map(built, frames)))
        return len(frames)

    async def wait_live(self) -> None:
        """Wait until all that was old is posted, or the connection is gone."""
        if not self.is_live:
            if self._live is None:
                self._live = trio.Event()
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
