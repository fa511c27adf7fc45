"""Runs work in threads that progress even while the event loop is busy.

A thread needs the interpreter's lock (GIL) for each step in Python.  A busy loop
releases it only for moments, in its own system calls, and has it back before the thread
is awake.
The thread sees that it was released, so it does not insist either (after
``sys.getswitchinterval()`` without a release it would).  A commit of milliseconds can
so take seconds.

Therefore the loop sleeps for a moment now and then while a thread takes long, or while
others queue for it.  That suffices for the thread to wake, and costs everybody else
1/30 of the time.

Source: D. Beazley, "Understanding the Python GIL" (PyCon 2010), on the convoy effect;
CPython, ``Python/ceval_gil.c``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TypeVar

import trio

R = TypeVar("R")

#: Seconds that a thread works without help, and between two moments of help.
PATIENCE = 0.005

#: Seconds that the loop sleeps; the system makes it a little more.
MOMENT = 0.0001


class Threads:
    """Runs work in threads, and helps them all with one task.

    A task for each piece of work would cost the loop as much as the thread does.
    """

    def __init__(self) -> None:
        #: When each unfinished piece of work was requested; the oldest first.
        self._asked: dict[object, float] = {}
        self._wake = trio.Event()

    async def run(self, work: Callable[[], R], limiter: trio.CapacityLimiter) -> R:
        """Return what the work returns, or raise what it raises."""
        key = object()
        self._asked[key] = trio.current_time()
        self._wake.set()
        try:
            return await trio.to_thread.run_sync(work, limiter=limiter)
        finally:
            del self._asked[key]

    async def help(self) -> None:
        """Help slow threads to progress, until cancelled."""
        while True:
            await self._wake.wait()
            while self._asked:
                await trio.sleep(PATIENCE)
                oldest = next(iter(self._asked.values()), math.inf)
                if trio.current_time() - oldest >= PATIENCE:
                    _let_go()
            self._wake = trio.Event()


def _let_go() -> None:
    # It must stop the whole loop, so it is not trio's sleep.
    time.sleep(MOMENT)
