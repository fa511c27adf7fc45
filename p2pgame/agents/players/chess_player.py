"""Plays chess by a search of its own, on the chess library's board.

All levels agree to a draw if they are behind by more than half a pawn, and late in the
game if nobody is ahead; they claim one when they are not ahead, and neither offer one
nor resign.  Their values vary a little with the seed, so that games differ.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import chess

from p2pgame.engine import Choose, Over
from p2pgame.games.chess.chess import Position
from p2pgame.playtest.chance import Chance

from ..agent import Agent, Budget, Proposal, Seating
from ..draws import EVEN, agrees, drawn
from ..observation import Observation
from .chess_mates import mate_in_two
from .chess_search import MATE, Found, Search, key
from .chess_worth import Worth

#: Positions to look at for an outlook, which has no budget.
_GLANCE = 500


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a level looks: half-moves, positions, and seconds of a budget's clock."""

    depth: int
    positions: int
    seconds: float

    def of(self, budget: Budget) -> Callable[[int], bool]:
        """Return what says whether a search goes on, within these and the budget."""
        until = math.inf
        if budget.until < math.inf:
            until = min(budget.until, budget.clock() + self.seconds)
        most = self.positions
        if budget.simulations is not None:
            most = min(most, budget.simulations)
        if until == math.inf:
            return lambda looked: looked < most
        return lambda looked: looked < most and budget.clock() < until


class Judge(Agent):
    """A player that has a worth for each position, and answers by it."""

    def glance(self, observation: Observation, board: chess.Board) -> int:
        """Return the worth for the side to move, quickly."""
        raise NotImplementedError

    def outlook(self, observation: Observation) -> float | None:
        turn = observation.turn
        if isinstance(turn, Over):
            return turn.payoffs[observation.seat]
        ours = self._ours(observation, _board(observation))
        beyond = math.copysign(max(0, abs(ours) - EVEN), ours)
        return math.tanh(beyond / 400)

    def answer(self, proposal: Proposal, observation: Observation) -> bool:
        if proposal.kind != "draw":
            return True
        board = _board(observation)
        return agrees(self._ours(observation, board), board.fullmove_number)

    def _ours(self, observation: Observation, board: chess.Board) -> int:
        worth = self.glance(observation, board)
        return worth if board.turn == (observation.seat == 0) else -worth


class ChessPlayer(Judge):
    """Searches within ``limits``, and finds every mate in two.

    Positions that it looks at are the budget's simulations.  The search for mates is
    not counted: it takes some hundredths of a second.
    """

    def __init__(self, seating: Seating, limits: Limits) -> None:
        self._limits = limits
        self._worth = Worth.liking(seating.chance())

    @classmethod
    def steady(cls, seating: Seating) -> ChessPlayer:
        return cls(seating, Limits(depth=3, positions=6000, seconds=1.0))

    @classmethod
    def farsighted(cls, seating: Seating) -> ChessPlayer:
        return cls(seating, Limits(depth=60, positions=30_000, seconds=1.9))

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        board = _board(observation)
        mate = mate_in_two(board)
        if mate is not None:
            return mate.uci()
        found = self._search(observation, board, self._limits.of(budget))
        return drawn(choice, found.worth, board.fullmove_number) or found.move.uci()

    def glance(self, observation: Observation, board: chess.Board) -> int:
        found = self._search(observation, board, lambda looked: looked < _GLANCE)
        return found.worth

    def _search(
        self,
        observation: Observation,
        board: chess.Board,
        goes_on: Callable[[int], bool],
    ) -> Found:
        before = map(key, map(chess.Board, _state(observation).past))
        search = Search(board, self._worth, before, goes_on)
        return search.run(self._limits.depth)


class HastyPlayer(Judge):
    """Makes the move after which the board looks best, with no thought of replies."""

    #: How much chance adds to a move, in hundredths of a pawn.
    WHIM = 60

    def __init__(self, seating: Seating) -> None:
        self._seed = seating.entropy(32).hex()
        self._worth = Worth.liking()

    @classmethod
    def seated(cls, seating: Seating) -> HastyPlayer:
        return cls(seating)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        board = _board(observation)
        chance = Chance(f"{self._seed} {len(observation.past)}")
        ranked = [
            (self._after(board, move) + chance.between(0, self.WHIM), move.uci())
            for move in board.legal_moves
        ]
        worth, best = max(ranked)
        now = worth - self.WHIM
        return drawn(choice, now, board.fullmove_number) or best

    def glance(self, observation: Observation, board: chess.Board) -> int:
        return self._worth.of(board, self._worth.sum(board))

    def _after(self, board: chess.Board, move: chess.Move) -> int:
        board.push(move)
        if board.is_checkmate():
            worth = MATE
        elif board.is_stalemate():
            worth = 0
        else:
            worth = -self._worth.of(board, self._worth.sum(board))
        board.pop()
        return worth


def _state(observation: Observation) -> Position:
    state = observation.state
    assert isinstance(state, Position)
    return state


def _board(observation: Observation) -> chess.Board:
    return chess.Board(_state(observation).fen)
