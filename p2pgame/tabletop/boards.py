"""This module numbers and names places, and builds boards from them.

A state holds numbers.  :class:`Labels` names the legal numbers of a field, a phase
or a colour.  :class:`Grid` numbers the cells of a board of any dimension.  A board
with at most one token per cell is a sized stack with one place per cell.  If
several tokens may share a cell, each player has such a stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt, prod

from .stacks import Stack, sized


@dataclass(frozen=True, slots=True)
class Labels:
    """The legal values of a field, from 0 on, with their names.

    Raises:
      ValueError: Two values have one name.
    """

    name: str
    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        if len({*self.texts}) != len(self.texts):
            raise ValueError(f"two values of {self.name} have one name")

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.texts)))

    def __contains__(self, value: int) -> bool:
        return 0 <= value < len(self.texts)

    def text(self, value: int) -> str:
        """Return the name of a value.

        Raises:
          ValueError: The value is not legal.
        """
        if value not in self:
            raise ValueError(f"{value} is no {self.name}, only 0 to {len(self) - 1}")
        return self.texts[value]

    def value(self, text: str) -> int:
        """Return the value with this name.

        Raises:
          ValueError: There is none.
        """
        if text not in self.texts:
            raise ValueError(f"{text!r} is no {self.name}: {', '.join(self.texts)}")
        return self.texts.index(text)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a board, numbered row by row: the last coordinate runs fastest.

    In three rows of three, cell 3 begins the second row: it is (1, 0).

    Raises:
      ValueError: A side is shorter than 1.
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.sizes or min(self.sizes) < 1:
            raise ValueError(f"a grid has sides of 1 or more, not {self.sizes}")

    def __len__(self) -> int:
        return prod(self.sizes)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, at: tuple[int, ...]) -> bool:
        """Whether these coordinates are on the board."""
        return len(at) == len(self.sizes) and all(
            0 <= here < size for here, size in zip(at, self.sizes, strict=True)
        )

    def cell(self, *at: int) -> int:
        """Return the number of the cell with these coordinates.

        Raises:
          ValueError: They are not on the board.

        Example:
          >>> Grid((3, 3)).cell(1, 0)
          3
        """
        if at not in self:
            raise ValueError(f"{at} is not on a board of {self.sizes}")
        cell = 0
        for here, size in zip(at, self.sizes, strict=True):
            cell = cell * size + here
        return cell

    def at(self, cell: int) -> tuple[int, ...]:
        """Return the coordinates of a cell.

        Raises:
          ValueError: There is no such cell.

        Example:
          >>> Grid((2, 3)).at(3)
          (1, 0)
        """
        if not 0 <= cell < len(self):
            raise ValueError(f"a board of {self.sizes} has no cell {cell}")
        found: tuple[int, ...] = ()
        for size in reversed(self.sizes):
            cell, here = divmod(cell, size)
            found = (here, *found)
        return found

    def labels(self, name: str) -> Labels:
        """Return labels for the cells: ``1,0`` for the cell (1, 0)."""
        return Labels(name, tuple(",".join(map(str, self.at(c))) for c in self))


def board(deck: str, grid: Grid) -> Stack:
    """Return an empty board: a sized stack with a place for each cell."""
    return sized(deck, len(grid))


def picture(marks: Sequence[str], columns: int | None = None) -> str:
    """Return the cells of a board as text, with ``columns`` cells in a row.

    By default the picture is as square as possible.  All cells are as wide as the
    widest mark; the last row may be shorter.

    Example:
      >>> print(picture(["1", "cat", "3", "4"]))
        1 cat
        3   4
    """
    columns = columns or isqrt(max(len(marks) - 1, 0)) + 1
    width = max(map(len, marks), default=0)
    rows = (marks[start : start + columns] for start in range(0, len(marks), columns))
    lines = (" ".join(mark.rjust(width) for mark in row) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
