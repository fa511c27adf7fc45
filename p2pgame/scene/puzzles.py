"""Draws a puzzle: its grid with blocks or lines, blocks beside it, and what was done.

For each item the moves that stand are listed, then what a redo would do, and what was
undone and redone before that, its past.  On a bridge the upright line is drawn over the
one across.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from string import ascii_lowercase
from typing import TypeAlias

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.engine.scene import Item, Puzzle, Scene
from p2pgame.tabletop.drawing import FREE, WALL
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import clipped, columns, joined
from p2pgame.tabletop.drawn.regions import ACROSS, regions, with_names
from p2pgame.tabletop.drawn.rows import framed, width_of
from p2pgame.tabletop.drawn.seats import LEAST, named

from .names import noted, said, styled

#: A cell over which two lines cross.
BRIDGE = "+"
#: The styles of letters; those after H begin again.
_COLOURS = 8
#: Between the histories of two items in one row.
_GAP = "   "
#: The last moves of an item that are listed.
_MOST = 12
#: The rows for the player and what was done, without which lines take too much room.
_ROWS = 3
#: The steps to the cells beside a cell, and what joins a cell's sides by their sum.
_SIDES = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_UP, _RIGHT, _DOWN, _LEFT = _SIDES.values()
_JOINTS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"

#: A cell by its row and its column.
At: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Board:
    """Marks, the cells drawn for them, and what joins one with the next."""

    marks: Sequence[str]
    cells: Sequence[Sequence[Row]]
    right: dict[At, str] = field(default_factory=dict)
    down: dict[At, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, list[str]]:
        """The names of columns and rows."""
        wide = len(self.marks[0])
        return ascii_lowercase[:wide], [str(n + 1) for n in range(len(self.marks))]

    def large(self, outside: str) -> Drawing:
        """Return the cells with lines around blocks; no line is around ``outside``."""
        labels = [
            ["" if m in outside else m.upper() for m in row] for row in self.marks
        ]
        return regions(labels, self.cells, self.right, self.down)

    def framed(self, width: int) -> Drawing:
        """Return the cells in a frame that has the names of columns and rows."""
        columns, rows = self.names
        margin, side = len(rows[-1]), Span("│", "frame")
        head = "".join(name.center(ACROSS - 1, "─")[:width] for name in columns)
        blank = " " * (margin + 1)
        drawn = zip(rows, self.small(width), strict=True)
        return (
            (Span(f"{blank}╭{head}╮", "frame"),),
            *((Span(f"{n:>{margin}} ", "dim"), side, *row, side) for n, row in drawn),
            (Span(f"{blank}╰{'─' * len(head)}╯", "frame"),),
        )

    def small(self, width: int) -> list[Row]:
        """Return the cells side by side, of so many signs each."""
        if width == ACROSS - 1:
            return [tuple(span for cell in row for span in cell) for row in self.cells]
        return [
            tuple(Span(cell[0].text[:width], cell[0].style) for cell in row)
            for row in self.cells
        ]


def drawn_puzzle(scene: Scene, puzzle: Puzzle, look: Look) -> Drawing:
    """Return the puzzle below its player's name, and what was done beside or below."""
    notes = noted(look, scene.notes, kit.DOT)
    room = max(look.width - width_of([notes]) - len(kit.DOT), LEAST)
    name = kit.trimmed(named(look, 0, room, scene.moving))
    head = clipped(kit.dotted(name, notes), look.width)
    beside = [item for item in puzzle.items if item.shape and not item.cells]
    board = _drawn(puzzle, beside, look)
    past = [styled(look, one) for one in scene.title]
    past += filter(None, (_history(look, item) for item in puzzle.items))
    room = kit.panel_width(board, look)
    if room == look.width or beside:
        past = _wrapped(past, look.width, look.height - len(board) - 1)
        return kit.fitting((head, *board, *past), look)
    if len(past) > len(board):
        past = _wrapped(past, room, len(board))
    return kit.fitting((head, *kit.beside_board(board, past, look.width)), look)


def place(name: str) -> At:
    """Return the row and the column of a cell, whose name is such as ``c1``."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def _drawn(puzzle: Puzzle, beside: Sequence[Item], look: Look) -> Drawing:
    """Return the grid and what lies beside it, as large as there is room for."""
    grid = _lines(puzzle) if puzzle.lines else _blocks(puzzle)
    large = with_names(grid.large(WALL), *grid.names)
    small = grid.framed(3 if puzzle.lines else 2)
    if not beside:
        return large if _fits(large, look, rows=1) else small
    title = said(look, Message.of("puzzle-pad"))
    for board, width in ((large, ACROSS), (small, 2)):
        pad = _pad(beside, (look.width - width_of(board) - kit.GAP - ACROSS) // width)
        frame = framed(pad.small(2), title)
        both = columns((board, pad.large(FREE) if board == large else frame), kit.GAP)
        if _fits(both, look, rows=_ROWS):
            return both
    below = _pad(beside, look.width // 2).small(2)
    return (*small, (Span(title, "dim"),), *below)


def _fits(drawn: Drawing, look: Look, *, rows: int) -> bool:
    return width_of(drawn) <= look.width and len(drawn) + rows <= look.height


def _blocks(puzzle: Puzzle) -> _Board:
    """Return a grid with its blocks; small letters are where none has begun."""
    marks = [list(row) for row in puzzle.rows]
    for item in puzzle.items:
        for n, cell in enumerate(item.cells):
            row, column = place(cell)
            first = not item.begins or n < item.begins
            marks[row][column] = item.name if first else item.name.lower()
    return _marked(["".join(row) for row in marks], "·")


def _pad(beside: Iterable[Item], width: int) -> _Board:
    """Return blocks side by side in rows of at most so many cells, if they can."""
    placed = dict[At, str]()
    top = left = bottom = 0
    for item in beside:
        shape = [place(cell) for cell in item.shape]
        wide = 1 + max(column for _, column in shape)
        if left and left + wide > width:
            top, left = bottom + 1, 0
        placed.update(((top + row, left + column), item.name) for row, column in shape)
        left += wide + 1
        bottom = max(bottom, top + 1 + max(row for row, _ in shape))
    wide = 1 + max(column for _, column in placed)
    rows = (
        "".join(placed.get((row, column), FREE) for column in range(wide))
        for row in range(bottom)
    )
    return _marked([*rows], "")


def _marked(marks: Sequence[str], free: str) -> _Board:
    def cell(mark: str) -> Row:
        if mark == WALL:
            return (Span("░░░", "dim"),)
        if mark == FREE:
            return (Span(free.center(3), "dim"),)
        style = f"{_colour(mark)} strong" if mark.isupper() else _colour(mark)
        return (Span(mark.center(3), style),)

    return _Board(marks, [[cell(mark) for mark in row] for row in marks])


def _lines(puzzle: Puzzle) -> _Board:
    """Return a grid with its lines; all but walls is one block."""
    sides = _sides(puzzle.items)
    begins = {place(item.cells[0]): item.name for item in puzzle.items}
    marks = ["".join(m if m == WALL else FREE for m in row) for row in puzzle.rows]
    cells = [
        [
            _cell(mark, sides.get(at := (y, x), {}), begins.get(at))
            for x, mark in enumerate(row)
        ]
        for y, row in enumerate(puzzle.rows)
    ]
    right, down = (
        {at: ends[side] for at, ends in sides.items() if side in ends}
        for side in (_RIGHT, _DOWN)
    )
    return _Board(marks, cells, right, down)


def _sides(items: Sequence[Item]) -> dict[At, dict[int, str]]:
    """Return to which sides lines leave each cell, with their styles."""
    sides = dict[At, dict[int, str]]()
    for n, item in enumerate(items):
        other = items[n ^ 1]
        way = [*item.cells, *(other.cells[-1:] if item.joined else ())]
        for here, there in pairwise(map(place, way)):
            for one, next_ in ((here, there), (there, here)):
                side = _SIDES[next_[0] - one[0], next_[1] - one[1]]
                sides.setdefault(one, {})[side] = _colour(item.name)
    return sides


def _cell(mark: str, sides: dict[int, str], begins: str | None) -> Row:
    """Return three signs of a cell with lines."""
    if mark == WALL:
        return (Span("░░░", "dim"),)
    left, right = (
        Span("─" if side in sides else " ", sides.get(side, ""))
        for side in (_LEFT, _RIGHT)
    )
    if begins:
        return left, Span(begins, f"{_colour(begins)} strong")
    if not sides:
        return left, Span("·" if mark == FREE else mark, "dim"), right
    upright = {side: sides[side] for side in (_UP, _DOWN) if side in sides}
    shown = upright if mark == BRIDGE and upright else sides
    sign = "┼" if mark == BRIDGE and not upright else _JOINTS[sum(shown)]
    return left, Span(sign, next(iter(shown.values()))), right


def _colour(letter: str) -> str:
    """Return the style of what has a letter from A to Z."""
    return f"colour-{(ord(letter[0].upper()) - ord('A')) % _COLOURS}"


def _history(look: Look, item: Item) -> Row:
    """Return what was done with an item, or nothing."""
    past, name = item.past, item.name
    if not (past.done or past.redo or past.just):
        return ()
    cut = ("…",) if len(past.done) > _MOST else ()
    moves = " ".join((*cut, *past.done[-_MOST:]))
    parts: list[Row] = [
        (Span(name, f"{_colour(name)} strong"), Span(f" {moves}".rstrip()))
    ]
    if past.redo:
        redo = Message.of("puzzle-redo", moves=" ".join(past.redo[:_MOST]))
        parts.append(kit.told(look, redo, "strong"))
    if past.restores:
        restores = Message.of("puzzle-restores", items=" ".join(past.restores))
        parts.append(kit.told(look, restores, "strong"))
    if past.just:
        signs = (
            {"undo ": "↶", "redo ": "↷"}
            if look.symbols
            else {"undo ": "-", "redo ": "+"}
        )
        just = (f"{signs[one[:5]]}{one[5:]}" for one in past.just[-_MOST:])
        parts.append(
            kit.told(look, Message.of("puzzle-past", moves=" ".join(just)), "dim")
        )
    return joined(parts, ", ", "dim")


def _wrapped(rows: Iterable[Row], width: int, height: int) -> list[Row]:
    """Return rows, several in one where they fit; those without room are left out."""
    lines = list[Row]()
    for row in rows:
        together = joined([lines[-1], row], _GAP) if lines else ()
        if lines and width_of([together]) <= width:
            lines[-1] = together
        else:
            lines.append(clipped(row, width))
    if len(lines) > height > 0:
        more = (*lines[height - 1], Span(f"{_GAP}…", "dim"))
        lines[height - 1] = clipped(more, width)
    return lines[: max(height, 0)]
