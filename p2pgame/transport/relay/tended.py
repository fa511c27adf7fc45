"""Runs a link to a topic, for every kind of relay: its tasks, its limits, its end.

The relay is used, not trusted.  It can lose, delay and repeat frames; a provable lie
ends this one connection.
Frames that it has not confirmed when a connection ends are not sent again here: the
link's user resends what the others lack.

Each connection has a reader and a writer.  The reader learns at once what became of our
frames, however slow the receiver is.
The writer alone sends, and keeps the order even if the relay asks for less speed.  All
that waits is bounded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NoReturn

import trio

from p2pgame.transport.link import SIZES, LinkClosed, TransportError

_SMOOTHING = 8


class TendedLink(ABC):
    """A link to all peers at a topic; it works while ``tend`` runs.

    ``hang_up`` closes the connection.  Frames that are not stored when we close have
    ``closes_within`` seconds.
    """

    #: Whether the relay is one of nostr, which is slow.
    by_nostr = False

    def __init__(
        self,
        hang_up: Callable[[], Awaitable[None]],
        *,
        can_write: bool,
        is_whole: bool,
        closes_within: float,
    ) -> None:
        self.can_write = can_write
        #: Whether it uses our shared port, so that ``observed`` is that port's address.
        self.is_shared = False
        #: Set once ``receive`` has returned all that the topic had.
        self.live = trio.Event()
        #: Once live: whether this link brought all that the topic has, and no earlier
        #: link
        #: brought any of it.
        self.is_whole = is_whole
        #: Why the link is closed, if it is.
        self.why: str | None = None
        #: The number by which the relay refused us, if that ended the link.
        self.refusal: int | None = None
        #: Whether the relay keeps what we publish; else it only hands it on.
        self.is_kept = True
        #: Seconds from publishing to stored, as a moving average.
        self.latency: float | None = None
        self._hang_up = hang_up
        self._closes_within = closes_within
        self._changed = trio.lowlevel.ParkingLot()
        self._life = trio.CancelScope()
        #: Expires when the relay owes us an answer for too long.
        self._owed = trio.CancelScope()
        self._is_closing = False
        self._ended = trio.Event()

    @property
    def observed(self) -> tuple[str, int] | None:
        """Our host and port as the relay sees them, if it states valid ones."""
        return None

    @property
    def is_over(self) -> bool:
        """Whether the connection and its tasks have ended."""
        return self._ended.is_set()

    @abstractmethod
    async def send(self, frame: bytes) -> None:
        """Publish a frame; wait while too many are not stored yet.

        A spectator's frames are dropped: it may not write.

        Raises:
          LinkClosed: The link is gone.
          ValueError: No relay takes a frame of this length.
        """

    @abstractmethod
    async def receive(self) -> bytes:
        """Return the next frame; ``LinkClosed`` if there will be none."""

    async def wait_stored(self) -> None:
        """Wait until the relay has stored all that was sent.

        Raises:
          LinkClosed: The link is gone; some of it may not be stored.
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
        """Close the link, after a moment for frames that are not stored yet."""
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
        """Make the next connection read the topic from its beginning."""

    @abstractmethod
    async def _write(self) -> NoReturn:
        """Publish waiting frames."""

    @abstractmethod
    async def _listen(self) -> NoReturn:
        """Process the relay's messages."""

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
        """Note the seconds until something was stored."""
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
