"""Plays small games without chance or secrets perfectly, by trying everything.

Nothing here knows a game: the engine makes the moves.  In ``slips`` of a hundred
decisions it plays by chance instead, which makes a middling opponent.

Source: negamax, generalised to payoffs by seat (max^n: Luckhardt and Irani, 1986).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgame.engine import AnyGame, Choose, Chosen, Over, State, advance
from p2pgame.playtest.chance import Chance

from . import casual
from .agent import Agent, Budget, Seating
from .observation import Observation


@dataclass(frozen=True, slots=True)
class Exhaustive(Agent):
    """Tries every way to the end; ``known`` are the payoffs found so far."""

    chance: Chance
    slips: int = 0
    known: dict[State, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def perfect(cls, seating: Seating) -> Exhaustive:
        return cls(seating.chance())

    @classmethod
    def slipping(cls, seating: Seating) -> Exhaustive:
        return cls(seating.chance(), slips=25)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        if self.chance.below(100) < self.slips:
            return casual.move(observation, choice, self.chance)
        game, state, seat = observation.game, observation.state, observation.seat
        moves = [move for move in choice.moves if isinstance(move, str)]
        worth = {move: self._after(game, state, seat, move)[seat] for move in moves}
        best = max(worth.values())
        return self.chance.choice([move for move in moves if worth[move] == best])

    def outlook(self, observation: Observation) -> float | None:
        return self._payoffs(observation.game, observation.state)[observation.seat]

    def _after(
        self, game: AnyGame, state: State, seat: int, move: str
    ) -> tuple[int, ...]:
        return self._payoffs(game, advance(game, state, Chosen(seat, move)).state)

    def _payoffs(self, game: AnyGame, state: State) -> tuple[int, ...]:
        if state not in self.known:
            turn = game.turn(state)
            if isinstance(turn, Over):
                self.known[state] = turn.payoffs
            else:
                assert isinstance(turn, Choose)
                seat = turn.player
                ways = [self._after(game, state, seat, str(m)) for m in turn.moves]
                self.known[state] = max(ways, key=lambda payoffs: payoffs[seat])
        return self.known[state]
