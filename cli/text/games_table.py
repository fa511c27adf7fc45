"""Lays the list of games out: a table, or lines where there is no room for one."""

from __future__ import annotations

from typing import NamedTuple

from p2pgame.tabletop.drawn.rows import cells

from .columns import columns
from .words import phrase
from .wrapping import wrapped

#: Cells between two columns, and the fewest in which a column of words is read.
_GAP, _LEAST = 2, 20


class Line(NamedTuple):
    """What is said of a game."""

    title: str
    players: str
    minutes: str
    short: str


def table(lines: list[Line], width: int) -> list[str]:
    """Return a table in so many cells, or where that is too few a list.

    In the table the last column goes on below itself.
    """
    heads = ("games-game", "games-players", "games-minutes", "games-what")
    head = Line(*map(phrase, heads))
    lines = [head, *lines]
    left = columns([line[:3] for line in lines], 3)
    margin = max(map(cells, left)) + _GAP
    if margin + _LEAST > width:
        return [row for line in lines[1:] for row in _listed(head, line, width)]
    rows = []
    for start, line in zip(left, lines, strict=True):
        first, *others = wrapped(line.short, width - margin)
        rows.append(f"{start}{' ' * (margin - cells(start))}{first}".rstrip())
        rows += [" " * margin + one for one in others]
    return rows


def _listed(head: Line, line: Line, width: int) -> list[str]:
    """Return a game in lines of its own."""
    facts = zip(head[1:3], line[1:3], strict=True)
    told = [f"{name} {fact}" for name, fact in facts if fact]
    return wrapped(f"{line.title}\n  {' · '.join([*told, line.short])}", width)
