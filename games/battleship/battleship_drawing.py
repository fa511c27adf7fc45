"""Draws a battle at sea: one's own sea on the left, and the other's beside it.

Capital letters are ships that are hit, and small ones the looker's own that are not.
Shades are around the letters of a ship that is sunk.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Over, Place, Row, Turn
from p2pgame.engine.turns import movers
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boards import Board, Square
from p2pgame.tabletop.drawn.boxes import apart, clipped, columns
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import LEAST, named

from .battleship import Battle, Battleship
from .fleet import WATER

_SIZES = ((3, 1), (2, 1), (1, 1))
_GAP = 2
#: The cells that a name with a note takes above a small sea.
_NAMED = 26
#: The rows of a sea besides its cells, with all ships in one row.
_ROWS = 4
_MISS, _MISS_AS_LETTER = "○", "o"


def draw(state: Battle, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as the seat of ``look``, which knows ``faces``, sees it."""
    seats = (1, 0) if look.seat == 1 else (0, 1)
    boards = [_board(state, faces, look, seat) for seat in seats]
    margin, size = boards[0].margin, state.fleet.size
    room = (look.width - _GAP) // 2 - margin - 2
    fitting = [one for one in _SIZES if one[0] * size <= room]
    abreast = bool(fitting)
    if not abreast:
        fitting = [one for one in _SIZES if one[0] * size <= look.width - margin - 2]
    square = fitting[0] if fitting else _SIZES[-1]
    seas = [
        _sea(state, look, seat, board.drawn(square, names_above=True))
        for seat, board in zip(seats, boards, strict=True)
    ]
    rows = columns(seas, _GAP) if abreast else [row for sea in seas for row in sea]
    return kit.fitting(rows, look)


def _board(state: Battle, faces: Mapping[int, str], look: Look, seat: int) -> Board:
    fleet, shots, sunk = state.fleet, {*state.shots}, state.sunk(seat)
    last = _last_shot(state)
    squares = list[Square]()
    for slot in state.slots(seat):
        face = state.sea[slot] or faces.get(slot, WATER)
        square = _square(face, look, seat, is_shot=slot in shots, is_sunk=face in sunk)
        if slot == last:
            style = f"{square.style} last-move".strip()
            square = Square(square.text, style, kit.CHANGED)
        squares.append(square)
    size = fleet.size
    rows = [squares[first : first + size] for first in range(0, size * size, size)]
    names = fleet.names
    columns = tuple(name[0] for name in names[:size])
    return Board(rows, columns, tuple(name[1:] for name in names[::size]))


def _last_shot(state: Battle) -> int | None:
    """Return the slot of the last shot, or that of one about to be opened."""
    if state.target in range(len(state.sea)):
        return state.target
    return state.shots[-1] if state.shots else None


def _square(
    face: str, look: Look, seat: int, *, is_shot: bool, is_sunk: bool
) -> Square:
    if face == WATER:
        miss = _MISS if look.symbols else _MISS_AS_LETTER
        return Square(miss) if is_shot else Square("·", "dim")
    if not is_shot:
        return Square(face.lower(), "strong")
    style = {None: "strong", seat: "bad"}.get(look.seat, "good")
    return Square(face, style, "▒▒" if is_sunk else kit.NO_SIGNS)


def _sea(state: Battle, look: Look, seat: int, board: Drawing) -> Drawing:
    """Return a player's sea below the name, and above the ships that are left."""
    turn = Battleship().turn(state)
    width = max(width_of(board), min((look.width - _GAP) // 2, _NAMED))
    note = _note(look, turn, seat)
    if width_of([note]) > width - LEAST:
        note = ()
    room = width - width_of([note]) - (1 if note else 0)
    name = apart(named(look, seat, room, movers(turn)), note, width)
    short = state.fleet.size + _ROWS + 1 > look.height
    return (name, *board, *_ships(state, look, seat, width, short=short))


def _note(look: Look, turn: Turn, seat: int) -> Row:
    if isinstance(turn, Over):
        return kit.outcome(look, seat, turn.payoffs)
    if seat not in movers(turn):
        return ()
    id = (
        "battleship-drawn-placing"
        if isinstance(turn, Place)
        else "battleship-drawn-shooting"
    )
    return kit.told(look, Message.of(id), "to-move")


def _ships(state: Battle, look: Look, seat: int, width: int, *, short: bool) -> Drawing:
    """Return which ships are left and which are sunk, with their lengths if they fit.

    They stand in two rows, or in one if the drawing is to be ``short``.
    """
    ships = dict(zip(state.fleet.letters, state.fleet.lengths, strict=True))
    sunk = state.sunk(seat)
    left = "".join(ship for ship in ships if ship not in sunk)
    rows = list[Row]()
    for id, these, style in (
        ("battleship-drawn-afloat", left, "strong"),
        ("battleship-drawn-sunk", sunk, "dim"),
    ):
        long = " ".join(f"{ship}{ships[ship]}" for ship in these)
        row = kit.told(look, Message.of(id, ships=long), style)
        if short or width_of([row]) > width:
            row = kit.told(look, Message.of(id, ships=these), style)
        rows += [row] * bool(these)
    if short:
        rows = [kit.dotted(*rows)]
    return tuple(clipped(row, width) for row in rows)
