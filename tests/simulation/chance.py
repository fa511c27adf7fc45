"""All chance of a game from one number, so that the number repeats the game.

Every part of a game draws from a stream of its own, named by labels: one draw more
in one part does not change what the others draw.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random


class Chance:
    """Streams of chance that all follow from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, *labels: object) -> Random:
        """Return the stream of this name, from its beginning."""
        name = repr((self.seed, *labels)).encode()
        return Random(int.from_bytes(blake2b(name, digest_size=16).digest(), "big"))

    def secret(self, *labels: object) -> bytes:
        """Return 32 bytes of a stream."""
        return self.of(*labels).randbytes(32)

    def entropy(self, *labels: object) -> Callable[[int], bytes]:
        """Return a source of bytes that never gives the same twice."""
        return self.of(*labels).randbytes
