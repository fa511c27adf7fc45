"""Tic-tac-toe, version 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ..states import Field
from ..turns import Choose, Event, Over, Turn
from .simple import Simple

State: TypeAlias = tuple[int, int]

ROWS = ("123", "456", "789", "147", "258", "369", "159", "357")
LINES = [sum(1 << (int(cell) - 1) for cell in row) for row in ROWS]


class Tictactoe(Simple[State]):
    name = "tictactoe"

    def start(self, seats: int, options: Mapping[str, object]) -> State | None:
        return (0, 0) if seats == 2 and not options else None

    def may_draw(self, state: State) -> bool:
        return True

    def fields(self, state: State) -> Sequence[Field]:
        return state

    def turn(self, state: State) -> Turn:
        x, o = state
        if any(x & line == line for line in LINES):
            return Over((1, -1))
        if any(o & line == line for line in LINES):
            return Over((-1, 1))
        free = [cell for cell in range(9) if not (x | o) >> cell & 1]
        if not free:
            return Over((0, 0))
        player = (x | o).bit_count() % 2
        return Choose(player, tuple(str(cell + 1) for cell in free))

    def apply(self, state: State, event: Event) -> State:
        x, o = state
        player, move = event.values
        mark = 1 << (int(str(move)) - 1)
        return (x | mark, o) if player == 0 else (x, o | mark)
