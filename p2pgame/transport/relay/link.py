"""Links to a topic at a relay, by one connection: one peer sends, all others receive.

Frames are published by number, and many may be under way.  The relay's order is the
topic's: each frame has a sequence.
The next connection continues after the last sequence that ``receive`` has returned.
"""

from __future__ import annotations

import math
from collections import deque
from typing import NoReturn

import trio

from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import RelayRefusal, hear
from p2pgame.transport.relay.protocol import (
    Deliver,
    FromRelay,
    Live,
    Publish,
    Refusal,
    Refused,
    Stored,
    Welcome,
)
from p2pgame.transport.relay.tended import TendedLink, check_size
from p2pgame.transport.relay.window import Window

#: Messages of the relay, and bytes of frames in them, that wait for ``receive`` before
#: the relay has to wait.
QUEUE, QUEUE_BYTES = 256, 1024 * 1024

#: Seconds for the next stored frame, or the next of the backlog, while the relay owes
#: one.  Less than an outbox gives one frame, so that this reason is reported.
OWED_WITHIN = 15.0

#: Seconds for frames that are not stored when we close.
CLOSE_WITHIN = 1.0


class Cursor:
    """Remembers how far a subscriber has read a topic; outlives connections."""

    __slots__ = ("sequence", "topic")

    def __init__(self, topic: bytes) -> None:
        self.topic = topic
        self.sequence = 0


class RelayLink(TendedLink):
    """Links to all peers at a topic of one of our own relays."""

    def __init__(
        self, socket: Link, welcome: Welcome, cursor: Cursor, *, can_write: bool
    ) -> None:
        super().__init__(
            socket.aclose,
            can_write=can_write,
            is_whole=cursor.sequence == 0,
            closes_within=CLOSE_WITHIN,
        )
        self.welcome = welcome
        self._socket = socket
        self._cursor = cursor
        self._latest = self._stored = self._begun = cursor.sequence
        self._heard: deque[Deliver | Stored | Live] = deque()
        self._heard_size = 0
        self._is_caught_up = False
        self._window = Window()
        self._owed.deadline = trio.current_time() + OWED_WITHIN

    @property
    def observed(self) -> tuple[str, int] | None:
        """Our host and port as the relay sees them, if it states valid ones."""
        try:
            return split_address(self.welcome.address)
        except InvalidAddress:
            return None

    async def send(self, frame: bytes) -> None:
        check_size(frame)
        await self._wait_room(lambda: self._window.has_room(frame))
        if self.can_write:
            self._window.add(frame)
            self._wait_owed(is_new=len(self._window) == 1)
            self._changed.unpark_all()

    async def receive(self) -> bytes:
        while True:
            await self._until(lambda: self.why is not None or bool(self._heard))
            if self._is_closing or not self._heard:
                raise LinkClosed(self.why)
            word = self._heard.popleft()
            self._changed.unpark_all()
            match word:
                case Live():
                    self.live.set()
                case Stored(_, _, sequence):
                    self._cursor.sequence = max(self._cursor.sequence, sequence)
                case Deliver(_, sequence, frame):
                    self._cursor.sequence = sequence
                    self._heard_size -= len(frame)
                    return frame

    @property
    def _is_idle(self) -> bool:
        return not self._window

    def _forget(self) -> None:
        self._cursor.sequence = 0

    async def _write(self) -> NoReturn:
        window = self._window
        await self._until(lambda: self._is_caught_up)
        while True:
            await self._until(window.is_ready)
            await trio.sleep_until(window.rest_until)
            if window.is_ready():
                number, frame = window.publish(trio.current_time())
                publish = Publish(self._cursor.topic, number, frame)
                await self._socket.send(encode(publish))

    async def _listen(self) -> NoReturn:
        while True:
            await self._wait_unheard()
            self._take(await hear(self._socket))
            self._changed.unpark_all()

    async def _wait_unheard(self) -> None:
        """Wait until ``receive`` has caught up enough."""
        if self._is_heard_enough():
            self._wait_owed(is_new=False)
            await self._until(lambda: not self._is_heard_enough())
            self._wait_owed(is_new=True)

    def _is_heard_enough(self) -> bool:
        enough = len(self._heard) >= QUEUE or self._heard_size >= QUEUE_BYTES
        return enough and not self._is_closing

    def _take(self, word: FromRelay) -> None:
        """Process a message of the relay.

        Raises:
          LinkClosed: It is a lie, or a refusal that can't be mended here.
        """
        match word:
            case Deliver(topic, sequence, frame):
                self._check_topic(topic)
                if self._is_next(sequence):
                    self._queue(word, size=len(frame))
                    self._wait_owed(is_new=not self._is_caught_up)
            case Stored(topic, number, sequence):
                self._check_topic(topic)
                if not self._window.is_under_way(number):
                    raise LinkClosed("The relay has stored what we did not send.")
                self.is_kept = sequence > 0
                if self.is_kept:
                    self._check_stored(sequence)
                self._measure(self._window.settle(number, trio.current_time()))
                self._wait_owed(is_new=True)
                if self.is_kept:
                    self._queue(word)
                self._changed.unpark_all()
            case Live():
                self._check_live(word)
                self._is_caught_up = True
                self._queue(word)
                self._wait_owed(is_new=False)
            case Refused(number) if number and not self._window.is_under_way(number):
                raise LinkClosed("The relay has refused what we did not send.")
            case Refused(number, Refusal.RATE_LIMITED) if number:
                self._window.slow_down(number, trio.current_time())
            case Refused(_, refusal):
                self.refusal = refusal
                raise RelayRefusal(refusal)
            case _:
                raise LinkClosed("The relay says what nobody asked it.")

    def _check_topic(self, topic: bytes) -> None:
        if topic != self._cursor.topic:
            raise LinkClosed("The relay speaks of a topic that is not ours.")

    def _is_next(self, sequence: int) -> bool:
        """Return whether this frame is new; False for the last one repeated."""
        if sequence < self._latest == self._begun:
            self._start_over()
        if sequence < self._latest:
            raise LinkClosed("The relay's frames are not in its order.")
        is_news = sequence > self._latest
        self._latest = sequence
        return is_news

    def _check_stored(self, sequence: int) -> None:
        """Check the sequence of our stored frame, which others may have received long
        ago.

        Later frames of others may have come before: a relay shows a frame at once, and
        confirms it to its writer when it is on the disk.
        """
        if sequence < self._latest == self._begun:
            self._start_over()
        if sequence < self._stored:
            raise LinkClosed("The relay's frames are not in its order.")
        if sequence in (self._stored, self._latest):
            raise LinkClosed("The relay stored two frames at one place.")
        self._stored = sequence
        self._latest = max(self._latest, sequence)

    def _check_live(self, live: Live) -> None:
        self._check_topic(live.topic)
        if self._is_caught_up or live.oldest > live.newest:
            raise LinkClosed("The relay does not know what it has.")
        if 0 < live.newest < self._begun:
            self._start_over()
        self.is_whole = live.oldest == 0 or live.oldest > self._begun

    def _start_over(self) -> None:
        """Reset a cursor that the relay does not know any more."""
        self._forget()
        raise LinkClosed("The relay has lost what it had.")

    def _queue(self, word: Deliver | Stored | Live, *, size: int = 0) -> None:
        if self._is_closing:
            return
        # The later of two acknowledgements includes the earlier, so a sender never
        # waits.
        last = self._heard[-1] if self._heard else None
        if isinstance(word, Stored) and isinstance(last, Stored):
            self._heard.pop()
        self._heard.append(word)
        self._heard_size += size

    def _wait_owed(self, *, is_new: bool) -> None:
        """Start the deadline of what the relay owes; restart it for something new."""
        owes_nothing = self._is_caught_up and not self._window
        if owes_nothing or self._is_heard_enough():
            self._owed.deadline = math.inf
        elif is_new:
            self._owed.deadline = trio.current_time() + OWED_WITHIN
