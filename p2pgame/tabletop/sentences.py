"""Puts places, things and numbers into sentences that are read aloud.

A listener keeps the last words best, and hears no columns: so a list names its kind
first, and has "and" before its last item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from p2pgame.engine import Message, SeatName, plain
from p2pgame.engine.scene import Piece

from .drawing import WALL, Drawing

#: The shapes of pieces, in the order in which they are told.
SHAPES = ("king", "queen", "rook", "bishop", "knight", "pawn", "man", "crowned")
#: So many numbers in a row, or more, are told as a range.
_TOGETHER = 3


def enumerated(*items: str | SeatName | Message) -> Message:
    """Return items as in "a1, b2 and c3"; there is at least one."""
    parts = [plain(one) if isinstance(one, str) else one for one in items]
    if len(parts) == 1:
        return Message.of("list", items=(parts[0],))
    most = Message.of("list", items=tuple(parts[:-1]))
    return Message.of("and-last", most=most, last=parts[-1])


def shape_told(shape: str, count: int) -> Message:
    """Return so many pieces of a shape, as in "pawns"."""
    return Message.of("board-shape", shape=shape, count=count)


def shapes_told(pieces: Sequence[Piece]) -> Message:
    """Return pieces, of which there is one, by their shapes: "2 pawns and 1 rook"."""
    counts = Counter(piece.shape for piece in pieces)
    told = (
        Message.of("board-counted", count=count, men=shape_told(shape, count))
        for shape in SHAPES
        if (count := counts[shape])
    )
    return enumerated(*told)


def numbered(numbers: Sequence[int]) -> Message:
    """Return rising numbers, of which there is one: "1 to 4, 6 and 7"."""
    return enumerated(*_runs(numbers))


def runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of rising numbers without a gap."""
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] > numbers[end - 1] + 1:
            yield numbers[start], numbers[end - 1]
            start = end


def _runs(numbers: Sequence[int]) -> Iterator[str | Message]:
    for low, high in runs(numbers):
        if high - low + 1 >= _TOGETHER:
            yield Message.of("number-range", low=low, high=high)
        else:
            yield from map(str, range(low, high + 1))


def cells_named(grid: Drawing, cells: Sequence[int]) -> Message:
    """Return cells of a grid by their names."""
    return enumerated(*map(grid.name, cells))


def grid_told(grid: Drawing) -> tuple[Message, ...]:
    """Return how large a grid is, and where its walls are."""
    last = grid.name(len(grid) - 1)
    size = Message.of("grid-size", column=last[0], row=int(last[1:]))
    walls = grid.cells(WALL)
    if not walls:
        return (size,)
    return size, Message.of("grid-walls", cells=cells_named(grid, walls))
