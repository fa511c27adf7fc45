"""This module draws random levels until one has exactly one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Entropy = Callable[[int], bytes]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """Fair draws from ``entropy``; equal bytes give equal draws."""

    entropy: Entropy

    def below(self, bound: int) -> int:
        """Return a uniformly random number from 0 to ``bound`` − 1."""
        size = (bound.bit_length() + 7) // 8
        fair = 256**size // bound * bound
        while (number := int.from_bytes(self.entropy(size))) >= fair:
            pass
        return number % bound

    def one(self, items: Sequence[T]) -> T:
        """Return a random one of ``items``."""
        return items[self.below(len(items))]

    def mixed(self, items: Iterable[T]) -> list[T]:
        """Return ``items`` in a uniformly random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def unique(
    draw: Callable[[], T | None], solutions: Callable[[T], int], *, tries: int
) -> T:
    """Return the first drawn level with exactly one solution.

    ``draw`` may return None if it gets stuck, and ``solutions`` may stop counting at
    2; either counts as one of the ``tries``.

    Raises:
      LookupError: None of ``tries`` levels had one.
    """
    for _ in range(tries):
        level = draw()
        if level is not None and solutions(level) == 1:
            return level
    raise LookupError(f"none of {tries} levels has exactly one solution")
