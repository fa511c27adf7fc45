"""Heeds signals: a seat quits, or is shown in another size."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress

import trio

from .keyboard import read_line


class Left(Exception):
    """The person has left the table."""


async def heed_leash(quit: Callable[[], None]) -> None:
    """Quit when standard input ends."""
    with suppress(EOFError):
        while True:
            await trio.to_thread.run_sync(read_line, abandon_on_cancel=True)
    quit()


async def heed_signals(quit: Callable[[], None]) -> None:
    """Quit when somebody ends the program."""
    wanted = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in wanted if hasattr(signal, name)]
    with trio.open_signal_receiver(*signals) as received:
        async for _ in received:
            quit()


async def heed_sizes(show: Callable[[], None]) -> None:
    """Show everything anew when the terminal has another size."""
    resized = getattr(signal, "SIGWINCH", None)
    if resized is None:
        return  # the window looks for it by itself
    with trio.open_signal_receiver(resized) as received:
        async for _ in received:
            show()
