"""Draws flow: coloured lines that grow from their letters, and the past of each line.

A line leaves its letter's first point (A1) or its second (A2).  On a bridge the upright
line is drawn over the one across.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.tabletop.drawing import FREE, WALL
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.drawn import boards as kit

from .. import puzzle_drawing
from ..puzzle_drawing import colour
from .flow import FlowState
from .flow_lines import BRIDGE, Lines, names, partner

#: The cells and rows of one cell of the grid, the largest first.
_SIZES = ((5, 2), (3, 1))
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
#: What joins the sides of a cell, by the sum of the sides.
_LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
#: What is drawn at a place: the text, and its style.
_Ink = dict[tuple[int, int], tuple[str, str]]


def draw(state: FlowState, look: Look) -> Drawing:
    """Return the puzzle, with as much room for each cell as there is."""
    lines, grid = state.lines, state.grid
    size = next((one for one in _SIZES if _fits(grid, one, look)), _SIZES[-1])
    drawn = _framed(grid, _inked(grid, lines, size), size)
    joined = sum(map(lines.is_joined, range(0, len(lines.lines), 2)))
    letters = len(grid.letters())
    some = Message.of("flow-drawn-some-joined", joined=joined, letters=letters)
    notes = [kit.told(look, some)]
    if state.solved:
        notes.insert(0, kit.told(look, Message.of("puzzle-solved"), "good"))
    elif not state.left:
        notes.insert(0, kit.told(look, Message.of("flow-drawn-not-solved"), "bad"))
    left = Message.of("flow-drawn-moves-left", moves=state.left)
    notes.append(kit.told(look, left, "dim"))
    head = puzzle_drawing.head(look, notes, over=state.solved or not state.left)
    return puzzle_drawing.with_past(look, head, drawn, _past(state, look))


def _fits(grid: Grid, size: kit.Size, look: Look) -> bool:
    width, height = size[0] * grid.width + 5, size[1] * grid.height + 4
    return width + kit.GAP + kit.BESIDE <= look.width and height <= look.height


def _past(state: FlowState, look: Look) -> Iterator[Row]:
    """Yield what else is to be done, and then what was done with each line."""
    if state.cover:
        yield kit.told(look, Message.of("flow-drawn-cover"), "dim")
    yield from puzzle_drawing.histories(look, names(state.grid), state.items)


def _inked(grid: Grid, lines: Lines, size: kit.Size) -> _Ink:
    """Return what is drawn where, in cells of the drawing from its corner."""
    ink = _Ink()
    width, height = size
    for cell in range(len(grid)):
        row, column = divmod(cell, grid.width)
        x, y = column * width + width // 2, row * height + height // 2
        mark = grid[cell]
        if mark == WALL:
            for at in range(x - width // 2, x - width // 2 + width):
                for down in range(height):
                    ink[at, row * height + down] = ("░", "dim")
        else:
            ink[x, y] = ({FREE: "·"}.get(mark, mark), "dim")
    for across in (True, False):
        for item in range(len(lines.lines)):
            for (x, y), (text, style) in _line(grid, lines, item, size, across=across):
                ink[x, y] = (text, style)
    for item, name in enumerate(names(grid)):
        row, column = divmod(lines.lines[item][0], grid.width)
        x, y = column * width + width // 2, row * height + height // 2
        style = f"{colour(name[0])} strong"
        ink[x, y] = (name[0], style)
        ink[x + 1, y] = (name[1], style)
    return ink


def _line(
    grid: Grid, lines: Lines, item: int, size: kit.Size, *, across: bool
) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """Yield what is drawn of a line: its parts across, or all others."""
    style = colour(names(grid)[item][0])
    cells = lines.lines[item]
    sides = dict.fromkeys(lines.lanes(item), 0)
    lanes = [*sides]
    for (here, one), (there, other) in pairwise(zip(cells, lanes, strict=True)):
        sides[one] |= _side(grid, here, there)
        sides[other] |= _side(grid, there, here)
    if lines.is_joined(item):
        end = lines.lines[partner(item)][-1]
        sides[lanes[-1]] |= _side(grid, cells[-1], end)
    width, height = size
    for (cell, is_across), side in sides.items():
        if is_across != across:
            continue
        row, column = divmod(cell, grid.width)
        x, y = column * width + width // 2, row * height + height // 2
        if grid[cell] == BRIDGE and is_across:
            yield (x, y), ("┼", style)
        else:
            yield (x, y), (_LINES[side], style)
        for n in range(1, width // 2 + 1):
            if side & _LEFT:
                yield (x - n, y), ("─", style)
            if side & _RIGHT:
                yield (x + n, y), ("─", style)
        if side & _UP and height > 1:
            yield (x, y - 1), ("│", style)


def _side(grid: Grid, here: int, there: int) -> int:
    """Return on which side of a cell its neighbour is."""
    sides = {-grid.width: _UP, 1: _RIGHT, grid.width: _DOWN, -1: _LEFT}
    return sides[there - here]


def _framed(grid: Grid, ink: _Ink, size: kit.Size) -> Drawing:
    """Return what is drawn in a frame, with the names of columns and rows."""
    width, height = size
    margin = len(str(grid.height))
    names = "".join(grid.name(n)[0].center(width, "─") for n in range(grid.width))
    blank, side = " " * (margin + 1), Span("│", "frame")
    drawing: list[Row] = [(Span(f"{blank}╭{names}╮", "frame"),)]
    for y in range(grid.height * height):
        row, down = divmod(y, height)
        label = str(row + 1).rjust(margin) + " " if down == height // 2 else blank
        inside = (Span(*ink.get((x, y), (" ", ""))) for x in range(grid.width * width))
        drawing.append((Span(label, "dim"), side, *inside, side))
    drawing.append((Span(f"{blank}╰{'─' * (grid.width * width)}╯", "frame"),))
    return tuple(drawing)
