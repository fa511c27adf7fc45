"""Solves the puzzles by their own solvers, and makes the moves one by one.

A plan follows from the state alone: blocks and lines that are not on the way to the
solution are taken back first.  Where a solver gives up, it plays by chance.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgame.engine import Choose, State
from p2pgame.games.puzzles.fill import fill_solver
from p2pgame.games.puzzles.fill.fill_puzzle import PAD
from p2pgame.games.puzzles.fill.fill_state import Fill
from p2pgame.games.puzzles.flow import flow_solver
from p2pgame.games.puzzles.flow.flow import FlowState
from p2pgame.games.puzzles.flow.flow_lines import names, partner
from p2pgame.games.puzzles.fold import fold_solver
from p2pgame.games.puzzles.fold.fold_state import Fold
from p2pgame.playtest.chance import Chance

from .. import casual
from ..agent import Agent, Budget, Seating
from ..observation import Observation


@dataclass(frozen=True, slots=True)
class Solver(Agent):
    """Makes the next move to a solution, which it works out once for each puzzle."""

    chance: Chance
    solved: dict[object, tuple[object, ...]] = field(default_factory=dict)

    @classmethod
    def seated(cls, seating: Seating) -> Solver:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        try:
            move = self._next(observation.state)
        except LookupError:  # the solver's bound is reached
            move = None
        if move is None or move not in choice.moves:
            return casual.move(observation, choice, self.chance)
        return move

    def _next(self, state: State) -> str | None:
        match state:
            case Fill():
                return self._fill(state)
            case Fold():
                return self._fold(state)
            case FlowState():
                return self._flow(state)
        return None

    def _fill(self, state: Fill) -> str | None:
        if state.puzzle not in self.solved:
            (places,) = fill_solver.solutions(state.puzzle, limit=1)
            self.solved[state.puzzle] = places
        for item, place in enumerate(self.solved[state.puzzle]):
            letter = state.puzzle.letters[item]
            at = (PAD, *state.items.paths[item].moves)[-1]
            if at not in (PAD, place):
                return f"undo {letter}"
            if at != place:
                return f"{letter} {place}"
        return None

    def _fold(self, state: Fold) -> str | None:
        if state.puzzle not in self.solved:
            puzzle = state.puzzle
            (shapes,) = fold_solver.solutions(puzzle, limit=1)
            grown = zip(puzzle.blocks, shapes, strict=True)
            self.solved[puzzle] = tuple(fold_solver.way(puzzle, *one) for one in grown)
        for item, way in enumerate(self.solved[state.puzzle]):
            assert isinstance(way, tuple)
            done, letter = state.items.paths[item].moves, state.puzzle.letters[item]
            if done != way[: len(done)]:
                return f"undo {letter}"
            if len(done) < len(way):
                return f"{letter} {way[len(done)]}"
        return None

    def _flow(self, state: FlowState) -> str | None:
        key = state.grid, state.cover
        if key not in self.solved:
            found = flow_solver.solutions(state.grid, cover=state.cover, limit=1)
            self.solved[key] = found[0]
        lines, called = state.lines, names(state.grid)
        for number, whole in enumerate(self.solved[key]):
            assert isinstance(whole, tuple)
            item = 2 * number
            if whole[0] != lines.lines[item][0]:
                whole = whole[::-1]
            line, other = lines.lines[item], lines.lines[partner(item)]
            if line != whole[: len(line)]:
                return f"undo {called[item]}"
            if len(other) > 1:
                return f"undo {called[partner(item)]}"
            if not lines.is_joined(item):
                return f"{called[item]} {_way(state, line[-1], whole[len(line)])}"
        return None


def _way(state: FlowState, cell: int, to: int) -> str:
    width = state.grid.width
    return {1: "right", -1: "left", width: "down", -width: "up"}[to - cell]
