"""Puts drawings into boxes with words in their edges, and into the room there is.

Every function here keeps exactly to the width that it is given, whatever is put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from p2pgame.engine import Drawing, Look, Row, Span

from .rows import cells, cut, filled, width_of

#: The cells beside what is in a box: an edge and a blank, twice.
SIDES = 4
#: The rows of a box besides what is in it.
EDGES = 2
#: The cells of a page with little in it, so that it does not grow and shrink.
USUAL = 52


def clipped(row: Row, width: int) -> Row:
    """Return a row in at most so many cells, with an ellipsis if it is longer."""
    spans, room = list[Span](), width
    for at, (text, style) in enumerate(row):
        if cells(text) > room or (cells(text) == room and width_of([row[at + 1 :]])):
            return (*spans, Span(cut(text + " …", room), style)) if room > 0 else ()
        spans.append(Span(text, style))
        room -= cells(text)
    return tuple(spans)


def fitted(row: Row, width: int) -> Row:
    """Return a row in exactly so many cells."""
    return filled(clipped(row, width), width)


def centred(row: Row, width: int) -> Row:
    """Return a row in exactly so many cells, with blanks on both sides."""
    row = clipped(row, width)
    left = (width - width_of([row])) // 2
    return fitted((Span(" " * left), *row) if left else row, width)


def apart(left: Row, right: Row, width: int) -> Row:
    """Return a row of so many cells with one part on the left, the other on the right.

    What is on the right is cut last.
    """
    right = clipped(right, width)
    return (*fitted(left, width - width_of([right])), *right)


def joined(rows: Sequence[Row], gap: str, style: str = "") -> Row:
    """Return rows as one, with ``gap`` between those that aren't empty."""
    spans = list[Span]()
    for row in filter(None, rows):
        spans += [Span(gap, style), *row] if spans else row
    return tuple(spans)


def restyled(rows: Sequence[Row], style: str) -> Drawing:
    """Return rows with all of their text in one style."""
    return tuple(tuple(Span(span.text, style) for span in row) for row in rows)


def columns(parts: Sequence[Drawing], gap: int = 1) -> Drawing:
    """Return drawings side by side, all from the top."""
    widths = [*map(width_of, parts)]
    space = (Span(" " * gap),)
    return tuple(
        joined([fitted(r, w) for r, w in zip(row, widths, strict=True)], space[0].text)
        for row in zip_longest(*parts, fillvalue=())
    )


def box(
    rows: Sequence[Row],
    width: int,
    *,
    head: Row = (),
    tail: Row = (),
    foot: Row = (),
    style: str = "frame",
) -> Drawing:
    """Return the rows in a box of so many cells.

    ``head`` stands in its upper edge on the left, ``tail`` there on the right, and
    ``foot`` in its lower edge.
    """
    side, blank = Span("│", style), Span(" ")
    body = ((side, blank, *fitted(row, width - SIDES), blank, side) for row in rows)
    return (
        _edge("╭╮", head, tail, width, style),
        *body,
        _edge("╰╯", (), foot, width, style),
    )


def page(
    look: Look, rows: Sequence[Row], *, head: Row = (), tail: Row = (), foot: Row = ()
) -> Drawing:
    """Return a whole drawing: the rows, as one block, in the middle of a box.

    What does not fit is cut, from the right and from below.
    """
    across = width_of(rows)
    titles = width_of([(*head, *tail)]) + 4
    wanted = max(across + SIDES, titles + SIDES, width_of([foot]) + 2 + SIDES, USUAL)
    width = min(wanted, look.width)
    left = (Span(" " * max((width - SIDES - across) // 2, 0)),)
    inner = [(*left, *row) for row in rows[: max(look.height - EDGES, 0)]]
    whole = box(inner, width, head=head, tail=tail, foot=foot)
    return whole[: look.height]


def inside(look: Look) -> tuple[int, int]:
    """Return how many cells, and how many rows, there are inside of a page."""
    return look.width - SIDES, look.height - EDGES


def _edge(corners: str, head: Row, tail: Row, width: int, style: str) -> Row:
    tail = clipped(tail, width - 6)
    last = (Span(" "), *tail, Span(" ")) if tail else ()
    head = clipped(head, width - 6 - width_of([last]))
    first = (Span(" "), *head, Span(" ")) if head else ()
    line = "─" * (width - SIDES - width_of([first]) - width_of([last]))
    start, end = Span(f"{corners[0]}─", style), Span(f"─{corners[1]}", style)
    return (start, *first, Span(line, style), *last, end)
