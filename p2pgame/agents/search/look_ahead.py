"""This module looks some moves ahead without any chance, and says what is certain.

Between two players, where nothing is hidden and nothing is left to chance, simulations
are a poor way to see a threat that is three moves away.  So every line is followed, one
move deeper at a time, while the number of moves allows it.  Each position has bounds
for the payoff of seat 0: after the end both are the payoff, after a line's last move
they are open.

An outcome is certain, too, if it is as good or as bad as any that was seen on the way:
the same is assumed in :mod:`.tree`.

Source: Korf, "Depth-First Iterative-Deepening" (1985), section 4; Marsland, "A Review
of Game-Tree Pruning" (1986), section 4.1 (a table of positions).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias

from p2pgame.engine import AnyGame, Choose, Chosen, Over, State, Turn, advance

#: Moves that are tried before a search: those of some hundred simulations.
MOVES = 12_000
#: No line is followed further.
DEEPEST = 40

_Bounds: TypeAlias = tuple[float, float]
_OPEN: _Bounds = (-inf, inf)


class _Enough(Exception):
    """All moves that may be tried were, or the payoffs do not sum to zero."""


def certain(
    game: AnyGame, state: State, turn: Choose, moves: int = MOVES
) -> Mapping[str, Sequence[float]]:
    """Return the payoffs that moves of ``turn`` lead to for certain, by move.

    If every move loses, those are left out that lose last: there is still something to
    hope for, and to search.
    """
    look, found = _Look(game, moves), dict[str, Sequence[float]]()
    offers = [offer for offer in turn.moves if isinstance(offer, str)]
    if len(offers) < len(turn.moves):
        return found
    for depth in range(DEEPEST):
        try:
            bounds = {move: look.after(state, turn, move, depth) for move in offers}
        except _Enough:
            break
        proved = {move: look.outcome(bound) for move, bound in bounds.items()}
        sure = {move: worth for move, worth in proved.items() if worth is not None}
        mine = [worth if turn.player == 0 else -worth for worth in sure.values()]
        if len(sure) == len(offers) and max(mine) < 0:
            break
        found = {move: (worth, -worth) for move, worth in sure.items()}
        if len(sure) == len(offers) or (mine and max(mine) == look.best):
            break
    return found


@dataclass(slots=True)
class _Look:
    """What was found out so far; ``left`` is the number of moves to be tried yet."""

    game: AnyGame
    left: int
    #: The highest payoff of a seat, the lowest of the other; infinite before any.
    best: float = inf
    _known: dict[State, _Bounds] = field(default_factory=dict)
    _open: dict[tuple[State, int], _Bounds] = field(default_factory=dict)

    def outcome(self, bounds: _Bounds) -> float | None:
        """Return the payoff of seat 0 if these bounds leave no other."""
        low, high = bounds
        if low == high or low == self.best:
            return low
        return high if high == -self.best else None

    def after(self, state: State, turn: Choose, move: str, depth: int) -> _Bounds:
        """Return the bounds after ``move``, with so many moves to follow."""
        self.left -= 1
        if self.left < 0:
            raise _Enough
        there = advance(self.game, state, Chosen(turn.player, move), turn).state
        known = self._known.get(there) or self._open.get((there, depth))
        if known is None:
            known = self._look(there, self.game.turn(there), depth)
            if self.outcome(known) is not None:
                self._known[there] = known
            else:
                self._open[there, depth] = known
        return known

    def _look(self, state: State, turn: Turn, depth: int) -> _Bounds:
        if isinstance(turn, Over):
            mine, theirs = turn.payoffs
            if mine + theirs:
                raise _Enough
            if mine:
                seen = max(mine, theirs)
                self.best = seen if self.best == inf else max(self.best, seen)
            return mine, mine
        if depth == 0 or not isinstance(turn, Choose):
            return _OPEN
        sign = 1 if turn.player == 0 else -1
        low = high = -inf
        for move in turn.moves:
            if not isinstance(move, str):
                return _OPEN
            worst, best = self.after(state, turn, move, depth - 1)
            if sign < 0:
                worst, best = -best, -worst
            low, high = max(low, worst), max(high, best)
            if low == self.best:
                break
        return (low, high) if sign > 0 else (-high, -low)
