"""Hears the frames of those topics that somebody at this relay follows, by channels.

Redis sends what is published to each process that has subscribed to the topic's channel
at that moment.  A message names the topic's sequence before it, so a process that has
missed some reads them from the topic's stream first.
If the sequence before it is lower than one that was reported, the database has lost
what the topic had.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import trio

from p2pgame.relay.redis.state import Damaged
from p2pgame.relay.redis.wire import Wire
from p2pgame.relay.store import Kept, Listener

#: Reads a topic's frames behind a sequence, about so many bytes.
Read = Callable[[bytes, int, int], Awaitable[list[Kept]]]

_STEP = 256 * 1024


@dataclass(slots=True, eq=False)
class _Followed:
    """How far a topic has been reported."""

    #: The last sequence that was reported, or that a reader will find in the stream;
    #: None until that is known.
    reported: int | None = None
    #: The last sequence of a frame of this topic.
    newest: int = 0
    #: Set once the channel is subscribed to.
    ready: trio.Event = field(default_factory=trio.Event)


class Following:
    """The followed topics of one process."""

    def __init__(self, channels: bytes, lost: Callable[[bytes], None]) -> None:
        """``channels`` is the prefix of channels; ``lost`` hears of lost topics."""
        self.topics: dict[bytes, _Followed] = {}
        #: Other channels that this process hears, and who is told.
        self.others: dict[bytes, Callable[[bytes], None]] = {}
        self._channels = channels
        self._lost = lost
        self._subscribed: set[bytes] = set()
        self._changed: dict[bytes, None] = {}
        self._wake = trio.Event()

    def follow(self, topic: bytes) -> None:
        """Report this topic's frames from now on."""
        if topic not in self.topics:
            self.topics[topic] = _Followed()
            self._change(topic)

    def unfollow(self, topic: bytes) -> None:
        """Stop reporting this topic."""
        followed = self.topics.pop(topic, None)
        if followed is not None:
            followed.ready.set()
            self._change(topic)

    def _change(self, topic: bytes) -> None:
        self._changed[topic] = None
        self._wake.set()

    async def wait_ready(self, topic: bytes, is_there: Callable[[], bool]) -> None:
        """Wait until a followed topic is subscribed to, or the database is away."""
        followed = self.topics.get(topic)
        if followed is not None and is_there():
            await followed.ready.wait()

    def newest(self, topic: bytes) -> int:
        """Return the last sequence of a followed topic that was reported, or 0."""
        followed = self.topics.get(topic)
        return 0 if followed is None else followed.newest

    async def run(
        self,
        news: Wire,
        base: Callable[[], Awaitable[int]],
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Subscribe to what is followed, until the connection is lost.

        ``base`` returns the last sequence of all.
        """
        self._subscribed.clear()
        self._changed = dict.fromkeys(self.topics)
        if self.others:
            await news.tell(b"SUBSCRIBE", *self.others)
        await self._subscribe(news, base)
        await news.ask(b"PING")
        task_status.started()
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            await self._subscribe(news, base)

    async def _subscribe(self, news: Wire, base: Callable[[], Awaitable[int]]) -> None:
        """Subscribe to new topics, and unsubscribe from those that were dropped."""
        changed, self._changed = self._changed, {}
        new = {t: self.topics[t] for t in changed if t in self.topics}
        old = [t for t in changed if t not in self.topics and t in self._subscribed]
        if old:
            await news.tell(b"UNSUBSCRIBE", *map(self._channel, old))
            self._subscribed.difference_update(old)
        if new:
            # Whatever comes above this is heard, or found missing by what is heard.
            last = await base()
            for followed in new.values():
                if not followed.ready.is_set():
                    followed.reported = max(followed.reported or 0, last)
            await news.tell(b"SUBSCRIBE", *map(self._channel, new))
            self._subscribed.update(new)
        if new or old:
            await news.ask(b"PING")  # The channels are changed when it is answered.
        for followed in new.values():
            followed.ready.set()

    async def hear(self, news: Wire, read: Read, listener: Listener) -> None:
        """Report what comes, in order, until the connection is lost."""
        async for channel, data in news.messages():
            if channel in self.others:
                self.others[channel](data)
            elif channel.startswith(self._channels):
                topic = bytes.fromhex(channel.removeprefix(self._channels).decode())
                await self._take(topic, data, read, listener)

    async def _take(
        self, topic: bytes, data: bytes, read: Read, listener: Listener
    ) -> None:
        try:
            before, kept = _message(topic, data)
        except ValueError:
            return  # No relay wrote it.
        followed = self.topics.get(topic)
        if followed is None or followed.reported is None:
            return  # A reader will find it.
        if kept.sequence <= followed.reported:
            return
        if before > followed.reported:
            await self.fill(topic, before, read, listener)
        elif 0 <= before < followed.newest:
            self._lost(topic)
        self.tell(kept, listener)

    def tell(self, kept: Kept, listener: Listener) -> None:
        """Report a frame of a followed topic, once."""
        followed = self.topics.get(kept.topic)
        if followed is not None and (followed.reported or 0) < kept.sequence:
            followed.reported = followed.newest = kept.sequence
            listener(kept)

    async def fill(
        self, topic: bytes, until: int, read: Read, listener: Listener
    ) -> None:
        """Report frames up to a sequence that the channel did not bring."""
        followed = self.topics.get(topic)
        after = until if followed is None else followed.reported or 0
        while after < until:
            try:
                frames = await read(topic, after, _STEP)
            except Damaged:
                return  # Its readers are told; other topics go on.
            for kept in frames:
                if kept.sequence <= until:
                    self.tell(kept, listener)
            after = frames[-1].sequence if frames else until

    async def catch_up(
        self,
        newer: Callable[[dict[bytes, int]], Awaitable[list[bytes]]],
        read: Read,
        listener: Listener,
    ) -> None:
        """Report what came while the connection was lost.

        ``newer`` returns the topics that have frames behind the sequences given.
        """
        known = {t: f.reported for t, f in self.topics.items() if f.reported}
        for topic in await newer(known):
            with suppress(Damaged):  # Its readers are told; other topics go on.
                while frames := await read(topic, self._reported(topic), _STEP):
                    for kept in frames:
                        self.tell(kept, listener)

    def _reported(self, topic: bytes) -> int:
        followed = self.topics.get(topic)
        return 2**63 if followed is None else followed.reported or 0

    def forget(self, topic: bytes | None) -> None:
        """Forget what was reported: the database has lost it, of all topics if None."""
        for one in self.topics if topic is None else [topic]:
            followed = self.topics.get(one)
            if followed is not None:
                followed.newest = 0

    def _channel(self, topic: bytes) -> bytes:
        return self._channels + topic.hex().encode()


def _message(topic: bytes, data: bytes) -> tuple[int, Kept]:
    """Return the topic's sequence before a message's frame, and the frame.

    Raises:
      ValueError: It is none that a relay writes.
    """
    sequence, before, length, rest = data.split(b" ", 3)
    origin, frame = rest[: int(length)], rest[int(length) :]
    return int(before), Kept(topic, int(sequence), frame, origin)
