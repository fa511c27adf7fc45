"""A drawing is a small rectangle of marks: the grid of a puzzle, or a piece.

A cell is a number: 0 … width − 1 in the top row from left to right, then on in the
row below.  Its name is the letter of its column and the number of its row: ``c1`` is
the third cell of the top row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p2pgame.engine import State

MAX_SIDE = 15
FREE = "."
WALL = "#"
_LETTERS = "abcdefghijklmno"


def is_letter(mark: str) -> bool:
    """Return whether ``mark`` names an item: a capital letter."""
    return "A" <= mark <= "Z"


class Drawing(State, frozen=True):
    """A rectangular drawing; all ``rows`` have the same length."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def __len__(self) -> int:
        return self.width * self.height

    def __getitem__(self, cell: int) -> str:
        row, column = divmod(cell, self.width)
        return self.rows[row][column]

    def cells(self, marks: str) -> tuple[int, ...]:
        """Return the cells with one of ``marks``, in ascending order."""
        return tuple(cell for cell in range(len(self)) if self[cell] in marks)

    def letters(self) -> tuple[str, ...]:
        """Return the capital letters in the drawing, in alphabetical order."""
        return tuple(
            sorted({mark for row in self.rows for mark in row if is_letter(mark)})
        )

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the cells beside ``cell``, walls too, in ascending order."""
        row, column = divmod(cell, self.width)
        near = (
            *((cell - self.width,) if row else ()),
            *((cell - 1,) if column else ()),
            *((cell + 1,) if column + 1 < self.width else ()),
            *((cell + self.width,) if row + 1 < self.height else ()),
        )
        return near

    def name(self, cell: int) -> str:
        """Return the name of ``cell``, such as ``c1``."""
        row, column = divmod(cell, self.width)
        return f"{_LETTERS[column]}{row + 1}"

    def cell(self, name: str) -> int | None:
        """Return the cell with this name, or None."""
        column, row = _LETTERS.find(name[:1]), name[1:]
        if not name or not 0 <= column < self.width:
            return None
        is_number = row.isascii() and row.isdecimal() and row[0] != "0"
        if not is_number or len(row) > 2 or int(row) > self.height:
            return None
        return (int(row) - 1) * self.width + column

    def connected(self, cells: Sequence[int]) -> bool:
        """Return whether ``cells`` are connected by shared sides."""
        rest = {*cells}
        walk = [rest.pop()] if rest else []
        while walk:
            near = rest.intersection(self.neighbours(walk.pop()))
            rest -= near
            walk.extend(near)
        return not rest

    def marked(self, marks: Mapping[int, str]) -> Drawing:
        """Return the drawing with new marks in some cells."""
        drawn = [marks.get(cell, self[cell]) for cell in range(len(self))]
        return Drawing.of(drawn, self.width)

    @staticmethod
    def of(marks: Sequence[str], width: int) -> Drawing:
        """Return the drawing of these marks, row by row."""
        return Drawing(
            tuple(
                "".join(marks[first : first + width])
                for first in range(0, len(marks), width)
            )
        )

    def show(self, marks: Callable[[int], str]) -> str:
        """Return ``marks`` as text, with letters above and row numbers beside."""
        wide = len(str(self.height))
        head = " ".join(["".rjust(wide), *_LETTERS[: self.width]])
        lines = [head]
        for row in range(self.height):
            first = row * self.width
            drawn = (marks(cell) for cell in range(first, first + self.width))
            lines.append(" ".join([str(row + 1).rjust(wide), *drawn]))
        return "\n".join(lines)
