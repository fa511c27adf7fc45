"""Searches a chess position: alpha-beta, deeper and deeper until it must answer.

It is a principal-variation search with a transposition table, null moves, reductions
of late moves, and captures followed to their end at the horizon (quiescence).  A
position that was there before counts as a draw, as do 50 moves without progress.

Sources: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland, "A
Review of Game-Tree Pruning" (1986); Heinz, "Adaptive Null-Move Pruning" (1999).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import chess

from .chess_worth import MID, Sum, Worth

#: The worth of a mate, less one for each half-move until then.
MATE = 30_000
#: From here on a worth is a mate's.
NEAR_MATE = MATE - 500
_ENDLESS = MATE + 1
#: Moves of both players without capture or pawn move until a player may claim a draw.
_FIFTY = 100
#: Half-moves of captures in which checks are answered, too.
_CHECKED = 3
#: A quiet last move is not tried where it would have to gain more than this.
_FUTILE = 180

#: Equal for equal positions.
Key: TypeAlias = tuple[int, int, int, int, int, int, int, bool, int, int]
_EXACT, _LEAST, _MOST = range(3)


class _Spent(Exception):
    """The search must answer now."""


@dataclass(frozen=True, slots=True)
class Found:
    """A move, its worth for the side to move, and the depth that was completed."""

    move: chess.Move
    worth: int
    depth: int


def key(board: chess.Board) -> Key:
    """Return what makes positions equal (FIDE 9.2.3)."""
    passing = board.ep_square
    if passing is None or not board.has_legal_en_passant():
        passing = -1
    return (
        *(board.pawns, board.knights, board.bishops, board.rooks, board.queens),
        *(board.kings, board.occupied_co[chess.WHITE]),
        *(board.turn, board.castling_rights, passing),
    )


class Search:
    """One search; ``before`` are the positions that would be repeated.

    It goes on while ``goes_on``, told the positions that were looked at, says so.
    """

    def __init__(
        self,
        board: chess.Board,
        worth: Worth,
        before: Iterable[Key],
        goes_on: Callable[[int], bool],
    ) -> None:
        self._board, self._worth, self._goes_on = board, worth, goes_on
        self._before = {*before}
        self.nodes = 0
        #: Depth, kind of bound, worth and best move, by position.
        self._known: dict[Key, tuple[int, int, int, chess.Move | None]] = {}
        self._killers: list[list[chess.Move]] = [[] for _ in range(256)]
        self._history: dict[tuple[int, int], int] = {}

    def run(self, deepest: int) -> Found:
        """Return the best move found; there must be a legal one."""
        board, total = self._board, self._worth.sum(self._board)
        self._before.add(key(board))
        moves = self._ordered(board.generate_legal_moves(), None, 0)
        best = Found(moves[0], self._worth.of(board, total), 0)
        pushed = len(board.move_stack)
        for depth in range(1, deepest + 1):
            try:
                for found in self._root(moves, total, depth):
                    best = found
            except _Spent:
                while len(board.move_stack) > pushed:
                    board.pop()
                break
            moves.remove(best.move)
            moves.insert(0, best.move)
            if len(moves) == 1 or abs(best.worth) >= NEAR_MATE:
                break
        return best

    def _root(self, moves: list[chess.Move], total: Sum, depth: int) -> Iterable[Found]:
        """Yield the best of the moves so far, better and better."""
        alpha, board = -_ENDLESS, self._board
        for number, move in enumerate(moves):
            after = self._worth.after(total, board, move)
            board.push(move)
            worth = -_ENDLESS
            if number:
                worth = -self._look(after, depth - 1, -alpha - 1, -alpha, 1)
            if not number or worth > alpha:
                worth = -self._look(after, depth - 1, -_ENDLESS, -alpha, 1)
            board.pop()
            if worth > alpha:
                alpha = worth
                yield Found(move, worth, depth)

    def _look(self, total: Sum, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the worth for the side to move, exact from ``alpha`` to ``beta``."""
        board = self._board
        checked = board.is_check()
        if checked and ply < 40:
            depth += 1
        if depth <= 0:
            return self._quiet(total, alpha, beta, ply, 0)
        self._count()
        here = key(board)
        if here in self._before or self._is_dead():
            return 0
        move, worth = self._recalled(here, depth, alpha, beta, ply)
        if worth is not None:
            return worth
        self._before.add(here)
        static = self._worth.of(board, total)
        try:
            if not checked and self._passes(total, depth, beta, ply, static):
                return beta
            return self._try_all(
                total, (depth, alpha, beta, ply), here, move, checked, static
            )
        finally:
            self._before.discard(here)

    def _passes(self, total: Sum, depth: int, beta: int, ply: int, static: int) -> bool:
        """Return whether even a null move is good enough, so a real one is, too."""
        board = self._board
        pieces = board.occupied_co[board.turn] & ~(board.pawns | board.kings)
        if depth < 3 or static < beta or not pieces or beta >= NEAR_MATE:
            return False
        board.push(chess.Move.null())
        worth = -self._look(total, depth - 3, -beta, -beta + 1, ply + 1)
        board.pop()
        return beta <= worth < NEAR_MATE

    def _try_all(
        self,
        total: Sum,
        window: tuple[int, int, int, int],
        here: Key,
        first: chess.Move | None,
        checked: bool,
        static: int,
    ) -> int:
        board, (depth, alpha, beta, ply) = self._board, window
        moves = self._ordered(board.generate_legal_moves(), first, ply)
        if not moves:
            return ply - MATE if checked else 0
        low, best, chosen = alpha, -_ENDLESS, None
        futile = depth == 1 and not checked and static + _FUTILE <= alpha
        for number, move in enumerate(moves):
            quiet = not (board.occupied & chess.BB_SQUARES[move.to_square])
            quiet = quiet and not move.promotion
            if futile and quiet and number:
                best = max(best, static)
                continue
            after = self._worth.after(total, board, move)
            board.push(move)
            late = number > 3 and depth > 2 and quiet and not checked
            worth = alpha + 1
            if number:
                ahead = depth - 1 - late
                worth = -self._look(after, ahead, -alpha - 1, -alpha, ply + 1)
            if not number or (worth > alpha and (late or worth < beta)):
                worth = -self._look(after, depth - 1, -beta, -alpha, ply + 1)
            board.pop()
            if worth > best:
                best, chosen = worth, move
            alpha = max(alpha, worth)
            if alpha >= beta:
                if quiet:
                    self._praise(move, depth, ply)
                break
        kind = _LEAST if best >= beta else _EXACT if best > low else _MOST
        self._known[here] = depth, kind, _stored(best, ply), chosen
        return best

    def _quiet(self, total: Sum, alpha: int, beta: int, ply: int, taken: int) -> int:
        """Return the worth once captures have come to their end."""
        self._count()
        board = self._board
        if self._is_dead():
            return 0
        checked = taken < _CHECKED and board.is_check()
        best = -_ENDLESS
        if checked:
            moves = self._ordered(board.generate_legal_moves(), None, ply)
            if not moves:
                return ply - MATE
        else:
            best = self._worth.of(board, total)
            if best >= beta:
                return best
            alpha = max(alpha, best)
            moves = self._ordered(_captures(board), None, ply)
        for move in moves:
            if not checked and self._loses(move, best, alpha):
                continue
            after = self._worth.after(total, board, move)
            board.push(move)
            worth = -self._quiet(after, -beta, -alpha, ply + 1, taken + 1)
            board.pop()
            if worth > best:
                best = worth
                if worth >= beta:
                    break
                alpha = max(alpha, worth)
        return best

    def _loses(self, move: chess.Move, static: int, alpha: int) -> bool:
        """Return whether a capture gains too little, or loses the piece that takes."""
        board = self._board
        if move.promotion:
            return False
        victim = MID[board.piece_type_at(move.to_square) or chess.PAWN]
        if static + victim + _FUTILE <= alpha:
            return True
        taker = MID[board.piece_type_at(move.from_square) or chess.PAWN]
        return taker > victim + 50 and board.is_attacked_by(
            not board.turn, move.to_square
        )

    def _ordered(
        self, moves: Iterable[chess.Move], first: chess.Move | None, ply: int
    ) -> list[chess.Move]:
        """Return the moves, the most promising first."""
        board, killers, history = self._board, self._killers[ply], self._history
        kind = board.piece_type_at
        ranked = []
        for number, move in enumerate(moves):
            victim = kind(move.to_square)
            if move == first:
                rank = 10_000_000
            elif victim or move.promotion:
                taker = kind(move.from_square) or 0
                rank = 1_000_000 + 1000 * (MID[victim or 0] + MID[move.promotion or 0])
                rank -= taker
            elif move in killers:
                rank = 900_000
            else:
                rank = history.get((move.from_square, move.to_square), 0)
            ranked.append((-rank, number, move))
        ranked.sort()
        return [move for _, _, move in ranked]

    def _praise(self, move: chess.Move, depth: int, ply: int) -> None:
        """Try a quiet move sooner elsewhere, for it has refuted something."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        path = move.from_square, move.to_square
        self._history[path] = min(self._history.get(path, 0) + depth**2, 800_000)

    def _recalled(
        self, here: Key, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[chess.Move | None, int | None]:
        """Return the best move known, and the worth if it is known well enough."""
        if here not in self._known:
            return None, None
        deep, kind, worth, move = self._known[here]
        worth = _unstored(worth, ply)
        enough = kind == _EXACT or (worth >= beta if kind == _LEAST else worth <= alpha)
        return move, worth if deep >= depth and enough else None

    def _is_dead(self) -> bool:
        """Return whether nobody makes progress, or nobody can mate."""
        board = self._board
        if board.halfmove_clock >= _FIFTY:
            return True
        heavy = board.pawns | board.rooks | board.queens
        return not heavy and board.occupied.bit_count() <= 3

    def _count(self) -> None:
        if not self._goes_on(self.nodes):
            raise _Spent
        self.nodes += 1


def _captures(board: chess.Board) -> Iterable[chess.Move]:
    """Yield captures, and pawns that become queens."""
    yield from board.generate_legal_captures()
    last = chess.BB_RANK_7 if board.turn else chess.BB_RANK_2
    pawns = board.pawns & board.occupied_co[board.turn] & last
    if pawns:
        free = ~board.occupied & chess.BB_ALL
        for move in board.generate_legal_moves(pawns, free):
            if move.promotion == chess.QUEEN:
                yield move


def _stored(worth: int, ply: int) -> int:
    """Return a worth as seen from its own position: mates count from there."""
    if worth >= NEAR_MATE:
        return worth + ply
    return worth - ply if worth <= -NEAR_MATE else worth


def _unstored(worth: int, ply: int) -> int:
    if worth >= NEAR_MATE:
        return worth - ply
    return worth + ply if worth <= -NEAR_MATE else worth
