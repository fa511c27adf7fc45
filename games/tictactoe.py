"""Tic-tac-toe: two players, nine cells, three in a row.

The cells are numbered as they are read, 1 2 3 in the top row to 7 8 9 at the
bottom.  Player 0 writes X and begins; who first has three of a row, column or
diagonal wins 1 from the other; a full board without a line is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Chosen, Event, Game, Options, Over, State, Turn

MARKS = "XO"
FREE = "."
LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


class Board(State, frozen=True):
    """``cells`` is read like a page: nine of ``X``, ``O`` and ``.``."""

    cells: str = FREE * 9


class TicTacToe(Game[Board, Options]):
    name = "tictactoe"
    version = 1
    seats = range(2, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        for a, b, c in LINES:
            if state.cells[a] == state.cells[b] == state.cells[c] != FREE:
                return Over((1, -1) if state.cells[a] == MARKS[0] else (-1, 1))
        free = tuple(str(n + 1) for n, mark in enumerate(state.cells) if mark == FREE)
        return Choose(_player(state), free) if free else Over((0, 0))

    def apply(self, state: Board, event: Event) -> Board:
        match event:
            case Chosen(player, move):
                cell = int(move) - 1
                mark, cells = MARKS[player], state.cells
                return Board(cells[:cell] + mark + cells[cell + 1 :])
        raise AssertionError(event)

    def show(self, state: Board, faces: Mapping[int, str]) -> str:
        seen = [
            str(n + 1) if mark == FREE else mark for n, mark in enumerate(state.cells)
        ]
        rows = (" ".join(seen[row : row + 3]) for row in (0, 3, 6))
        return "\n".join(rows)

    def tell(self, state: Board, event: Event) -> str | None:
        match event:
            case Chosen(player, move):
                return f"player {player} writes {MARKS[player]} in {move}"
        return None


def _player(state: Board) -> int:
    return (9 - state.cells.count(FREE)) % 2
