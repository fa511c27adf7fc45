"""Lays out chess: the board, and what each side has taken.

A king in check is marked.  What a quiet move has changed is marked, too, for the rules
keep the position before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from p2pgame.engine import NOTHING, Choose, Message, plain
from p2pgame.engine.scene import Cell, Note, Piece, Scene, SeatShown
from p2pgame.tabletop.board_scene import chequered
from p2pgame.tabletop.sentences import shapes_told

from .chess import Chess, Position, board_of, mover_of

#: How many of each a player begins with, and what they are worth in pawns.
_FIRST = {
    chess.PAWN: 8,
    chess.KNIGHT: 2,
    chess.BISHOP: 2,
    chess.ROOK: 2,
    chess.QUEEN: 1,
}
_WORTH = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
}
_PROMOTED = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def scene(game: Chess, state: Position, seat: int | None) -> Scene:
    """Return the board from the side of ``seat``, and how the game has ended."""
    board, turn, end = board_of(state.fen), game.turn(state), game.ending(state)
    mover = mover_of(board)
    promotes = isinstance(turn, Choose) and any(len(str(m)) == 5 for m in turn.moves)
    becomes = tuple(_piece(kind, mover) for kind in _PROMOTED) if promotes else ()
    number = Note(
        Message.of("chess-drawn-number", number=board.fullmove_number),
        "dim",
        None if end is None else NOTHING,
    )
    return Scene(
        tuple(_seat(game, state, n, over=end is not None) for n in (0, 1)),
        parts=(chequered(_cells(board, state), seat, "", becomes),),
        title=(number,),
        notes=() if end is None else (Note(end[0], "strong"),),
    )


def _piece(kind: chess.PieceType, seat: int) -> Piece:
    sign = chess.Piece(kind, seat == 0).symbol()
    colour = ("first-piece", "second-piece")[seat]
    return Piece(sign, seat, chess.piece_name(kind), colour)


def _cells(board: chess.Board, state: Position) -> dict[str, Cell]:
    """Return the squares of which there is something to say, by their names."""
    checked = board.king(board.turn) if board.is_check() else None
    before = board_of(state.past[-1]) if state.past else board
    cells = {}
    for square, name in enumerate(chess.SQUARE_NAMES):
        there = board.piece_at(square)
        piece = None
        if there is not None:
            piece = _piece(there.piece_type, 0 if there.color else 1)
        if square == checked:
            told = Message.of("chess-drawn-in-check")
            cells[name] = Cell(name, piece, tone="bad", said=told)
        else:
            tone = "last-move" if before.piece_at(square) != there else ""
            cells[name] = Cell(name, piece, tone=tone)
    return cells


def _seat(game: Chess, state: Position, seat: int, *, over: bool) -> SeatShown:
    board = board_of(state.fen)
    notes = [*_taken(board, seat)]
    if not over and seat == mover_of(board) and board.is_check():
        told = Message.of("chess-drawn-in-check")
        notes.append(Note(told, "bad", Message.by("chess-table-in-check", seat)))
    if not over and seat == state.offer:
        told = Message.of("chess-drawn-draw-offered")
        aloud = Message.by("chess-table-offers-draw", seat)
        notes.append(Note(told, "strong", aloud))
    king = _piece(chess.KING, seat)
    return SeatShown(king, tuple(notes), role=game.seat_names[seat])


def _taken(board: chess.Board, seat: int) -> Iterator[Note]:
    """Yield which pieces of the other are gone, and how far this player leads."""
    mine = seat == 0
    gone = {
        kind: max(first - len(board.pieces(kind, not mine)), 0)
        for kind, first in _FIRST.items()
    }
    lead = sum(
        worth * (len(board.pieces(kind, mine)) - len(board.pieces(kind, not mine)))
        for kind, worth in _WORTH.items()
    )
    pieces = tuple(_piece(kind, 1 - seat) for kind, n in gone.items() for _ in range(n))
    ahead = plain(f"+{lead}") if lead > 0 else NOTHING
    if pieces:
        told = Message.by("board-taken", seat, pieces=shapes_told(pieces))
        yield Note(ahead, aloud=told, pieces=pieces)
    elif lead > 0:
        yield Note(ahead, aloud=NOTHING)
