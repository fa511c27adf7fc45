"""Draws pauses, so that of many who may do the same the first one does it.

``entropy`` is an argument: nothing here draws randomness of its own.
"""

from __future__ import annotations

from p2pgame.transport.envelope import Entropy

#: Seconds before we do what anybody else might do: at least, and at most.
PAUSE = 0.2, 1.0


def drawn(entropy: Entropy) -> float:
    """Return the seconds to wait before we do what anybody else might do."""
    least, most = PAUSE
    return least + (most - least) * int.from_bytes(entropy(4)) / 2**32


def about(seconds: float, entropy: Entropy) -> float:
    """Return a little more, so that not all come at one time."""
    return seconds * (1 + int.from_bytes(entropy(4)) / 2**34)
