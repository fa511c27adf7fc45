"""Draws boards: squares with coordinates, seen from one side, and what stands beside.

A square is one or more rows of cells in one style.  Every sign that tells something
is text, too: a drawing says the same without any colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from p2pgame.engine import Drawing, Look, Message, Row, Span

from .boxes import clipped, fitted, joined
from .rows import cells, filled, padded, width_of
from .seats import named

#: How many cells and rows a square takes.
Size: TypeAlias = tuple[int, int]
#: Sizes that suit most boards, the largest first.
SIZES: tuple[Size, ...] = ((7, 3), (3, 1), (2, 1))
#: The least width of what stands beside a board, and the gap between.
BESIDE, GAP = 20, 2
#: What stands beside what lies on a square: nothing, or the marks of the last move.
NO_SIGNS, CHANGED = "  ", "[]"
#: The sign to the left of a square of two cells, where one has none to its right.
_NARROW = {"[": ">"}
TO_MOVE = Message.of("seat-to-move")
#: The blanks before what stands below a name, which has a mark there.
INDENT = 2
#: Between two notes in one row.
DOT = " · "


class Square(NamedTuple):
    """What lies on a square; ``signs`` stand to its left and right, if it is wide."""

    text: str = ""
    style: str = ""
    signs: str = NO_SIGNS


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of squares from the top, with the names of columns and rows."""

    squares: Sequence[Sequence[Square]]
    columns: tuple[str, ...]
    rows: tuple[str, ...]

    def fits(self, size: Size, width: int, height: int) -> bool:
        """Return whether the board with squares of this size has room."""
        return (
            self.margin + 2 + size[0] * len(self.columns) <= width
            and 3 + size[1] * len(self.rows) <= height
        )

    @property
    def margin(self) -> int:
        """The cells to the left of the frame."""
        return max(map(cells, self.rows)) + 1

    def size(self, look: Look, beside: int, sizes: Sequence[Size] = SIZES) -> Size:
        """Return the largest size that leaves ``beside`` cells, or else the least."""
        for size in sizes:
            if self.fits(size, look.width - beside, look.height):
                return size
        for size in sizes:
            if self.fits(size, look.width, look.height):
                return size
        return sizes[-1]

    def drawn(self, size: Size, *, names_above: bool = False) -> Drawing:
        """Return the board in a frame, with squares of so many cells and rows.

        The columns' names stand below the frame, or in its upper edge.
        """
        width, height = size
        blank, side = " " * self.margin, Span("│", "frame")
        named = "".join(_centred(name, width) for name in self.columns)
        line = "─" * (width * len(self.columns))
        above = named.replace(" ", "─") if names_above else line
        drawing: list[Row] = [(Span(f"{blank}╭{above}╮", "frame"),)]
        for name, squares in zip(self.rows, self.squares, strict=True):
            for row in range(height):
                middle = row == height // 2
                label = name.rjust(self.margin - 1) + " " if middle else blank
                inside = (_part(square, width, middle=middle) for square in squares)
                drawing.append((Span(label, "dim"), side, *inside, side))
        drawing.append((Span(f"{blank}╰{line}╯", "frame"),))
        below = () if names_above else ((Span(f"{blank} {named} ", "dim"),),)
        return (*drawing, *below)


def _centred(text: str, width: int) -> str:
    return text.rjust(width) if width == 2 else text.center(width)


def _part(square: Square, width: int, *, middle: bool) -> Span:
    """Return one row of a square."""
    text = square.text if middle else ""
    if middle and max(cells(text), 1) + 2 <= width:
        text = f"{square.signs[0]}{text or ' '}{square.signs[1]}"
    blanks = " " * ((width - cells(text)) // 2)
    if width == 2:
        blanks = (_NARROW.get(square.signs[0], square.signs[0]) + text)[
            : 2 - cells(text)
        ]
    return Span(padded(blanks + text, width), square.style)


def side(
    look: Look,
    width: int,
    seat: int,
    notes: Iterable[Row],
    moving: Collection[int],
) -> Drawing:
    """Return a player's name, and below it notes, as many in a row as have room."""
    below = list[Row]()
    for one in filter(None, notes):
        together = dotted(below[-1], one) if below else one
        if below and width_of([together]) + INDENT <= width:
            below[-1] = together
        else:
            below.append(one)
    rows = (row for one in below for row in note(one, width))
    return (named(look, seat, width, moving), *rows)


def piece(look: Look, plain: str, filled: str, style: str) -> Span:
    """Return pieces beside a board: in colours ``filled`` ones, as if on a square."""
    if look.coloured:
        return Span(f" {filled} ", f"dark-square {style}")
    return Span(plain)


def note(row: Row, width: int) -> Drawing:
    """Return a row to stand below a player; an empty one gives none."""
    return (clipped((Span(" " * INDENT), *row), width),) if row else ()


def dotted(*notes: Row) -> Row:
    """Return notes in one row, those that are empty left out."""
    return joined(notes, DOT, "dim")


def told(look: Look, message: Message | None, style: str = "") -> Row:
    """Return a sentence as a row; None gives an empty one."""
    return () if message is None else (Span(look.say(message), style),)


def outcome(look: Look, seat: int, payoffs: Sequence[int]) -> Row:
    """Return whether the player in this seat has won; "good" is what the looker has.

    Where only points against a player count, the best result is 0, and it wins.
    Elsewhere 0 among others is neither won nor lost, and nothing is said of it.
    """
    payoff = payoffs[seat]
    if len(set(payoffs)) == 1 and not payoff:
        return told(look, Message.of("seat-even"), "strong")
    won = payoff > 0 or payoff == max(payoffs) == 0
    if not won and not payoff:
        return ()
    style = "strong" if look.seat is None else "bad"
    if look.seat is not None and won == (look.seat == seat):
        style = "good"
    return told(look, Message.of("seat-won" if won else "seat-lost"), style)


def around(
    board: Drawing, look: Look, above: Drawing, notes: Drawing, below: Drawing
) -> Drawing:
    """Return a board with what belongs to its two sides, and notes on the game.

    They stand beside the board, or else above and below it.
    """
    if panel_width(board, look) == look.width:
        notes = in_one(notes)
        if len(above) + len(board) + len(below) + len(notes) > look.height:
            above, below = in_one(above), in_one(below)
        return fitting((*above, *board, *below, *notes), look)
    space = len(board) - len(above) - len(below) - len(notes)
    gaps = (max(space // 2, 0), max(space - space // 2, 0))
    panel = [*above, *[()] * gaps[0], *notes, *[()] * gaps[1], *below]
    return fitting(beside_board(board, panel, look.width), look)


def in_one(rows: Sequence[Row]) -> Drawing:
    """Return rows that begin with a mark, or two blanks, as one row; of none, none."""
    if not rows:
        return ()
    (mark, *first), *rest = map(trimmed, rows)
    return ((mark, *dotted(tuple(first), *(row[1:] for row in rest))),)


def trimmed(row: Row) -> Row:
    """Return a row without its last span, if that is only blank."""
    return row[:-1] if len(row) > 1 and not row[-1].text.strip() else row


def panel_width(board: Drawing, look: Look) -> int:
    """Return the width of what stands beside a board, or above it for lack of room."""
    room = look.width - width_of(board) - GAP
    return room if room >= BESIDE else look.width


def beside_board(board: Drawing, panel: Sequence[Row], width: int) -> Drawing:
    """Return a board with a panel to its right, at most so many cells wide."""
    left = width_of(board)
    room = width - left - GAP
    height = max(len(board), len(panel))
    rows = list[Row]()
    for at in range(height):
        row = board[at] if at < len(board) else ()
        note = clipped(panel[at], room) if at < len(panel) else ()
        rows.append((*filled(row, left), Span(" " * GAP), *note) if note else row)
    return tuple(rows)


def fitting(rows: Sequence[Row], look: Look) -> Drawing:
    """Return a whole drawing: all rows of one width, and what has no room cut off."""
    rows = rows[: look.height]
    width = min(width_of(rows), look.width)
    return tuple(fitted(row, width) for row in rows)
