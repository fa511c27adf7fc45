"""Draws a grid whose cells make regions, with lines around each region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine import Drawing, Row, Span

#: Which sides of a corner have a line: up, right, down, left.
_CORNERS = {
    "": " ",
    **dict(zip(("0", "1", "2", "3"), "╵╶╷╴", strict=True)),
    **dict(zip(("02", "13", "01", "12", "23", "03"), "│─╰╭╮╯", strict=True)),
    **dict(zip(("012", "123", "023", "013", "0123"), "├┬┤┴┼", strict=True)),
}
#: The cells from one column to the next, and the rows from one row to the next.
ACROSS, DOWN = 4, 2
_NONE: Mapping[tuple[int, int], str] = {}


def regions(
    labels: Sequence[Sequence[str]],
    cells: Sequence[Sequence[Row]],
    right: Mapping[tuple[int, int], str] = _NONE,
    down: Mapping[tuple[int, int], str] = _NONE,
) -> Drawing:
    """Return cells of three signs with lines between different labels.

    An empty label is outside: nothing is drawn between two that are empty.  ``right``
    and ``down`` are the styles of lines from a cell, by row and column, to the next.
    """
    height, width = len(labels), len(labels[0])

    def label(row: int, column: int) -> str:
        inside = 0 <= row < height and 0 <= column < width
        return labels[row][column] if inside else ""

    drawing = list[Row]()
    for row in range(height + 1):
        spans = list[Span]()
        for column in range(width + 1):
            corner = _corner(
                label(row - 1, column - 1) != label(row - 1, column),
                label(row - 1, column) != label(row, column),
                label(row, column - 1) != label(row, column),
                label(row - 1, column - 1) != label(row, column - 1),
            )
            spans.append(Span(corner, "frame"))
            if style := down.get((row - 1, column)):
                spans.append(Span(" │ ", style))
            elif column < width:
                wall = label(row - 1, column) != label(row, column)
                spans.append(Span("───" if wall else "   ", "frame"))
        drawing.append(tuple(spans))
        if row == height:
            break
        spans = []
        for column in range(width + 1):
            wall = label(row, column - 1) != label(row, column)
            style = right.get((row, column - 1))
            sign = "─" if style else "│" if wall else " "
            spans.append(Span(sign, style or "frame"))
            spans += cells[row][column] if column < width else ()
        drawing.append(tuple(spans))
    return tuple(drawing)


def _corner(up: bool, right: bool, down: bool, left: bool) -> str:
    sides = (up, right, down, left)
    return _CORNERS["".join(str(n) for n, side in enumerate(sides) if side)]


def with_names(
    drawing: Drawing, columns: Sequence[str], rows: Sequence[str]
) -> Drawing:
    """Return regions with the names of columns above, and of rows beside."""
    margin = max(map(len, rows))
    head = " " * (margin + 2) + "".join(name.center(ACROSS) for name in columns)
    named = list[Row]([(Span(head.rstrip(), "dim"),)])
    for at, row in enumerate(drawing):
        name = rows[at // DOWN] if at % DOWN else ""
        named.append((Span(f"{name.rjust(margin)} ", "dim"), *row))
    return tuple(named)
