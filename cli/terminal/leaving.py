"""Heeds signals: a seat quits, or is shown in another size.

Once they are heeded a signal tears nothing: it asks for what goes on to end, and a
window is closed as ever.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

import trio

from .keyboard import read_line


class Left(Exception):
    """The person has left the table."""


#: Seconds in which a program whose leash has broken may still leave in good order.
GRACE = 30.0
#: The status of a program that a person left (:mod:`p2pgame.cli.statuses`).
_LEFT = 130


async def heed_leash(quit: Callable[[], None]) -> None:
    """Quit when standard input ends; rules that never return delay it by ``GRACE``."""
    with suppress(EOFError):
        while True:
            await trio.to_thread.run_sync(_read_leash, abandon_on_cancel=True)
    quit()


def _read_leash() -> None:
    """Wait for a line; where there is none, let the program not outlive ``GRACE``.

    It is a thread's work: the loop that is to quit may be busy for ever.
    """
    try:
        read_line()
    except EOFError:
        last = threading.Timer(GRACE, os._exit, (_LEFT,))
        last.daemon = True
        last.start()
        raise


class Signals:
    """What ends the program, while it is heeded: first what opens, then the seat."""

    def __init__(self, received: AsyncIterator[int]) -> None:
        self._received = received
        self._opening = trio.CancelScope()
        self._quit: Callable[[], None] = self._opening.cancel
        #: Whether somebody has ended the program.
        self.came = False

    async def heed(self) -> None:
        """Quit whenever somebody ends the program."""
        async for _ in self._received:
            self.came = True
            self._quit()

    @contextmanager
    def opening(self) -> Iterator[None]:
        """End what is done in this block, until :meth:`opened`.

        Raises:
          KeyboardInterrupt: Somebody has ended it.
        """
        with self._opening:
            yield
        if self._opening.cancelled_caught:
            raise KeyboardInterrupt

    def opened(self, quit: Callable[[], None]) -> None:
        """Call ``quit`` from now on when somebody ends the program.

        Raises:
          KeyboardInterrupt: Somebody has.
        """
        self._quit = quit
        if self.came:
            raise KeyboardInterrupt

    @contextmanager
    def until_ended(self) -> Iterator[None]:
        """End what is done in this block when somebody ends the program, or has."""
        with trio.CancelScope() as scope:
            before, self._quit = self._quit, scope.cancel
            if self.came:
                scope.cancel()
            try:
                yield
            finally:
                self._quit = before

    def closing(self) -> None:
        """Note that all is done, and said: the program is ending by itself."""
        self._quit = lambda: None


@contextmanager
def heeded() -> Iterator[Signals]:
    """Heed signals in this block."""
    wanted = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in wanted if hasattr(signal, name)]
    with trio.open_signal_receiver(*signals) as received:
        yield Signals(received)


async def heed_sizes(show: Callable[[], None]) -> None:
    """Show everything anew when the terminal has another size."""
    resized = getattr(signal, "SIGWINCH", None)
    if resized is None:
        return  # the window looks for it by itself
    with trio.open_signal_receiver(resized) as received:
        async for _ in received:
            show()
