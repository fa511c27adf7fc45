"""Tells a position of chess in sentences, as people read the pieces to one another."""

from __future__ import annotations

import chess

from p2pgame.engine import Message
from p2pgame.tabletop.sentences import enumerated

from .chess import SIDES, Chess, Position, board_of, mover_of

_KINDS = (
    *(chess.KING, chess.QUEEN, chess.ROOK),
    *(chess.BISHOP, chess.KNIGHT, chess.PAWN),
)


def in_sentences(game: Chess, state: Position) -> tuple[Message, ...]:
    """Return both sides with their pieces, and what else counts."""
    board, sides = board_of(state.fen), (0, 1)
    told = [_side(board, seat) for seat in sides]
    end = game.ending(state)
    if end is not None:
        return (*told, end[0])
    told.append(Message.of("chess-drawn-number", number=board.fullmove_number))
    if board.is_check():
        told.append(Message.by("chess-table-in-check", mover_of(board)))
    if state.offer in sides:
        told.append(Message.by("chess-table-offers-draw", state.offer))
    return tuple(told)


def _side(board: chess.Board, seat: int) -> Message:
    pieces = [
        Message.of(
            "chess-table-pieces",
            piece=chess.piece_name(kind),
            count=len(squares),
            squares=enumerated(*squares),
        )
        for kind in _KINDS
        if (squares := sorted(map(chess.square_name, board.pieces(kind, seat == 0))))
    ]
    return Message.by("chess-table-side", seat, side=SIDES[seat], pieces=tuple(pieces))
