"""Keeps what we have and a topic lacks, until somebody has posted it.

Each is posted after a pause, in steps, unless it comes from there before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from p2pgame.log import History
from p2pgame.transport.envelope import Entropy

from . import pauses
from .steps import Steps


class WantedEntries:
    """The entries that are wanted at one topic, and when the next may be posted."""

    def __init__(self) -> None:
        self._wanted: dict[bytes, float] = {}
        self._steps = Steps()

    def __len__(self) -> int:
        return len(self._wanted)

    @property
    def raws(self) -> tuple[bytes, ...]:
        return tuple(self._wanted)

    @property
    def next_at(self) -> float:
        """When the next may be posted."""
        return max(self._steps.not_before, min(self._wanted.values(), default=math.inf))

    def want(self, raws: Iterable[bytes], now: float, entropy: Entropy) -> None:
        """Let entries be posted that others hold, too: by whoever comes first."""
        at = now + pauses.drawn(entropy)
        for raw in raws:
            self._wanted.setdefault(raw, at)

    def drop(self, raw: bytes) -> bool:
        """Want an entry no more; return whether it was wanted."""
        return self._wanted.pop(raw, None) is not None

    def put_off(self, until: float) -> None:
        """Post nothing before that."""
        self._steps.put_off(until)

    def begin(self) -> None:
        """Begin with a short step again."""
        self._steps.begin()

    def to_post(self, history: History, now: float) -> list[bytes]:
        """Return entries whose time has come, in an order in which they are of use.

        With them come those that they build on, as far as these are wanted.  For what
        was told before them might be all that is left of its author's words.
        """
        if self.next_at > now:
            return []
        order = [*dict.fromkeys(history.in_order(self._wanted))]
        last = max(n for n, raw in enumerate(order) if self._wanted[raw] <= now)
        return self._steps.take(order[: last + 1], now)
