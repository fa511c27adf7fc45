"""Draws the grid of fill or fold, with lines around its blocks or without any.

A capital letter is strong, and a small one belongs to the same block.
"""

from __future__ import annotations

from p2pgame.engine import Drawing, Span
from p2pgame.tabletop.drawing import FREE, WALL
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.drawn.boards import Board, Square
from p2pgame.tabletop.drawn.regions import regions, with_names

from .puzzle_drawing import colour


def with_lines(grid: Grid, *, names: bool = True) -> Drawing:
    """Return a grid with lines around each block; without names, free is outside."""
    outside = WALL if names else WALL + FREE
    labels = [["" if m in outside else m.upper() for m in row] for row in grid.rows]
    cells = [[_cell(mark, names=names) for mark in row] for row in grid.rows]
    drawn = regions(labels, cells)
    return with_names(drawn, *_names(grid)) if names else drawn


def plain(grid: Grid, *, names: bool = True) -> Drawing:
    """Return a grid with two cells for each of its own."""
    rows = [[_cell(mark, names=names) for mark in row] for row in grid.rows]
    if not names:
        return tuple(
            tuple(Span(span.text.ljust(2), span.style) for span in row) for row in rows
        )
    squares = [[Square(text[:2], style) for text, style in row] for row in rows]
    return Board(squares, *_names(grid)).drawn((2, 1), names_above=True)


def _names(grid: Grid) -> tuple[tuple[str, ...], tuple[str, ...]]:
    columns = tuple(grid.name(cell)[0] for cell in range(grid.width))
    return columns, tuple(str(row + 1) for row in range(grid.height))


def _cell(mark: str, *, names: bool) -> Span:
    if mark == WALL:
        return Span("░░░", "dim")
    if mark == FREE:
        return Span("·" if names else "", "dim")
    style = colour(mark)
    return Span(mark, f"{style} strong" if mark.isupper() else style)
