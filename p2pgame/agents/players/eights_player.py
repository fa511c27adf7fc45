"""Plays crazy eights by rules of thumb: it keeps its eights, and sheds costly cards.

It plays an eight when nothing else fits, or when it is about to win, and names the suit
of which it holds most.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from p2pgame.engine import Choose
from p2pgame.games.eights.eights_state import SUITS, Eights
from p2pgame.playtest.chance import Chance

from ..agent import Agent, Budget, Seating
from ..observation import Observation

#: What a card costs that is left in the end, by its rank, if not its number.
_COSTS = {"8": 50, "A": 1} | dict.fromkeys("TJQK", 10)
#: With so few cards another player may be about to end the game.
_FEW = 2


@dataclass(frozen=True, slots=True)
class EightsPlayer(Agent):
    chance: Chance

    @classmethod
    def seated(cls, seating: Seating) -> EightsPlayer:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Eights)
        faces, moves = observation.faces, [str(move) for move in choice.moves]
        hand = [faces[slot] for slot in state.hands[observation.seat]]
        held = Counter(face[1] for face in hand if face[0] != "8")
        if state.phase == "name":
            most = max(held[suit[0]] for suit in SUITS)
            return self.chance.choice([s for s in SUITS if held[s[0]] == most])
        plays = {faces[int(m.split()[1])]: m for m in moves if m.startswith("play ")}
        if not plays:
            return moves[0]
        return plays[max(plays, key=lambda face: self._worth(state, face, held))]

    def _worth(self, state: Eights, face: str, held: Counter[str]) -> float:
        """Return how good it is to play this card: costs shed, and suits kept."""
        others = [len(hand) for hand in state.hands]
        others[state.player] = 99
        if face[0] == "8":
            is_late = min(others) <= _FEW or not held
            return 50 if is_late else -1
        cost = _COSTS.get(face[0]) or int(face[0])
        if state.special and face[0] in "2QA":
            cost += 3 + 6 * (min(others) <= _FEW)
        return cost + 2 * held[face[1]]
