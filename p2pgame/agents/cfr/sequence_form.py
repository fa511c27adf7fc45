"""This module holds a game for two in its sequence form.

A *sequence* is what one seat has done on the way to somewhere: its move in its last
information set, which implies all its moves before.  Sequence 0 is to have done
nothing.  With perfect recall a seat's chance to play a sequence (its *reach*) is a
product over its own information sets alone, and the value of a game is the sum over
pairs of sequences of both reaches and what the pair pays.  So nothing more of the tree
is needed, and its histories are walked once.

Source: von Stengel, "Efficient Computation of Behavior Strategies" (1996).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

#: A number for each sequence of one seat: a chance, a reach or a value.
Numbers: TypeAlias = list[float]
#: For each sequence that pays: the other seat's sequences, and the payoffs with them,
#: times the chance of the cards.
Row: TypeAlias = tuple[int, tuple[tuple[int, float], ...]]


@dataclass(slots=True)
class Side:
    """The information sets of one seat; a set stands after those that lead to it.

    Set n is reached by sequence ``parents[n]``, and its moves ``moves[n]`` are the
    sequences from ``firsts[n]`` on.
    """

    texts: list[str] = field(default_factory=list)
    moves: list[tuple[str, ...]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    sequences: int = 1

    @property
    def sets(self) -> Iterator[tuple[int, int, int]]:
        """Yield each set's parent, and where its sequences begin and end."""
        for parent, first, moves in zip(
            self.parents, self.firsts, self.moves, strict=True
        ):
            yield parent, first, first + len(moves)

    def uniform(self) -> Numbers:
        """Return the chance of each move if all moves of a set are as likely."""
        chances = [1.0] * self.sequences
        for _, first, end in self.sets:
            chances[first:end] = [1 / (end - first)] * (end - first)
        return chances

    def reach(self, chances: Sequence[float]) -> Numbers:
        """Return how likely this seat plays each sequence with these chances."""
        reach = [*chances]
        reach[0] = 1.0
        for parent, first, end in self.sets:
            above = reach[parent]
            for sequence in range(first, end):
                reach[sequence] *= above
        return reach

    def chances(self, reach: Sequence[float]) -> Numbers:
        """Return the chance of each move from reaches, or from weighted sums of them.

        In a set that is never reached all moves are as likely.
        """
        chances = self.uniform()
        for parent, first, end in self.sets:
            if reach[parent] > 0:
                above = reach[parent]
                chances[first:end] = [one / above for one in reach[first:end]]
        return chances


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """A game for two whose payoffs add up to 0; ``nodes`` were walked for it.

    ``payoffs`` lists by seat what its sequences pay to it.
    """

    sides: tuple[Side, Side]
    payoffs: tuple[tuple[Row, ...], tuple[Row, ...]]
    nodes: int

    def values(self, seat: int, other: Sequence[float]) -> Numbers:
        """Return what ``seat`` gets by ending with each sequence.

        ``other`` is the reach of the other seat.
        """
        values = [0.0] * self.sides[seat].sequences
        for sequence, pairs in self.payoffs[seat]:
            total = 0.0
            for theirs, pays in pairs:
                total += other[theirs] * pays
            values[sequence] = total
        return values
