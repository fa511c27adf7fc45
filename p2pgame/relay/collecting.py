"""Runs the garbage collector in small steps, so that it never stops a big relay.

Python inspects all live objects again and again, at 0.1 ms a connection: 0.9 s for 9000
connections, while everything waits.  Here the new objects are inspected now and then,
and then *frozen*: never inspected again.
While many connections arrive this happens often, so each step is short.  While they
only talk it happens seldom: the new objects are then queued messages, 40 objects a
connection, with almost no garbage.
Ended connections usually leave none (``tests/relay/test_nothing_left.py``).  Frozen
garbage of some error would be lost, so after many have ended everything is inspected
once.

This changes the whole process, so only a program that is nothing but a relay uses it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import trio

#: Seconds between two inspections of new objects, at most, and between two checks.
EVERY, OFTEN = 300.0, 0.02

#: New objects that call for an inspection: each takes at most 1 µs.
MORE = 2500

#: Ended connections that call for an inspection, a second after the last one.
SOON, SECOND = 500, 1.0

#: Connections that may end between two inspections of everything: if a fault leaked
#: all of them, they would take 12 KiB each.
ENDED_LIMIT = 20_000


async def collect(ended: Callable[[], int]) -> None:
    """Collect garbage in small steps, until cancelled.

    ``ended`` returns the number of connections that have ended since the start.
    """
    seen = looked = ended()
    gc.disable()
    try:
        gc.collect()
        gc.freeze()
        while True:
            last = trio.current_time()
            while (passed := trio.current_time() - last) < EVERY:
                await trio.sleep(OFTEN)
                has_ended = passed >= SECOND and ended() - looked >= SOON
                # The objects made and not freed since the last inspection; counting
                # them is cheap.
                if has_ended or gc.get_count()[0] >= MORE:
                    break
            looked = ended()
            if looked - seen >= ENDED_LIMIT:
                seen = looked
                gc.unfreeze()
            gc.collect()
            gc.freeze()
    finally:
        gc.unfreeze()
        gc.enable()
