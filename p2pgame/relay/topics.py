"""Delivers each topic's frames to its subscribers, each frame once and in order.

A returning subscriber reads old frames from the store, step by step, as fast as it
reads.  New frames are held for it only during such a step, and only a few.
It is *live* once a step returns all that the store has, and all frames since that step
began are held.  From then on it gets what the store's listener reports.
So nothing is missing or repeated at the seam, others may write all the time, and
nothing waits in memory for a slow reader.

A writer gets its frame's sequence in place of the frame, as soon as it is stored; later
frames of others may have come before.
"""

from __future__ import annotations

from typing import Protocol

from p2pgame.relay.counts import Counts
from p2pgame.relay.store import ORIGIN, Kept, Store
from p2pgame.transport.relay.codec import deliver_head, encode
from p2pgame.transport.relay.protocol import Live, Stored
from p2pgame.transport.writer import build

#: Bytes that a subscription takes, about.
COST = 1024

#: Frames that are held during a step, for a subscriber that is about to be live.
HELD = 32


class Reader(Protocol):
    """A connection, as far as topics need it."""

    id: bytes

    def post(self, built: bytes) -> None:
        """Send a built message; disconnect a reader that is too slow."""

    def cut(self, *, is_lost: bool = False) -> None:
        """Disconnect a slow reader, or one of a lost topic."""


class Subscription:
    """Tracks how far one connection has read one topic."""

    __slots__ = (
        *("_kept", "_live", "_newest", "_oldest", "_since"),
        *("cursor", "is_live", "is_over", "reader", "topic"),
    )

    def __init__(self, reader: Reader, topic: bytes, cursor: int) -> None:
        self.topic = topic
        #: The sequence up to which everything has been posted.
        self.cursor = cursor
        self.is_live = False
        #: Whether it has ended, and nothing is posted for it any more.
        self.is_over = False
        self.reader = reader
        #: The topic's first and last sequence by the store's last answer.  The store is
        #: asked
        #: again only when everything up to there has been posted.
        self._oldest = self._newest = 0
        #: Frames that came since a step began, during one; limit + 1 if they were too
        #: many.
        self._since: list[tuple[Kept, bytes]] | None = None
        #: Numbers and sequences of own frames that are stored and not yet offered.
        self._kept: list[tuple[int, int]] = []

    def offer(self, kept: Kept, built: bytes) -> bool:
        """Post a new built frame, or hold it for a moment; return whether it is
        posted."""
        if not self.is_live:
            if self._since is not None and len(self._since) <= HELD:
                self._since.append((kept, built))
            return False
        if kept.sequence <= self.cursor:
            return False
        self.cursor = kept.sequence
        is_his = kept.origin[:ORIGIN] == self.reader.id
        if not is_his:
            self.reader.post(built)
        if self._kept:
            waiting, self._kept = self._kept, []
            for number, sequence in waiting:
                self.acknowledge(number, sequence)
        return not is_his

    def acknowledge(self, number: int, sequence: int) -> None:
        """Confirm an own frame, once everything below it has been posted."""
        if self.is_over:
            return
        if sequence > self.cursor:
            self._kept.append((number, sequence))
        else:
            self.reader.post(build(encode(Stored(self.topic, number, sequence))))

    async def step(self, store: Store, limit: int) -> int:
        """Post some old frames, or the end of them; return how many frames.

        Raises:
          StoreError: It can't be read.
        """
        self._since = []
        if self.cursor >= self._newest:
            self._oldest, self._newest = await store.bounds(self.topic)
            if self.is_over:
                return 0
            if self._newest < self.cursor:
                # The cursor is another store's, or this one has lost data: everything
                # is new.
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
        self.reader.post(build(encode(live)))
        for kept, whole in since:
            self.offer(kept, whole)

    def _post(self, frames: list[Kept]) -> int:
        if frames and not self.is_over:
            self.cursor = frames[-1].sequence
            self.reader.post(b"".join(map(built, frames)))
        return len(frames)


class Topics:
    """Holds all subscriptions of a relay; is the store's listener."""

    def __init__(self, store: Store, counts: Counts) -> None:
        self._store = store
        self._counts = counts
        self._topics: dict[bytes, dict[Subscription, None]] = {}

    def add(self, subscription: Subscription) -> None:
        """Deliver the topic's new frames to this subscription from now on."""
        topic = self._topics.get(subscription.topic)
        if topic is None:
            topic = self._topics[subscription.topic] = {}
            self._store.follow(subscription.topic)
        topic[subscription] = None
        self._counts.topics_now = len(self._topics)

    def remove(self, subscription: Subscription) -> None:
        """Stop delivering to this subscription."""
        subscription.is_over = True
        topic = self._topics.get(subscription.topic, {})
        topic.pop(subscription, None)
        if not topic and self._topics.pop(subscription.topic, None) is not None:
            self._store.unfollow(subscription.topic)
        self._counts.topics_now = len(self._topics)

    def readers(self, topic: bytes | None) -> set[Reader]:
        """Return the readers of a topic, or of any topic if None."""
        topics = self._topics.values() if topic is None else [self._topics.get(topic)]
        return {one.reader for subscriptions in topics for one in subscriptions or ()}

    def hear(self, kept: Kept) -> None:
        """Deliver a new frame: the store's listener."""
        topic = self._topics.get(kept.topic)
        if topic:
            whole = built(kept)
            self._counts.delivered += sum(s.offer(kept, whole) for s in topic)


def built(kept: Kept) -> bytes:
    """Return the built ``Deliver`` of a frame, the same for every subscriber."""
    return build(deliver_head(kept.topic, kept.sequence) + kept.frame)
