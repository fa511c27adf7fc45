"""Finds every mate in two moves, by trying all that can give one.

The last move of a mate gives check, so only checks are tried there.  A reply that
refuted one first move is tried first against the next.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess


def mate_in_two(board: chess.Board) -> chess.Move | None:
    """Return a move that mates, or after which every reply is mated; None: none does.

    The board is as before afterwards.
    """
    at_once = mate_in_one(board)
    if at_once is not None:
        return at_once
    refuting: list[chess.Move] = []
    moves = [*dict.fromkeys([*_checks(board), *board.generate_legal_moves()])]
    for move in moves:
        board.push(move)
        reply = _escape(board, refuting)
        board.pop()
        if reply is None:
            return move
        if reply in refuting:
            refuting.remove(reply)
        refuting.insert(0, reply)
    return None


def mate_in_one(board: chess.Board) -> chess.Move | None:
    """Return a move that mates, or None."""
    for move in _checks(board):
        board.push(move)
        mates = board.is_checkmate()
        board.pop()
        if mates:
            return move
    return None


def _escape(board: chess.Board, refuting: list[chess.Move]) -> chess.Move | None:
    """Return a reply that no move mates, the null move for stalemate; or None."""
    replies = list(board.generate_legal_moves())
    if not replies:
        return None if board.is_check() else chess.Move.null()
    likely = [move for move in refuting[:4] if move in replies]
    for reply in dict.fromkeys([*likely, *replies]):
        board.push(reply)
        mate = mate_in_one(board)
        board.pop()
        if mate is None:
            return reply
    return None


def _checks(board: chess.Board) -> Iterator[chess.Move]:
    """Yield the legal moves that may give check: all that do, and some more."""
    turn, occupied = board.turn, board.occupied
    own = board.occupied_co[turn]
    king = board.king(not turn)
    if king is None:
        return
    diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
    straight = (
        chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
        | chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied]
    )
    direct = (
        (board.queens, diagonal | straight),
        (board.rooks, straight),
        (board.bishops, diagonal),
        (board.knights, chess.BB_KNIGHT_ATTACKS[king]),
        (board.pawns, chess.BB_PAWN_ATTACKS[not turn][king]),
    )
    # Pieces that the king sees may uncover a check, and so may castling and what is
    # taken en passant; a pawn on the last rank is another piece.
    seen = own & (diagonal | straight)
    last = chess.BB_RANK_7 if turn else chess.BB_RANK_2
    for pieces, squares in direct:
        if pieces & own & ~seen and squares & ~own:
            yield from board.generate_legal_moves(pieces & own & ~seen, squares)
    if seen:
        yield from board.generate_legal_moves(seen, chess.BB_ALL)
    pawns = board.pawns & own & last & ~seen
    if pawns:
        yield from board.generate_legal_moves(pawns, chess.BB_ALL)
    if board.castling_rights:
        yield from board.generate_castling_moves()
    if board.ep_square is not None:
        yield from board.generate_legal_ep()
