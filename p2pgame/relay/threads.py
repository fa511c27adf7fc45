"""Work in a thread that gets on, however busy the loop is.

A thread needs the interpreter's lock for each step it makes in Python.  A busy loop
lets go of it for moments only, in its own system calls, and has it back before the
thread is awake; and since the thread sees that it was let go of, it does not insist
either (it would after ``sys.getswitchinterval()`` in which nobody else let go).  So a
commit of milliseconds can take seconds, or as long as the loop is busy.

Therefore the loop waits for a moment now and then while a thread takes long: that is
enough to be woken up in, and costs everybody else one part in thirty for each such
thread, of which a store has three at most.

Source: D. Beazley, "Understanding the Python GIL" (PyCon 2010), on the convoy effect;
CPython, ``Python/ceval_gil.c``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import outcome
import trio

R = TypeVar("R")

#: Seconds that a thread goes without help, and between two moments of it.
PATIENCE = 0.005

#: Seconds that the loop waits; the system makes it a little more.
MOMENT = 0.0001


async def run_in_thread(work: Callable[[], R], limiter: trio.CapacityLimiter) -> R:
    """Return what the work returns, or raise what it raises.

    Who waits for the limiter is not helped: there may be a crowd of them.
    """
    async with limiter, trio.open_nursery() as nursery:
        nursery.start_soon(_give_way)
        done = await trio.to_thread.run_sync(outcome.capture, work)
        nursery.cancel_scope.cancel()
    return done.unwrap()


async def _give_way() -> None:
    while True:
        await trio.sleep(PATIENCE)
        _let_go()


def _let_go() -> None:
    # For the whole loop, that is, so not trio's.
    time.sleep(MOMENT)
