"""What links to a topic have in common, whichever kind of relay it is at: their life.

The relay is not trusted, only used: it can lose, delay and repeat what passes, and a
lie that can be told from a mistake ends this one connection.  What it has not said to
be stored when a connection ends is not sent again here: whoever talks by the link
says again what the others lack.

A reader and a writer of its own run for each connection.  The reader hears at once
what becomes of our frames, however slow the receiver is; the writer alone sends, and
keeps the order even if the relay wants it slower.  Everything that waits is bounded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NoReturn

import trio

from p2pgame.transport.link import SIZES, LinkClosed, TransportError

_SMOOTHING = 8


class TendedLink(ABC):
    """A link to all who are at a topic; ``tend`` must run for it to work.

    ``hang_up`` closes the connection.  What is not stored when we close has as many
    seconds as ``closes_within``.
    """

    def __init__(
        self,
        hang_up: Callable[[], Awaitable[None]],
        *,
        can_write: bool,
        is_whole: bool,
        closes_within: float,
    ) -> None:
        self.can_write = can_write
        #: Whether it leaves from our shared port, so that ``observed`` is that one's.
        self.is_shared = False
        #: Set once ``receive`` has returned all that the topic had.
        self.live = trio.Event()
        #: Once live: whether this brings all that the topic has, as nothing came by an
        #: earlier one.
        self.is_whole = is_whole
        #: Why it is closed, if it is.
        self.why: str | None = None
        #: Seconds from publishing to stored, as a moving average.
        self.latency: float | None = None
        self._hang_up = hang_up
        self._closes_within = closes_within
        self._changed = trio.lowlevel.ParkingLot()
        self._life = trio.CancelScope()
        #: Runs out if the relay owes us something for too long.
        self._owed = trio.CancelScope()
        self._is_closing = False
        self._ended = trio.Event()

    @property
    def observed(self) -> tuple[str, int] | None:
        """Host and port that we have for the relay, if it says so sensibly."""
        return None

    @property
    def is_over(self) -> bool:
        """Whether nothing of the connection is left."""
        return self._ended.is_set()

    @abstractmethod
    async def send(self, frame: bytes) -> None:
        """Publish a frame; wait while too much is not stored yet.

        A watcher's frames are dropped: it has nothing to say.

        Raises:
          LinkClosed: The link is gone.
          ValueError: No relay takes a frame of this length.
        """

    @abstractmethod
    async def receive(self) -> bytes:
        """Return the next frame; ``LinkClosed`` if there is none any more."""

    async def wait_stored(self) -> None:
        """Wait until the relay has stored all that was sent.

        Raises:
          LinkClosed: The link is gone, and perhaps not all of it is stored.
        """
        await self._until(lambda: self.why is not None or self._is_idle)
        if not self._is_idle:
            raise LinkClosed(self.why)

    def read_again(self) -> None:
        self._end("The topic is read again from its beginning.")
        self._is_closing = True
        self._forget()
        self._life.cancel()

    async def aclose(self) -> None:
        """Close the link, after a moment for what is not stored yet."""
        if self._is_closing:
            await self._ended.wait()
            return
        self._is_closing = True
        self.why = self.why or "We closed the link."
        self._changed.unpark_all()
        try:
            with trio.move_on_after(self._closes_within):
                await self._until(lambda: self.is_over or self._is_idle)
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
                await self._hang_up()
            self._ended.set()
            self._changed.unpark_all()

    @property
    @abstractmethod
    def _is_idle(self) -> bool:
        """Whether the relay has stored all that was sent."""

    @abstractmethod
    def _forget(self) -> None:
        """Have the next connection bring all once more."""

    @abstractmethod
    async def _write(self) -> NoReturn:
        """Publish what waits for it."""

    @abstractmethod
    async def _listen(self) -> NoReturn:
        """Take in what the relay says."""

    def _end(self, why: str) -> None:
        self.why = self.why or why
        self._changed.unpark_all()

    async def _until(self, condition: Callable[[], bool]) -> None:
        await trio.lowlevel.checkpoint()
        while not condition():
            await self._changed.park()

    async def _wait_room(self, condition: Callable[[], bool]) -> None:
        """Wait until there is room for a frame, or raise ``LinkClosed``."""
        await self._until(lambda: self.why is not None or condition())
        if self.why is not None:
            raise LinkClosed(self.why)

    def _measure(self, taken: float) -> None:
        """Note that it took so many seconds until something was stored."""
        before = taken if self.latency is None else self.latency
        self.latency = before + (taken - before) / _SMOOTHING


def check_size(frame: bytes) -> None:
    """Raise ``ValueError`` if frames do not have this length."""
    if len(frame) not in SIZES:
        raise ValueError(f"no relay takes a frame of {len(frame)} bytes")


def _first(errors: BaseExceptionGroup[TransportError]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
