"""This module draws fast, repeatable random numbers for simulations.

A linear congruential generator with Knuth's MMIX constants, of which only the high bits
are used: a search draws millions of numbers, and needs neither secrecy nor a long
period.  ``random`` promises its values for one method only.

Source: Knuth, "The Art of Computer Programming", volume 2, section 3.3.4.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Lots:
    """Draws that depend on the seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(blake2b(seed.encode(), digest_size=8).digest())

    def below(self, bound: int) -> int:
        """Return one of 0…``bound`` − 1, for bounds far below 2⁴⁰.

        The bias is below ``bound`` · 2⁻⁴⁰.
        """
        self._state = state = (
            self._state * 6364136223846793005 + 1442695040888963407
        ) & _MASK
        return (state >> 24) * bound >> 40

    def large(self, bound: int) -> int:
        """Return one of 0…``bound`` − 1 for a bound of any size."""
        if bound < 1 << 20:
            return self.below(bound)
        number = 0
        for _ in range(bound.bit_length() // 32 + 2):
            number = number << 32 | self.below(1 << 32)
        return number % bound

    def choice(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def shuffle(self, values: MutableSequence[Any]) -> None:
        """Put the values in a uniformly random order, in place."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]
