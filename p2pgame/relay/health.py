"""Tells an operator what is wrong with a relay's store, and what it has done.

A store notes its *troubles*, each by a fixed word; the log gets one line when a trouble
begins and one when it ends.  Nothing here names a topic or a peer.
"""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

from p2pgame.relay.logs import fields

_log = logging.getLogger("p2pgame.relay")

#: What each trouble of a store means, for the log and the page of readiness.
TROUBLES = {
    "full": "the store is full: frames are handed on and not kept",
    "failing": "the store takes nothing: frames are handed on and not kept",
    "slow": "the store is slow: frames wait for it",
    "away": "the store can't be reached",
    "refused": "the store refuses our name or password",
    "damaged": "the store is damaged and can't be begun anew",
}

#: Seconds at which the buckets of a latency end.
BOUNDS = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0)


@dataclass(slots=True)
class Latency:
    """How long something took: a histogram."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def note(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


@dataclass(slots=True)
class Health:
    """A store's troubles, counts and sizes."""

    #: The words of what is wrong now, each a key of :data:`TROUBLES`.
    troubles: set[str] = field(default_factory=set)
    latency: Latency = field(default_factory=Latency)
    errors: Counter[str] = field(default_factory=Counter)
    #: Bytes by kind, now.
    sizes: dict[str, int] = field(default_factory=dict)
    evicted_topics: int = 0
    evicted_bytes: int = 0
    #: How often the store was lost, and began anew.
    begun_anew: int = 0

    def begins(self, trouble: str) -> None:
        """Note a trouble; count and log it if it is new."""
        if trouble not in self.troubles:
            self.errors[trouble] += 1
            self.troubles.add(trouble)
            _log.error("%s", TROUBLES[trouble], extra=fields(trouble=trouble))

    def ends(self, *troubles: str) -> None:
        """Note that these troubles are over, and log that of each that was there."""
        for trouble in self.troubles.intersection(troubles or TROUBLES):
            self.troubles.discard(trouble)
            extra = fields(trouble=trouble, over=1)
            _log.warning("over: %s", TROUBLES[trouble], extra=extra)

    def begins_anew(self, why: str) -> None:
        """Note that the store was lost and begins anew."""
        _log.error("%s: it begins anew", why)
        self.begun_anew += 1

    def evicted(self, topics: int, size: int) -> None:
        """Note that idle topics have made room."""
        if topics:
            extra = fields(topics=topics, bytes=size)
            _log.info("%d idle topics made room: %d bytes", topics, size, extra=extra)
        self.evicted_topics += topics
        self.evicted_bytes += size
