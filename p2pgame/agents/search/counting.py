"""This module deals unknown cards to unknown slots, each possible deal equally likely.

Slots that may hold the same cards are one *class*, and cards that may lie in the same
classes are one *kind*.  A table says how many cards of each kind lie in each class, and
stands for as many deals as its counts allow.  So a table is drawn by its number of
deals, kind after kind, and the cards within it in any order: an exact draw at a small
cost.  The cards of four hands and their suits need some hundred sums.

Where there are too many tables, a random matching is mixed by exchanges instead: it
agrees with all constraints, but is only approximately uniform.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Generic, TypeVar

from .lots import Lots

T = TypeVar("T")

#: The most summands of one count.
MOST_TERMS = 200_000
#: Exchanges tried for each card, where a deal is not drawn exactly.
EXCHANGES = 20


class Impossible(ValueError):
    """No deal agrees with all constraints."""


class _TooMany(Exception):
    """Counting would take too long."""


@dataclass(slots=True)
class Puzzle(Generic[T]):
    """The cards to deal: ``sizes`` of the classes, and ``kinds`` of cards.

    A kind has the classes in which its cards may lie, ascending, and the cards.
    """

    sizes: tuple[int, ...]
    kinds: list[tuple[tuple[int, ...], list[T]]]
    is_exact: bool = True
    _sums: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict)
    _terms: int = 0

    def __post_init__(self) -> None:
        self.kinds.sort(key=lambda kind: (len(kind[0]), kind[0]))
        if sum(self.sizes) != sum(len(cards) for _, cards in self.kinds):
            raise Impossible("there are more cards than slots, or fewer")
        try:
            possible = self.count() > 0
        except _TooMany:
            self.is_exact, possible = False, True
        if not possible:
            raise Impossible("no deal agrees with all that is known")

    def count(self) -> int:
        """Return the number of deals, the slots of a class in no order."""
        return self._count(0, self.sizes)

    def draw(self, lots: Lots) -> list[list[T]]:
        """Return the cards of each class, in random order.

        Raises:
          Impossible: No deal agrees with all constraints.
        """
        dealt = self._drawn(lots) if self.is_exact else self._matched(lots)
        for cards in dealt:
            lots.shuffle(cards)
        return dealt

    def _drawn(self, lots: Lots) -> list[list[T]]:
        dealt: list[list[T]] = [[] for _ in self.sizes]
        left = self.sizes
        for n, (_, cards) in enumerate(self.kinds):
            order = [*cards]
            lots.shuffle(order)
            for to, count in self._row(n, left, lots):
                dealt[to] += order[:count]
                del order[:count]
                left = _less(left, ((to, count),))
        return dealt

    def _row(
        self, n: int, left: tuple[int, ...], lots: Lots
    ) -> tuple[tuple[int, int], ...]:
        """Draw how many cards of kind ``n`` lie in each class."""
        classes, cards = self.kinds[n]
        if len(classes) == 1:
            return ((classes[0], len(cards)),)
        lot = lots.large(self._count(n, left))
        for row, ways in self._rows(n, left):
            lot -= ways * self._count(n + 1, _less(left, row))
            if lot < 0:
                return row
        raise AssertionError("the counts add up")

    def _count(self, n: int, left: tuple[int, ...]) -> int:
        if n == len(self.kinds):
            return not any(left)
        key = n, left
        known = self._sums.get(key)
        if known is None:
            known = 0
            for row, ways in self._rows(n, left):
                self._terms += 1
                if self._terms > MOST_TERMS:
                    raise _TooMany
                known += ways * self._count(n + 1, _less(left, row))
            self._sums[key] = known
        return known

    def _rows(
        self, n: int, left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
        """Yield the rows of a table for kind ``n``, each with its number of deals."""
        classes, cards = self.kinds[n]
        if n == len(self.kinds) - 1:
            row = tuple((to, left[to]) for to in classes)
            if sum(count for _, count in row) == len(cards) == sum(left):
                yield row, _ways(row)
            return
        spaces = [left[to] for to in classes]
        for counts in _splits(len(cards), spaces, 0):
            row = tuple(zip(classes, counts, strict=True))
            yield row, _ways(row)

    def _matched(self, lots: Lots) -> list[list[T]]:
        """Return a random matching, mixed by exchanges."""
        cards = [(classes, card) for classes, same in self.kinds for card in same]
        lots.shuffle(cards)
        homes = [to for to, size in enumerate(self.sizes) for _ in range(size)]
        lots.shuffle(homes)
        at = _matching([{*classes} for classes, _ in cards], homes)
        for _ in range(EXCHANGES * len(cards)):
            a, b = lots.below(len(cards)), lots.below(len(cards))
            if homes[at[b]] in cards[a][0] and homes[at[a]] in cards[b][0]:
                at[a], at[b] = at[b], at[a]
        dealt: list[list[T]] = [[] for _ in self.sizes]
        for n, (_, card) in enumerate(cards):
            dealt[homes[at[n]]].append(card)
        return dealt


def _less(left: tuple[int, ...], row: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    after = [*left]
    for to, count in row:
        after[to] -= count
    return tuple(after)


def _ways(row: Sequence[tuple[int, int]]) -> int:
    ways = factorial(sum(count for _, count in row))
    for _, count in row:
        ways //= factorial(count)
    return ways


def _splits(count: int, spaces: list[int], n: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to split ``count`` over the spaces from the ``n``-th on."""
    if n == len(spaces) - 1:
        if count <= spaces[n]:
            yield (count,)
        return
    rest = sum(spaces[n + 1 :])
    for here in range(max(0, count - rest), min(count, spaces[n]) + 1):
        for others in _splits(count - here, spaces, n + 1):
            yield (here, *others)


def _matching(allowed: list[set[int]], homes: list[int]) -> list[int]:
    """Return a place for each card, whose home is allowed, by augmenting paths."""
    holder: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for spot, home in enumerate(homes):
            if home in allowed[card] and spot not in tried:
                tried.add(spot)
                if spot not in holder or place(holder[spot], tried):
                    holder[spot] = card
                    return True
        return False

    for card in range(len(allowed)):
        if not place(card, set()):
            raise Impossible("no deal agrees with all that is known")
    return [spot for _, spot in sorted((card, spot) for spot, card in holder.items())]
