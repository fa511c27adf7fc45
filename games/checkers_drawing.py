"""Draws a game of checkers: the board from one side, its free squares with their names.

Filled pieces are Black's and outlined ones White's; in colours all are filled.  A king
is drawn as one of chess.
"""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Message, Over, Row, Span
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boards import Square

from .checkers import (
    DARK,
    FREE,
    PIECES,
    QUIET,
    Board,
    Checkers,
    moves_of,
    name_at,
    square_at,
)

_STYLES = {"b": "second-piece", "w": "first-piece"}
_SYMBOLS = {"b": "●", "B": "♚", "w": "○", "W": "♔"}
#: From so many moves on the coming draw is told.
SOON = QUIET // 2
_BESIDE = 24


def draw(state: Board, look: Look) -> Drawing:
    """Return the table as the seat of ``look`` sees it."""
    ranks = [
        [_square(state, look, file, rank) for file in range(8)]
        for rank in reversed(range(8))
    ]
    board = kit.Board(ranks, tuple("abcdefgh"), tuple("87654321"))
    own = 1 if look.seat == 1 else 0
    if own:
        board = board.turned()
    drawn = board.drawn(board.size(look, _BESIDE))
    room = kit.panel_width(drawn, look)
    above, below = (_player(state, look, seat, room) for seat in (1 - own, own))
    return kit.around(drawn, look, above, _notes(state, look), below)


def _square(state: Board, look: Look, file: int, rank: int) -> Square:
    square = square_at(file, rank)
    if square is None:
        return Square("", "light-square")
    piece, before = state.squares[square], look.before
    styles, signs = ["dark-square"], kit.NO_SIGNS
    if isinstance(before, Board) and before.squares[square] != piece:
        styles.append("last-move")
        signs = kit.NO_SIGNS if look.coloured else kit.CHANGED
    if square == state.jumper:
        styles.append("to-move")
        signs = "››" if look.symbols else ">>"
    if piece == FREE:
        name = name_at(file, rank) if signs == kit.NO_SIGNS else ""
        return Square(name, " ".join([*styles, "dim"]), signs)
    styles.append(_STYLES[piece.lower()])
    sign = _filled(piece, look) if look.coloured else _sign(piece, look)
    return Square(sign, " ".join(styles), signs)


def _sign(piece: str, look: Look) -> str:
    return _SYMBOLS[piece] if look.symbols else piece


def _filled(piece: str, look: Look) -> str:
    return _sign(
        {"w": "b", "W": "B"}.get(piece, piece) if look.symbols else piece, look
    )


def _piece(piece: str, look: Look) -> Span:
    """Return a piece to be drawn beside the board."""
    style = _STYLES[piece.lower()]
    return kit.piece(look, _sign(piece, look), _filled(piece, look), style)


def _player(state: Board, look: Look, seat: int, width: int) -> Drawing:
    turn, man = Checkers().turn(state), PIECES[seat][0]
    sign = (_piece(man, look), Span(f" {look.say(Checkers.seat_names[seat])}"))
    todo = kit.TO_MOVE if isinstance(turn, Over) else _told(state)
    named = kit.player(look, width, turn, seat, sign, todo=todo)
    return (*named, *kit.note(_left(state, look, seat), width))


def _told(state: Board) -> Message:
    """Return what the player who is to move has to do."""
    if state.jumper >= 0:
        square = name_at(*DARK[state.jumper])
        return Message.of("checkers-drawn-goes-on", square=square)
    if "x" in moves_of(state)[0]:
        return Message.of("checkers-drawn-must-jump")
    return kit.TO_MOVE


def _left(state: Board, look: Look, seat: int) -> Row:
    """Return how many men and kings a player has."""
    man, king = PIECES[seat][0], PIECES[seat][1]
    kings = state.squares.count(king)
    left = Message.of("checkers-drawn-left", count=state.squares.count(man) + kings)
    crowned = (_piece(king, look), Span(f" {kings}")) if kings else ()
    return kit.dotted(kit.told(look, left), crowned)


def _notes(state: Board, look: Look) -> Drawing:
    if state.quiet < SOON:
        return ()
    soon = Message.of("checkers-drawn-quiet", moves=QUIET - state.quiet)
    return ((Span("  "), *kit.told(look, soon, "dim")),)
