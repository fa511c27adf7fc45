"""Limits a rate with a token bucket; the caller passes the clock's time.

A bucket holds at most ``burst`` tokens and gains ``rate`` tokens a second.  An action
costs tokens, and may cost a fraction of one.  Two ways to use a bucket:

- *refuse*: :meth:`TokenBucket.take` takes tokens only if enough are left;
- *slow down*: :meth:`TokenBucket.charge` always takes them, and the next action waits
  for :meth:`TokenBucket.ready_in` seconds until the debt is paid.
"""

from __future__ import annotations

import math


class TokenBucket:
    """Allow ``rate`` tokens a second in the long run, and ``burst`` at once.

    A bucket starts full.  Its debt never exceeds ``debt`` tokens.  Times are seconds of
    one monotonic clock.
    """

    __slots__ = ("_burst", "_debt", "_left", "_rate", "_seen")

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        now: float = -math.inf,
        debt: float = math.inf,
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._debt = debt
        # Tokens rather than the time at which the bucket is full: so ``burst``
        # actions at one moment pass exactly, without a rounding error.
        self._left = burst
        self._seen = now

    def left(self, *, now: float) -> float:
        """Return how many tokens are in the bucket; negative while in debt."""
        return min(self._burst, self._left + (now - self._seen) * self._rate)

    def has(self, count: float, *, now: float) -> bool:
        """Return whether ``count`` tokens are in the bucket."""
        return self.left(now=now) >= count

    def take(self, count: float, *, now: float) -> bool:
        """Take ``count`` tokens if they are there; return whether they were."""
        is_there = self.has(count, now=now)
        if is_there:
            self.charge(count, now=now)
        return is_there

    def charge(self, count: float, *, now: float) -> None:
        """Take ``count`` tokens, and go into debt if fewer are there."""
        self._left = max(self.left(now=now) - count, -self._debt)
        self._seen = now

    def is_full(self, *, now: float) -> bool:
        """Return whether the bucket equals a new one."""
        return self.left(now=now) >= self._burst

    def ready_at(self, count: float = 0) -> float:
        """Return when ``count`` tokens are there, if none is taken before.

        The time may lie in the past; it is infinite for ``count > burst``.
        """
        if count > self._burst:
            return math.inf
        return self._seen + max(0.0, count - self._left) / self._rate

    def ready_in(self, count: float = 0, *, now: float) -> float:
        """Return the seconds until ``count`` tokens are there: 0 if they are."""
        return max(0.0, self.ready_at(count) - now)
