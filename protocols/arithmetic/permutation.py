"""Orders drawn uniformly."""

from __future__ import annotations

from .group import Entropy

#: After so many unfit numbers in a row (one time in 2¹²⁸) the source is broken.
_TRIES = 128


def permutation(n: int, entropy: Entropy) -> tuple[int, ...]:
    """Return the numbers from 0 to n - 1 in an order drawn uniformly.

    Raises:
      ValueError: The source of entropy repeats itself.
    """
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = _below(i + 1, entropy)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _below(bound: int, entropy: Entropy) -> int:
    bits = (bound - 1).bit_length()
    # A remainder would prefer small numbers; a number out of range is redrawn.
    for _ in range(_TRIES):
        number = int.from_bytes(entropy((bits + 7) // 8), "little") % (1 << bits)
        if number < bound:
            return number
    raise ValueError("the source of entropy repeats itself")
