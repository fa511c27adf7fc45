"""This module finds exact covers: a choice per item that covers each cell once.

Choices are the places of a block of fill, or the shapes of a block of fold: sets of
cells, as the bits of a number.  The search takes the item with the fewest choices left
first, and backtracks as soon as no choice left covers some cell.  It finds all covers,
or raises :class:`TooHard` if it reaches its bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

#: One choice for each item, in the order of the items.
Cover = tuple[int, ...]


class TooHard(LookupError):
    """The search has reached its bound."""


def mask(cells: Iterable[int]) -> int:
    """Return a set of cells as the bits of a number."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def covers(
    choices: Sequence[Sequence[int]], cells: int, *, bound: int
) -> Iterator[Cover]:
    """Yield every exact cover of ``cells``, in an order that the choices determine.

    The whole search tries an item at most ``bound`` times.

    Raises:
      TooHard: The search has reached ``bound``.
    """
    left = {item: list(masks) for item, masks in enumerate(choices)}
    yield from _search(left, {}, cells, [bound])


def _search(
    left: dict[int, list[int]], made: dict[int, int], cells: int, tries: list[int]
) -> Iterator[Cover]:
    if not left:
        if not cells:
            yield tuple(made[item] for item in sorted(made))
        return
    reach = 0
    for masks in left.values():
        for mask in masks:
            reach |= mask
    if cells & ~reach:
        return
    item = min(left, key=lambda item: len(left[item]))
    for mask in left[item]:
        tries[0] -= 1
        if tries[0] < 0:
            raise TooHard("the search was not done within its bound")
        rest = {
            other: [each for each in masks if not each & mask]
            for other, masks in left.items()
            if other != item
        }
        yield from _search(rest, {**made, item: mask}, cells & ~mask, tries)
