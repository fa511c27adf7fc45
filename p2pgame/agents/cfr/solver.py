"""This module minimises regret: CFR+ on a game's sequence form.

In each iteration either seat in turn asks what each of its moves would have been worth
against the other's strategy, and adds to the move's regret what it would have won over
the strategy that it had.  A regret below 0 is forgotten.  Moves are then played in
proportion to their regrets.  The average of all strategies, of which the n-th counts n
times, goes to an equilibrium.

Source: Zinkevich et al., "Regret Minimization in Games with Incomplete Information"
(2007); Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
"""

from __future__ import annotations

from .sequence_form import Numbers, SequenceForm


class Solver:
    """Holds the regrets and the average strategies of a game's two seats.

    :attr:`iterations` counts those that were made.
    """

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.iterations = 0
        self._chances = [side.uniform() for side in form.sides]
        self._regrets = [[0.0] * side.sequences for side in form.sides]
        self._sums = [[0.0] * side.sequences for side in form.sides]

    def iterate(self) -> None:
        """Improve the strategy of seat 0, and then of seat 1 against that."""
        self.iterations += 1
        for seat in (0, 1):
            self._add_to_average(seat)
            self._improve(seat)

    def average(self) -> tuple[Numbers, Numbers]:
        """Return each seat's average strategy: the chance of each of its sequences."""
        first, second = self.form.sides
        return first.chances(self._sums[0]), second.chances(self._sums[1])

    def _add_to_average(self, seat: int) -> None:
        sums, weight = self._sums[seat], self.iterations
        reach = self.form.sides[seat].reach(self._chances[seat])
        for sequence, chance in enumerate(reach):
            sums[sequence] += weight * chance

    def _improve(self, seat: int) -> None:
        side, other = self.form.sides[seat], 1 - seat
        chances, regrets = self._chances[seat], self._regrets[seat]
        reach = self.form.sides[other].reach(self._chances[other])
        values = self.form.values(seat, reach)
        for parent, first, end in reversed([*side.sets]):
            worth = 0.0
            for sequence in range(first, end):
                worth += chances[sequence] * values[sequence]
            values[parent] += worth
            total = 0.0
            for sequence in range(first, end):
                regret = regrets[sequence] + values[sequence] - worth
                regrets[sequence] = regret = regret if regret > 0 else 0.0
                total += regret
            for sequence in range(first, end):
                even = 1 / (end - first)
                chances[sequence] = regrets[sequence] / total if total else even
