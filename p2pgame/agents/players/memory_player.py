"""Plays memory from what was shown, and forgets some of it, by level.

Whether it remembers a showing is drawn once, when it is first thought of; a card that
is shown again may be remembered then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from p2pgame.engine import Choose, Opened
from p2pgame.engine.turns import Open
from p2pgame.games.memory import Memory
from p2pgame.playtest.chance import Chance

from ..agent import Agent, Budget, Seating
from ..observation import Observation
from .memory_odds import dares, holds


@dataclass(slots=True)
class MemoryPlayer(Agent):
    """Remembers a showing in ``keeps`` cases of a hundred, and only the last ones.

    ``span`` is how many showings it looks back over.  One that ``holds_back`` opens a
    known card as its second where a new one would tell the others more than itself.
    """

    chance: Chance
    keeps: int
    span: int
    holds_back: bool = False
    kept: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def forgetful(cls, seating: Seating) -> MemoryPlayer:
        return cls(seating.chance(), keeps=50, span=8)

    @classmethod
    def attentive(cls, seating: Seating) -> MemoryPlayer:
        return cls(seating.chance(), keeps=80, span=24)

    @classmethod
    def perfect(cls, seating: Seating) -> MemoryPlayer:
        return cls(seating.chance(), keeps=100, span=10**6, holds_back=True)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Memory)
        if not choice.moves[0].isdecimal():  # type: ignore[union-attr]
            return str(choice.moves[0])
        known = self._known(observation, state)
        for face in state.faces:  # one card lies open: is its twin known?
            for slot, other in known.items():
                if other == face:
                    return _place(state, slot)
        if not state.faces:
            pair = self._pair(known)
            if pair is not None:
                return _place(state, pair)
        elif self.holds_back and known and _tells_too_much(state, known):
            return _place(state, self.chance.choice([*known]))
        moves = [str(move) for move in choice.moves]
        seen = {_place(state, slot) for slot in known}
        return self.chance.choice([m for m in moves if m not in seen] or moves)

    def _pair(self, known: dict[int, str]) -> int | None:
        first: dict[str, int] = {}
        for slot, face in known.items():
            if face in first:
                return slot
            first[face] = slot
        return None

    def _known(self, observation: Observation, state: Memory) -> dict[int, str]:
        """Return the faces of cards that lie face down, as far as it remembers."""
        hidden, known = {*state.hidden}, dict[int, str]()
        shown = list(self._shown(observation))
        for number, slot, face in shown[-self.span :]:
            if number not in self.kept:
                self.kept[number] = self.chance.below(100) < self.keeps
            if slot in hidden and self.kept[number]:
                known[slot] = face
        return known

    def _shown(self, observation: Observation) -> Iterator[tuple[int, int, str]]:
        """Yield each card that was opened: when, which, and its face."""
        for number, one in enumerate(observation.past):
            match one.turn, one.event:
                case Open((slot,)), Opened((face,)):
                    yield number, slot, face


def _tells_too_much(state: Memory, known: Mapping[int, str]) -> bool:
    """Return whether a new card is worse than a known one, with one card open."""
    pairs = (len([*state.hidden.filled]) + 1) // 2
    singles = len({*known.values()})
    return holds(pairs, singles) > dares(pairs, singles)


def _place(state: Memory, slot: int) -> str:
    return str(state.hidden.places.index(slot) + 1)
