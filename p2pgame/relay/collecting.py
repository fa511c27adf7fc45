"""Keep the garbage collector from stopping a relay of thousands for a second.

Python looks at all live objects again and again, which takes 0.1 ms for each
connection: 0.9 s at 9000, and all wait.  So it is done by hand here: now and then
what is new is looked at and then *frozen*, that is, never looked at again.  When many
come, that is often, so that there is little to look at each time.  When they only talk
it is seldom: new are then all that wait for something else than the last time, 40
objects of a connection, and their garbage is as good as none.  Connections that end
leave none as a rule (``tests/relay/test_nothing_left.py``); but what some error leaves
that was frozen would be lost, so after many have ended, everything is looked at once.

It is the whole process that is changed, so only a program that is nothing but a relay
does this.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import trio

#: Seconds between two looks at what is new, at most, and between two thoughts of it.
EVERY, OFTEN = 300.0, 0.02

#: Objects more than at the last look after which there is another: each takes a
#: microsecond at most.
MORE = 2500

#: Connections that have ended after which there is one, a second after the last.
SOON, SECOND = 500, 1.0

#: Connections that may have ended since the last look at everything: if by some fault
#: all of them left what they had, that would be 12 KiB each.
ENDED_LIMIT = 20_000


async def collect(ended: Callable[[], int]) -> None:
    """Collect garbage in small steps, until cancelled.

    ``ended`` returns how many connections have ended since the start.
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
                # What was made and not freed since the last look, without looking.
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
