"""Work in a thread that gets on, however busy the loop is.

A thread needs the interpreter's lock for each step it makes in Python.  A busy loop
lets go of it for moments only, in its own system calls, and has it back before the
thread is awake; and since the thread sees that it was let go of, it does not insist
either (it would after ``sys.getswitchinterval()`` in which nobody else let go).  So a
commit of milliseconds can take seconds, or as long as the loop is busy.

Therefore the loop waits for a moment now and then while a thread takes long, or while
others queue for it: that is enough to be woken up in, and costs everybody else one
part in thirty.

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

#: Seconds that a thread goes without help, and between two moments of it.
PATIENCE = 0.005

#: Seconds that the loop waits; the system makes it a little more.
MOMENT = 0.0001


class Threads:
    """Runs work in threads, and helps them all with one task.

    A task for each piece of work would cost the loop as much as the thread does.
    """

    def __init__(self) -> None:
        #: When each piece of work was asked for that is not done; the oldest first.
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
        """Let threads get on that take long, until cancelled."""
        while True:
            await self._wake.wait()
            while self._asked:
                await trio.sleep(PATIENCE)
                oldest = next(iter(self._asked.values()), math.inf)
                if trio.current_time() - oldest >= PATIENCE:
                    _let_go()
            self._wake = trio.Event()


def _let_go() -> None:
    # For the whole loop, that is, so not trio's.
    time.sleep(MOMENT)
