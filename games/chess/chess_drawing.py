"""Draws a game of chess: the board from one side, and the players with what they took.

Outlined pieces are White's and filled ones Black's; in letters, capitals are White's.
In colours all are filled, and capitals.
What the last move has changed is found by comparing with an earlier position.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from p2pgame.engine import Choose, Drawing, Look, Message, Row, Span
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boards import Board, Square
from p2pgame.tabletop.drawn.boxes import joined

from .chess import Chess, Position, board_of

#: How many of each a player begins with, and what they are worth in pawns.
_FIRST = {"P": 8, "N": 2, "B": 2, "R": 2, "Q": 1}
_WORTH = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}
#: The cells that a player's name and notes need beside the board.
_BESIDE = 24


def draw(game: Chess, state: Position, look: Look) -> Drawing:
    """Return the table as the seat of ``look`` sees it."""
    board = board_of(state.fen)
    before = _before(state, look)
    squares = _squares(board, before, look)
    own = 1 if look.seat == 1 else 0
    seen = squares.turned() if own else squares
    drawn = seen.drawn(seen.size(look, _BESIDE))
    room = kit.panel_width(drawn, look)
    above, below = (_player(game, state, look, n, room) for n in (1 - own, own))
    return kit.around(drawn, look, above, _notes(game, state, before, look), below)


def _before(state: Position, look: Look) -> chess.Board | None:
    """Return the board before the last move, if that is known."""
    before = look.before
    if isinstance(before, Position) and before.fen != state.fen:
        return board_of(before.fen)
    return board_of(state.past[-1]) if state.past else None


def _squares(board: chess.Board, before: chess.Board | None, look: Look) -> Board:
    king = board.king(board.turn) if board.is_check() else None
    rows = [
        [
            _square(board, before, chess.square(file, rank), king, look)
            for file in range(8)
        ]
        for rank in reversed(range(8))
    ]
    return Board(rows, tuple("abcdefgh"), tuple("87654321"))


def _square(
    board: chess.Board,
    before: chess.Board | None,
    square: chess.Square,
    checked: chess.Square | None,
    look: Look,
) -> Square:
    is_dark = (chess.square_file(square) + chess.square_rank(square)) % 2 == 0
    piece = board.piece_at(square)
    styles, signs = ["dark-square" if is_dark else "light-square"], kit.NO_SIGNS
    if before is not None and before.piece_at(square) != piece:
        styles.append("last-move")
        signs = kit.NO_SIGNS if look.coloured else kit.CHANGED
    if square == checked:
        styles.append("bad")
        signs = "!!"
    if piece is None:
        dot = "·" if is_dark and not look.coloured else ""
        return Square(dot, " ".join([*styles, "dim"]), signs)
    styles.append(_style(piece))
    sign = _filled(piece, look) if look.coloured else _sign(piece, look)
    return Square(sign, " ".join(styles), signs)


def _style(piece: chess.Piece) -> str:
    return "first-piece" if piece.color else "second-piece"


def _sign(piece: chess.Piece, look: Look) -> str:
    return piece.unicode_symbol() if look.symbols else piece.symbol()


def _filled(piece: chess.Piece, look: Look) -> str:
    colour = chess.BLACK if look.symbols else chess.WHITE
    return _sign(chess.Piece(piece.piece_type, colour), look)


def _player(game: Chess, state: Position, look: Look, seat: int, width: int) -> Drawing:
    turn, notes, board = game.turn(state), list[Row](), board_of(state.fen)
    if isinstance(turn, Choose):
        if seat == turn.player and board.is_check():
            notes.append(kit.told(look, Message.of("chess-drawn-in-check"), "bad"))
        if seat == state.offer:
            notes.append(
                kit.told(look, Message.of("chess-drawn-draw-offered"), "strong")
            )
    king = _beside([chess.Piece(chess.KING, seat == 0)], look)
    sign = (king, Span(f" {look.say(game.seat_names[seat])}"))
    named = kit.player(look, width, turn, seat, sign, notes=notes)
    return (*named, *kit.note(_taken(board, look, seat), width))


def _taken(board: chess.Board, look: Look, seat: int) -> Row:
    """Return which pieces of the other are gone, and how far this player leads."""
    theirs = seat == 1
    gone = list[chess.Piece]()
    for letter, first in _FIRST.items():
        kind = chess.Piece.from_symbol(letter).piece_type
        missing = first - len(board.pieces(kind, theirs))
        gone += [chess.Piece(kind, theirs)] * missing
    lead = _worth(board, not theirs) - _worth(board, theirs)
    ahead = (Span(f"+{lead}", "strong"),) if lead > 0 else ()
    taken = (_beside(gone, look),) if gone else ()
    return joined([taken, ahead], " ")


def _beside(pieces: Sequence[chess.Piece], look: Look) -> Span:
    """Return pieces of one side to be drawn beside the board."""
    plain = "".join(_sign(piece, look) for piece in pieces)
    filled = "".join(_filled(piece, look) for piece in pieces)
    return kit.piece(look, plain, filled, _style(pieces[0]))


def _worth(board: chess.Board, colour: bool) -> int:
    pieces = (piece for piece in board.piece_map().values() if piece.color == colour)
    return sum(_WORTH[piece.symbol().upper()] for piece in pieces)


def _notes(
    game: Chess, state: Position, before: chess.Board | None, look: Look
) -> Drawing:
    board = board_of(state.fen)
    number = Message.of("chess-drawn-number", number=board.fullmove_number)
    notes = [kit.told(look, number, "dim")]
    move = _last_move(board, before)
    if move is not None:
        told = Message.of("chess-drawn-last-move", move=move)
        notes.append(kit.told(look, told))
    end = game.ending(state)
    if end is not None:
        notes.insert(0, kit.told(look, end[0], "strong"))
    return tuple((Span("  "), *note) for note in notes)


def _last_move(board: chess.Board, before: chess.Board | None) -> str | None:
    """Return the one move that leads from ``before`` here, as in ``12. Nf3``."""
    if before is None:
        return None
    for move in before.legal_moves:
        after = before.copy(stack=False)
        after.push(move)
        if after.board_fen() == board.board_fen() and after.turn == board.turn:
            return before.san(move)
    return None
