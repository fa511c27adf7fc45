"""This module holds the lines of a flow puzzle, and finds conflicts and joins.

A line occupies *lanes*: a cell, and whether the line crosses it horizontally.  Only a
bridge has two lanes, one over the other; any other cell has one, called upright.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from string import ascii_uppercase
from typing import TypeAlias

from p2pgame.engine import Reason
from p2pgame.tabletop.drawing import FREE, MAX_SIDE, WALL, Drawing
from p2pgame.tabletop.puzzles.levels import LevelError, Section

BRIDGE = "+"

Line: TypeAlias = tuple[int, ...]
Lane: TypeAlias = tuple[int, bool]


def index(colour: int, half: int) -> int:
    """Return the item that is ``half`` 0 or 1 of ``colour``; the first colour is −1."""
    return 2 * (-colour - 1) + half


def colour(item: int) -> int:
    """Return the colour of an item, a negative number."""
    return -(item // 2) - 1


def partner(item: int) -> int:
    """Return the other item of the same colour."""
    return item ^ 1


def read(section: Section, side: int = MAX_SIDE) -> Drawing:
    """Return the grid of a section, which is at most ``side`` cells high and wide.

    Raises:
      LevelError: It is no puzzle.
    """
    grid = section.drawing(FREE + WALL + BRIDGE, letters=True, side=side)
    letters = grid.letters()
    if not letters:
        raise LevelError(section.line, "there is no letter to join with its like")
    for letter in letters:
        count = len(grid.cells(letter))
        if count != 2:
            wrong = f"the letter {letter} is there {count} times and not twice"
            raise LevelError(section.line, wrong)
    for cell in grid.cells(BRIDGE):
        near = grid.neighbours(cell)
        if len(near) < 4 or any(grid[each] == WALL for each in near):
            line, _ = section.rows[cell // grid.width]
            wrong = f"the bridge {grid.name(cell)} leads nowhere"
            raise LevelError(line, wrong)
    return grid


def clues(grid: Drawing) -> tuple[int, ...]:
    """Return the cell on which each item starts."""
    return tuple(sorted(grid.cells(ascii_uppercase), key=grid.__getitem__))


def names(grid: Drawing) -> tuple[str, ...]:
    """Return the name of each item: the lines of A are ``A1`` and ``A2``."""
    return tuple(f"{letter}{half}" for letter in grid.letters() for half in (1, 2))


@dataclass(frozen=True)
class Lines:
    """All lines of a position, each from its clue point to its head."""

    grid: Drawing
    lines: tuple[Line, ...]

    @cached_property
    def held(self) -> dict[Lane, tuple[int, int]]:
        """The item on each occupied lane, and the position along its line."""
        return {
            lane: (item, along)
            for item in range(len(self.lines))
            for along, lane in enumerate(self.lanes(item))
        }

    def lane(self, cell: int, before: int) -> Lane:
        """Return the lane of ``cell`` that is entered from ``before``."""
        return cell, self.grid[cell] == BRIDGE and abs(cell - before) == 1

    def lanes(self, item: int) -> Iterator[Lane]:
        line = self.lines[item]
        yield line[0], False
        for before, cell in pairwise(line):
            yield self.lane(cell, before)

    def with_cut(self, item: int, times: int) -> Lines:
        """Return the lines without the last cells of one line."""
        cut = (*self.lines[:item], self.lines[item][:-times], *self.lines[item + 1 :])
        return Lines(self.grid, cut)

    def why_not(self, item: int, cell: int) -> Reason | None:
        """Return why the line cannot go from its head to ``cell``, or None."""
        line, mark = self.lines[item], self.grid[cell]
        if mark == WALL:
            return Reason.of("wall", "flow-wall")
        if mark not in (FREE, BRIDGE):
            return Reason.of("clue", "flow-clue", point=mark)
        if not self._is_straight(item, cell):
            return Reason.of("straight", "flow-straight")
        if cell in line:
            return Reason.of("own-line", "flow-own-line")
        if mark == BRIDGE:
            other = self.held.get((cell, not self.lane(cell, line[-1])[1]))
            if other is not None and other[0] == partner(item):
                return Reason.of("bridge", "flow-bridge")
        return None

    def clash(self, item: int, cell: int) -> tuple[int, int] | None:
        """Return the item that must retreat from ``cell``, and how far, or None."""
        found = self.held.get(self.lane(cell, self.lines[item][-1]))
        if found is None:
            return None
        other, along = found
        return other, len(self.lines[other]) - along

    def around(self, item: int, cell: int) -> str:
        """Return the other lines on and beside ``cell``, which are the intensity."""
        found = []
        for near in (cell, *self.grid.neighbours(cell)):
            for across in (False, True):
                other, _ = self.held.get((near, across), (item, 0))
                if other != item:
                    found.append(f"{self.grid.name(near)}:{other}")
        return " ".join(found)

    def is_joined(self, item: int) -> bool:
        """Return whether the heads of ``item`` and its other half meet."""
        one, other = self.lines[item][-1], self.lines[partner(item)][-1]
        return (
            other in self.grid.neighbours(one)
            and self._is_straight(item, other)
            and self._is_straight(partner(item), one)
        )

    def is_solved(self, *, cover: bool) -> bool:
        """Return whether all letters are joined and, with ``cover``, all lanes used."""
        joined = all(map(self.is_joined, range(0, len(self.lines), 2)))
        return joined and (not cover or self.is_covered())

    def is_covered(self) -> bool:
        """Return whether every lane is occupied."""
        bridges = self.grid.cells(BRIDGE)
        lanes = [(cell, False) for cell in self.grid.cells(FREE + BRIDGE)]
        return all(lane in self.held for lane in lanes) and all(
            (cell, True) in self.held for cell in bridges
        )

    def mark(self, cell: int) -> str:
        """Return ``A`` for a point, ``a`` for its line, and a bridge by its lines."""
        upright, across = (self.held.get((cell, way)) for way in (False, True))
        if self.grid[cell] == BRIDGE:
            if upright is not None and across is not None:
                return "*"
            return "|" if upright is not None else "-" if across is not None else BRIDGE
        if upright is None or upright[1] == 0:
            return self.grid[cell]
        return self.grid.letters()[upright[0] // 2].lower()

    def is_possible(self) -> bool:
        """Return whether no lane has two lines, and no bridge two halves."""
        if sum(map(len, self.lines)) != len(self.held):
            return False
        pairs = (
            (self.held.get((cell, False)), self.held.get((cell, True)))
            for cell in self.grid.cells(BRIDGE)
        )
        return not any(a and b and colour(a[0]) == colour(b[0]) for a, b in pairs)

    def _is_straight(self, item: int, cell: int) -> bool:
        line = self.lines[item]
        head = line[-1]
        return self.grid[head] != BRIDGE or cell - head == head - line[-2]
