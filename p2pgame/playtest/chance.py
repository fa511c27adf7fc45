"""This module draws repeatable random numbers: a seed gives the same draws everywhere.

A stream of BLAKE2b blocks in counter mode, and rejection sampling, so that every
number is equally likely.  ``random`` promises the same values for one of its
methods only, and packages without effects may not import it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Draws that depend on the seed alone: for tests, not for secrets."""

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._block = 0
        self._left = b""

    def below(self, bound: int) -> int:
        """Return one of 0…``bound`` − 1, each equally likely."""
        if bound < 1:
            raise ValueError(f"there is no number from 0 to below {bound}")
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if number < bound:
                return number

    def between(self, low: int, high: int) -> int:
        """Return one of ``low``…``high``, both of them included."""
        return low + self.below(high - low + 1)

    def choice(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Return the values in a uniformly random order."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _take(self, size: int) -> bytes:
        while len(self._left) < size:
            count = self._block.to_bytes(8, "big")
            self._left += blake2b(count, key=self._key).digest()
            self._block += 1
        taken, self._left = self._left[:size], self._left[size:]
        return taken
