"""How much of others' words is posted at a topic at once, and how soon again.

Times are those of a clock that nobody can set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

#: Bytes of others' entries that are posted at once: few at first, because somebody
#: else may have begun to post the same, and at most; and seconds from one to the next.
FIRST_STEP, STEP, STEP_PAUSE = 1024, 64 * 1024, 0.05

#: Bytes of others' entries that we post in a second, in the long run, and at first.
POST_RATE, POSTED = 64 * 1024, 4 * 1024 * 1024


class Steps:
    """What is posted step by step, each twice as long as the one before."""

    def __init__(self) -> None:
        #: When there may be another.
        self.not_before = -math.inf
        self._paid_at = -math.inf
        self._step = FIRST_STEP

    def take(self, raws: Iterable[bytes], now: float) -> list[bytes]:
        """Return those, of entries whose time has come, that make the next step."""
        taken = [*_within(raws, self._step)]
        self._step = min(2 * self._step, STEP)
        self._paid_at = max(self._paid_at, now) + sum(map(len, taken)) / POST_RATE
        rest_until = self._paid_at - POSTED / POST_RATE
        self.not_before = max(now + STEP_PAUSE, rest_until)
        return taken

    def put_off(self, until: float) -> None:
        """Make the next step no sooner than that."""
        self.not_before = max(self.not_before, until)

    def begin(self) -> None:
        """Begin with few again."""
        self._step = FIRST_STEP


def _within(raws: Iterable[bytes], room: int) -> Iterator[bytes]:
    taken = 0
    for raw in raws:
        if taken and taken + len(raw) > room:
            return
        taken += len(raw)
        yield raw
