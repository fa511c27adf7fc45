"""This module makes many random numbers fast; ``random`` is not for pure rooms."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import shake_256
from struct import unpack

from p2pgame.playtest.chance import Chance

_BLOCK = 1024


class Draws:
    """A stream of numbers that depends on the draws of ``chance`` alone."""

    def __init__(self, chance: Chance) -> None:
        self._words = _words(chance.below(1 << 128))

    def below(self, bound: int) -> int:
        """Return one of 0…``bound`` − 1, where ``bound`` is far below 2³²."""
        return next(self._words) * bound >> 32

    def share(self) -> float:
        """Return a number from 0 to below 1."""
        return next(self._words) / 4294967296.0


def _words(key: int) -> Iterator[int]:
    block = 0
    while True:
        stream = shake_256(f"{key}: {block}".encode()).digest(4 * _BLOCK)
        yield from unpack(f"<{_BLOCK}I", stream)
        block += 1
