"""This module says why a chess move can't be made, however a player writes it.

It reads ``e2e4``, ``e7-e8q``, ``Nf3``, ``exd5`` and ``O-O``, finds the piece that is
meant, and names what stands in its way.  Moves that it names are in algebraic notation.
"""

from __future__ import annotations

import re

import chess

from p2pgame.engine import Reason

_FROM_TO = re.compile(r"([a-h][1-8])[- x]?([a-h][1-8])(?:=?[qrbn])?[+#]?")
_NAMED = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?[QRBN])?[+#]?")
_CASTLES = {"oo": 1, "ooo": -1, "castle": 1, "castles": 1}


def why(board: chess.Board, text: str) -> Reason | None:
    """Return why the side to move can't play ``text``, or None for what is no move."""
    side = _CASTLES.get(re.sub(r"[- ]", "", text.lower()).replace("0", "o"))
    if side is not None:
        return _castling(board, side)
    coordinates = _FROM_TO.fullmatch(text.lower())
    if coordinates is not None:
        start, end = map(chess.parse_square, coordinates.groups())
        return _from_to(board, start, end)
    named = (
        _NAMED.fullmatch(text[:1].upper() + text[1:]) if text[:1] in "kqrn" else None
    )
    named = named or _NAMED.fullmatch(text)
    return None if named is None else _piece(board, *named.groups())


def _from_to(board: chess.Board, start: int, end: int) -> Reason | None:
    piece, taken = board.piece_at(start), board.piece_at(end)
    square = chess.square_name(start)
    if piece is None:
        return Reason.of("no-piece", "chess-nothing-there", square=square)
    if piece.color != board.turn:
        what = _kind(piece)
        return Reason.of("not-yours", "chess-not-yours", piece=what, square=square)
    is_king = piece.piece_type == chess.KING
    if is_king and abs(end - start) == 2 and start in (chess.E1, chess.E8):
        return _castling(board, 1 if end > start else -1)
    if taken is not None and taken.color == board.turn:
        own, to = _kind(taken), chess.square_name(end)
        return Reason.of("own-piece", "chess-own-piece", piece=own, square=to)
    move = chess.Move(start, end)
    if not _is_possible(board, move):
        return _no_way(board, piece, start, end)
    wrong = _in_check(board, move)
    if wrong is None and _promotes(board, move):
        queen = chess.Move(start, end, chess.QUEEN)
        bare = board.san(queen).partition("=")[0]
        return Reason.of("promotion", "chess-promotion", move=bare)
    return wrong


def _piece(
    board: chess.Board, letter: str, file: str, rank: str, target: str
) -> Reason | None:
    """Return why no piece of this kind can go to ``target``."""
    kind = chess.PIECE_SYMBOLS.index((letter or "P").lower())
    end = chess.parse_square(target)
    mine = [
        square
        for square in board.pieces(kind, board.turn)
        if file in ("", chess.square_name(square)[0])
        and rank in ("", chess.square_name(square)[1])
    ]
    what = chess.piece_name(kind)
    if not mine:
        return Reason.of("no-piece", "chess-no-such-piece", piece=what)
    near = [square for square in mine if _is_possible(board, chess.Move(square, end))]
    if not near and len(mine) > 1:
        own = board.piece_at(end)
        if own is not None and own.color == board.turn:
            return _from_to(board, mine[0], end)
        return Reason.of("no-way", "chess-none-can-go", piece=what, square=target)
    legal = [square for square in near if chess.Move(square, end) in board.legal_moves]
    if len(legal) > 1:
        sans = sorted(board.san(chess.Move(start, end)) for start in legal)
        which = " / ".join(sans)
        return Reason.of("several", "chess-which-one", piece=what, moves=which)
    return _from_to(board, (near or mine)[0], end)


def _castling(board: chess.Board, side: int) -> Reason | None:
    """Return why the king can't castle; ``side`` 1: with the rook on the h file."""
    king, way = chess.E1 if board.turn else chess.E8, "O-O" if side > 0 else "O-O-O"
    rook = king + 3 if side > 0 else king - 4
    if not board.castling_rights & chess.BB_SQUARES[rook]:
        return Reason.of("castling", "chess-castling-lost", move=way)
    for square in range(min(king, rook) + 1, max(king, rook)):
        between = board.piece_at(square)
        if between is not None:
            what, at = _kind(between), chess.square_name(square)
            return Reason.of(
                "castling", "chess-castling-blocked", move=way, piece=what, square=at
            )
    for square in (king, king + side, king + 2 * side):
        by = _attacker(board, square, not board.turn)
        if by is not None:
            what, at = by
            place = (
                "in" if square == king else "over" if square == king + side else "to"
            )
            return Reason.of(
                "castling",
                "chess-castling-attacked",
                move=way,
                place=place,
                square=chess.square_name(square),
                piece=what,
                at=at,
            )
    return None


def _no_way(board: chess.Board, piece: chess.Piece, start: int, end: int) -> Reason:
    """Return that the piece does not go there, or what is in its way."""
    what, square = _kind(piece), chess.square_name(end)
    alone = chess.Board(None)
    alone.set_piece_at(start, piece)
    is_pawn = piece.piece_type == chess.PAWN
    straight = is_pawn and chess.square_file(start) == chess.square_file(end)
    for at in chess.SquareSet(chess.between(start, end)):
        other = board.piece_at(at)
        if other is not None and (straight or end in alone.attacks(start)):
            on = chess.square_name(at)
            return Reason.of(
                "blocked", "chess-in-the-way", piece=_kind(other), square=on
            )
    if straight and board.piece_at(end) is not None:
        return Reason.of("blocked", "chess-pawn-blocked", square=square)
    if is_pawn and end in alone.attacks(start):
        return Reason.of("no-way", "chess-pawn-takes-nothing", square=square)
    return Reason.of("no-way", "chess-no-way", piece=what, square=square)


def _in_check(board: chess.Board, move: chess.Move) -> Reason | None:
    """Return by which piece the king would be taken after the move, or None."""
    mover, was_check = board.turn, board.is_check()
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(mover)
    by = None if king is None else _attacker(after, king, not mover)
    if by is None or king is None:
        return None
    piece = board.piece_at(move.from_square)
    assert piece is not None
    what, at = by
    square = chess.square_name(king)
    if piece.piece_type == chess.KING:
        id = "chess-king-into-check"
    elif was_check:
        id = "chess-king-stays-in-check"
    else:
        id, square = "chess-pinned", chess.square_name(move.from_square)
        return Reason.of(
            "check", id, own=_kind(piece), square=square, piece=what, at=at
        )
    return Reason.of("check", id, square=square, piece=what, at=at)


def _attacker(
    board: chess.Board, square: int, colour: chess.Color
) -> tuple[str, str] | None:
    """Return a piece of this colour that attacks a square, and where it is."""
    for at in board.attackers(colour, square):
        piece = board.piece_at(at)
        if piece is not None:
            return _kind(piece), chess.square_name(at)
    return None


def _is_possible(board: chess.Board, move: chess.Move) -> bool:
    """Return whether the piece goes like that, whatever becomes of the king."""
    if _promotes(board, move):
        move = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    return board.is_pseudo_legal(move)


def _promotes(board: chess.Board, move: chess.Move) -> bool:
    is_pawn = board.piece_type_at(move.from_square) == chess.PAWN
    return is_pawn and chess.square_rank(move.to_square) in (0, 7)


def _kind(piece: chess.Piece) -> str:
    return chess.piece_name(piece.piece_type)
