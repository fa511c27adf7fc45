"""Draws pieces as a terminal has them: signs where it has such, and letters."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import Look, Span
from p2pgame.engine.scene import Piece
from p2pgame.tabletop.drawn import boards as kit

#: An outlined sign, for white, and a filled one.
_SIGNS = {
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
    "man": "○●",
    "crowned": "♔♚",
    "miss": "○○",
}
#: The colours of pieces that stand on light and dark squares.
_BLACK = "second-piece"
_ON_SQUARES = ("first-piece", _BLACK)


def sign_of(piece: Piece, look: Look, *, filled: bool) -> str:
    """Return the sign of a piece; black ones are always filled."""
    signs = _SIGNS.get(piece.shape) if look.symbols else None
    if signs is None:
        return piece.sign
    return signs[filled or piece.colour == _BLACK]


def beside(look: Look, pieces: Sequence[Piece]) -> Span:
    """Return pieces of one side to stand beside a board."""
    colour = pieces[0].colour
    plain, filled = (
        "".join(sign_of(piece, look, filled=full) for piece in pieces)
        for full in (False, True)
    )
    if colour in _ON_SQUARES:
        return kit.piece(look, plain, filled, colour)
    return Span(plain, colour)
