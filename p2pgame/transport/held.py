"""Counts the bytes that a server holds for its connections, each and together.

What a peer has sent is held until somebody takes it, and what is sent to a peer until
the system takes it.  A limit for each connection does not bound the whole: a thousand
connections below their limits can take gigabytes.  So all are counted in one total.
"""

from __future__ import annotations

import math

import trio


class Total:
    """The bytes held for all connections; ``spent`` is set above the limit."""

    __slots__ = ("held", "limit", "spent")

    def __init__(self, limit: float = math.inf) -> None:
        self.limit = limit
        self.held = 0
        self.spent = trio.Event()

    def add(self, size: int) -> None:
        """Hold so many bytes more, or fewer."""
        self.held += size
        if self.held > self.limit:
            self.spent.set()


class Held:
    """The bytes held for one connection."""

    __slots__ = ("_total", "size")

    def __init__(self, total: Total) -> None:
        self._total: Total | None = total
        self.size = 0

    def add(self, size: int) -> None:
        """Hold so many bytes more, or fewer; counts no more once it is closed."""
        if self._total is not None:
            self.size += size
            self._total.add(size)

    def close(self) -> None:
        """Count nothing any more: the connection ends, and frees what it holds."""
        self.add(-self.size)
        self._total = None
