"""Looks for patterns in what the others throw, and throws what beats them.

What a player threw after the same last throws, its own and this seat's, counts most;
then what it threw after its own last one, then how often at all.  Young throws count
more than old ones.  Without evidence every shape is as likely.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from p2pgame.engine import Choose
from p2pgame.engine.events import ChosenTogether
from p2pgame.games.rps import SHAPES, Match
from p2pgame.playtest.chance import Chance

from ..agent import Agent, Budget, Seating
from ..observation import Observation

#: What a throw counts, by how much of the last round was the same; and what it keeps
#: of that with each later round.
_SAME, _KEPT = (4.0, 2.0, 1.0), 0.95
#: Evidence that stands against a pattern.
_DOUBT = 1.0
#: One throw in so many is by chance, so that it is no pattern itself.
_WHIMS = 8


@dataclass(frozen=True, slots=True)
class PatternPlayer(Agent):
    chance: Chance

    @classmethod
    def seated(cls, seating: Seating) -> PatternPlayer:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Match)
        if not self.chance.below(_WHIMS):
            return self.chance.choice(SHAPES)
        worth = dict.fromkeys(SHAPES, 0.0)
        for other in state.standing:
            if other != observation.seat:
                odds = expected(observation, other)
                for shape in SHAPES:
                    beaten, beats = SHAPES[SHAPES.index(shape) - 1], _next(shape)
                    worth[shape] += odds[beaten] - odds[beats]
        most = max(worth.values())
        best = [shape for shape in SHAPES if worth[shape] > most - 1e-9]
        return self.chance.choice(best)


def expected(observation: Observation, other: int) -> Mapping[str, float]:
    """Return how likely ``other`` is thought to throw each shape next."""
    rounds = [*_rounds(observation)]
    counts = dict.fromkeys(SHAPES, _DOUBT)
    thrown: list[tuple[tuple[Hashable, ...], str]] = []
    before: tuple[Hashable, ...] = (None, None)
    for moves in rounds:
        if other in moves:
            thrown.append((before, moves[other]))
            before = moves[other], moves.get(observation.seat)
    for age, (then, shape) in enumerate(reversed(thrown)):
        same = 0 if then == before else 1 if then[0] == before[0] else 2
        counts[shape] += _SAME[same] * _KEPT**age
    total = sum(counts.values())
    return {shape: count / total for shape, count in counts.items()}


def _rounds(observation: Observation) -> Iterator[Mapping[int, str]]:
    """Yield what each player threw, the oldest first."""
    for one in observation.past:
        if isinstance(one.event, ChosenTogether):
            assert isinstance(one.state, Match)
            yield dict(zip(one.state.standing, one.event.moves, strict=True))


def _next(shape: str) -> str:
    return SHAPES[(SHAPES.index(shape) + 1) % len(SHAPES)]
