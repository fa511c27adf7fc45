"""Limits how much of others' entries a peer posts on a topic, and how often.

Times are seconds of a monotonic clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from p2pgame.transport.rate import TokenBucket

#: Bytes of others' entries in the first step and in the longest, and seconds between
#: two.  The first is short because another peer may have begun to post the same.
FIRST_STEP, STEP, STEP_PAUSE = 1024, 64 * 1024, 0.05

#: Bytes of others' entries that we post in a second, in the long run, and at first.
POST_RATE, POSTED = 64 * 1024, 4 * 1024 * 1024


class Steps:
    """Divide what is posted into steps, each up to twice as long as the last."""

    def __init__(self) -> None:
        #: When the next step may begin.
        self.not_before = -math.inf
        self._bucket = TokenBucket(POST_RATE, POSTED)
        self._step = FIRST_STEP

    def take(self, raws: Iterable[bytes], now: float) -> list[bytes]:
        """Return the entries of the next step; ``raws`` are those that are due."""
        taken = [*_within(raws, self._step)]
        self._step = min(2 * self._step, STEP)
        self._bucket.charge(sum(map(len, taken)), now=now)
        self.not_before = max(now + STEP_PAUSE, self._bucket.ready_at())
        return taken

    def put_off(self, until: float) -> None:
        """Make the next step no sooner than that."""
        self.not_before = max(self.not_before, until)

    def begin(self) -> None:
        """Begin with a short step again."""
        self._step = FIRST_STEP


def _within(raws: Iterable[bytes], room: int) -> Iterator[bytes]:
    taken = 0
    for raw in raws:
        if taken and taken + len(raw) > room:
            return
        taken += len(raw)
        yield raw
