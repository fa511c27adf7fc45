"""One connection to a topic at a relay, as a link: one sends, all others receive.

The relay is not trusted, only used: it can lose, delay and repeat what passes, and a
lie that can be told from a mistake ends this one connection.  What it has not said to
be stored when a connection ends is not sent again here: whoever talks by the link
says again what the others lack.

A reader and a writer of its own run for each connection.  The reader hears at once
that our frames are stored, however slow the receiver is; the writer alone sends, and
keeps the order even if the relay wants it slower.  Everything that waits is bounded.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable

import trio

from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.link import SIZES, Link, LinkClosed, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import hear, told
from p2pgame.transport.relay.protocol import (
    Deliver,
    FromRelay,
    Live,
    Publish,
    Refused,
    Stored,
    Welcome,
)
from p2pgame.transport.relay.window import Window

#: Words of the relay, and bytes of frames in them, that wait for ``receive``; then
#: the relay has to wait.
QUEUE, QUEUE_BYTES = 256, 1024 * 1024

#: Seconds without a frame being stored, or the backlog going on, while the relay owes
#: us that; less than an outbox gives one frame, so that it is this reason that is told.
OWED_WITHIN = 15.0

#: Seconds for what is not stored yet when we close.
CLOSE_WITHIN = 1.0

_SLOWER = "rate-limited:"


class Cursor:
    """Up to where a subscriber has a topic; it outlives connections."""

    __slots__ = ("sequence", "topic")

    def __init__(self, topic: bytes) -> None:
        self.topic = topic
        self.sequence = 0


class RelayLink:
    """A link to all who are at a topic; ``tend`` must run for it to work."""

    def __init__(
        self, socket: Link, welcome: Welcome, cursor: Cursor, *, can_write: bool
    ) -> None:
        self.welcome = welcome
        self.can_write = can_write
        #: Whether it leaves from our shared port, so that ``observed`` is that one's.
        self.is_shared = False
        #: Set once ``receive`` has returned all that the topic had.
        self.live = trio.Event()
        #: Whether this brings all that the topic has: nothing came by an earlier one.
        self.is_whole = cursor.sequence == 0
        #: Why it is closed, if it is.
        self.why: str | None = None
        self._socket = socket
        self._cursor = cursor
        self._latest = self._begun = cursor.sequence
        self._heard: deque[Deliver | Stored | Live] = deque()
        self._heard_size = 0
        self._is_caught_up = False
        self._window = Window()
        self._changed = trio.lowlevel.ParkingLot()
        self._life = trio.CancelScope()
        self._owed = trio.CancelScope(deadline=trio.current_time() + OWED_WITHIN)
        self._is_closing = False
        self._ended = trio.Event()

    @property
    def observed(self) -> tuple[str, int] | None:
        """Host and port that we have for the relay, if it says so sensibly."""
        try:
            return split_address(self.welcome.address)
        except InvalidAddress:
            return None

    @property
    def latency(self) -> float | None:
        """Seconds from publishing to stored, as a moving average."""
        return self._window.latency

    @property
    def is_over(self) -> bool:
        """Whether nothing of the connection is left."""
        return self._ended.is_set()

    async def send(self, frame: bytes) -> None:
        """Publish a frame; wait while too much is not stored yet.

        A watcher's frames are dropped: it has nothing to say.

        Raises:
          LinkClosed: The link is gone.
          ValueError: No relay takes a frame of this length.
        """
        if len(frame) not in SIZES:
            raise ValueError(f"no relay takes a frame of {len(frame)} bytes")
        await self._until(lambda: self.why is not None or self._window.has_room(frame))
        if self.why is not None:
            raise LinkClosed(self.why)
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
                    self._cursor.sequence = sequence
                case Deliver(_, sequence, frame):
                    self._cursor.sequence = sequence
                    self._heard_size -= len(frame)
                    return frame

    async def wait_stored(self) -> None:
        """Wait until the relay has stored all that was sent.

        Raises:
          LinkClosed: The link is gone, and perhaps not all of it is stored.
        """
        await self._until(lambda: self.why is not None or not self._window)
        if self._window:
            raise LinkClosed(self.why)

    def read_again(self) -> None:
        self._end("The topic is read again from its beginning.")
        self._is_closing = True
        self._cursor.sequence = 0
        self._life.cancel()

    async def aclose(self) -> None:
        """Close the link, after a moment for what is not stored yet."""
        if self._is_closing:
            await trio.lowlevel.checkpoint()
            return
        self._is_closing = True
        self.why = self.why or "We closed the link."
        self._changed.unpark_all()
        try:
            with trio.move_on_after(CLOSE_WITHIN):
                await self._until(lambda: self.is_over or not self._window)
        finally:
            self._life.cancel()
        await self._ended.wait()

    async def tend(self) -> None:
        """Own the connection to its end; raise nothing."""
        try:
            with self._life, self._owed:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    await self._listen()
        except* TransportError as errors:
            self._end(str(_first(errors)))
        finally:
            self._end("The relay owes us an answer for too long.")
            with trio.CancelScope(shield=True):
                await self._socket.aclose()
            self._ended.set()
            self._changed.unpark_all()

    def _end(self, why: str) -> None:
        self.why = self.why or why
        self._changed.unpark_all()

    async def _until(self, condition: Callable[[], bool]) -> None:
        await trio.lowlevel.checkpoint()
        while not condition():
            await self._changed.park()

    async def _write(self) -> None:
        window = self._window
        while True:
            await self._until(window.is_ready)
            await trio.sleep_until(window.rest_until)
            if window.is_ready():
                number, frame = window.publish(trio.current_time())
                publish = Publish(self._cursor.topic, number, frame)
                await self._socket.send(encode(publish))

    async def _listen(self) -> None:
        while True:
            await self._wait_room()
            self._take(await hear(self._socket))
            self._changed.unpark_all()

    async def _wait_room(self) -> None:
        if self._is_heard_enough():
            self._wait_owed(is_new=False)
            await self._until(lambda: not self._is_heard_enough())
            self._wait_owed(is_new=True)

    def _is_heard_enough(self) -> bool:
        enough = len(self._heard) >= QUEUE or self._heard_size >= QUEUE_BYTES
        return enough and not self._is_closing

    def _take(self, word: FromRelay) -> None:
        """Take in a word of the relay's.

        Raises:
          LinkClosed: It is a lie, or a refusal that cannot be mended here.
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
                if not self._is_next(sequence):
                    raise LinkClosed("The relay stored two frames at one place.")
                self._window.settle(number, trio.current_time())
                self._wait_owed(is_new=True)
                self._queue(word)
            case Live():
                self._check_live(word)
                self._is_caught_up = True
                self._queue(word)
                self._wait_owed(is_new=False)
            case Refused(number) if number and not self._window.is_under_way(number):
                raise LinkClosed("The relay has refused what we did not send.")
            case Refused(number, reason) if number and reason.startswith(_SLOWER):
                self._window.slow_down(number, trio.current_time())
            case Refused():
                raise LinkClosed(told(word))
            case _:
                raise LinkClosed("The relay says what nobody asked it.")

    def _check_topic(self, topic: bytes) -> None:
        if topic != self._cursor.topic:
            raise LinkClosed("The relay speaks of a topic that is not ours.")

    def _is_next(self, sequence: int) -> bool:
        """Return whether this is news; False for the last one once more."""
        if sequence < self._latest == self._begun:
            self._start_over()
        if sequence < self._latest:
            raise LinkClosed("The relay's frames are not in its order.")
        is_news = sequence > self._latest
        self._latest = sequence
        return is_news

    def _check_live(self, live: Live) -> None:
        self._check_topic(live.topic)
        if self._is_caught_up or live.oldest > live.newest:
            raise LinkClosed("The relay does not know what it has.")
        if 0 < live.newest < self._begun:
            self._start_over()
        self.is_whole = live.oldest == 0 or live.oldest > self._begun

    def _start_over(self) -> None:
        """Give up a cursor that the relay does not know any more."""
        self._cursor.sequence = 0
        raise LinkClosed("The relay has lost what it had.")

    def _queue(self, word: Deliver | Stored | Live, *, size: int = 0) -> None:
        if self._is_closing:
            return
        # Of two in a row the later says all, and who only sends is never held up.
        last = self._heard[-1] if self._heard else None
        if isinstance(word, Stored) and isinstance(last, Stored):
            self._heard.pop()
        self._heard.append(word)
        self._heard_size += size

    def _wait_owed(self, *, is_new: bool) -> None:
        """Give the relay time, from now on if what it owes is new."""
        owes_nothing = self._is_caught_up and not self._window
        if owes_nothing or self._is_heard_enough():
            self._owed.deadline = math.inf
        elif is_new:
            self._owed.deadline = trio.current_time() + OWED_WITHIN


def _first(errors: BaseExceptionGroup[TransportError]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
