"""Keep the garbage collector from stopping a relay of thousands for a second.

Python looks at all live objects again and again, which takes 0.1 ms for each
connection: 0.9 s at 9000, and all wait.  So it is done by hand here: now and then
what is new is looked at and then *frozen*, that is, never looked at again.  New are
all that wait for something else than the last time, 40 objects of a connection that
was used; garbage is left by those that end, as good as none by those that stay.  Ended
connections that were frozen would be lost that way; so after many have ended,
everything is looked at once.

It is the whole process that is changed, so only a program that is nothing but a relay
does this.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import trio

#: Seconds between two looks at what is new; and after how many connections have ended
#: there is one sooner, as soon as a second after the last.
EVERY, SECOND = 10.0, 1.0
SOON = 500

#: Connections that may have ended since the last look at everything, about 1 KiB each.
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
            for _ in range(int(EVERY / SECOND)):
                await trio.sleep(SECOND)
                if ended() - looked >= SOON:
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
