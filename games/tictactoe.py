"""Tic-tac-toe: two players, nine cells, three in a row.

The cells are numbered in reading order, 1 2 3 in the top row to 7 8 9 at the bottom.
The player in the first seat writes X and begins.  The first with three in a row,
column or diagonal wins 1 from the other; a full board without a line is a draw.
"""

from collections.abc import Mapping

from p2pgame.engine import Game, Message, Options, Reason, State
from p2pgame.engine.events import Chosen, Event
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Over, Turn

CELLS = tuple("123456789")
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


class Board(State, frozen=True):
    """The cells of each player; cell n is bit n − 1."""

    x: int = 0
    o: int = 0


def cells_of(mask: int) -> tuple[str, ...]:
    return tuple(cell for n, cell in enumerate(CELLS) if mask >> n & 1)


#: For each of the 512 sets of cells: whether it has a line, and its free cells.
HAS_LINE = tuple(any({*line} <= {*cells_of(m)} for line in LINES) for m in range(512))
FREE = tuple(cells_of(511 - mask) for mask in range(512))


class TicTacToe(Game[Board, Options]):
    name, version, seats, options = "tictactoe", 1, range(2, 3), Options
    draws = True
    seat_names = (Message.of("tictactoe-x"), Message.of("tictactoe-o"))

    def setup(self, seats: int, options: Options) -> Board:
        return Board()

    def turn(self, state: Board) -> Turn:
        if HAS_LINE[state.x] or HAS_LINE[state.o]:
            return Over((1, -1) if HAS_LINE[state.x] else (-1, 1))
        free = FREE[state.x | state.o]
        return Choose((9 - len(free)) % 2, free) if free else Over((0, 0))

    def apply(self, state: Board, event: Event) -> Board:
        assert isinstance(event, Chosen)
        bit = 1 << int(event.move) - 1
        x, o = (bit, 0) if event.player == 0 else (0, bit)
        return Board(state.x | x, state.o | o)

    def explain(
        self, state: Board, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if text not in CELLS:
            return None
        mark = "X" if text in cells_of(state.x) else "O"
        return Reason.of("taken", "tictactoe-taken", cell=text, mark=mark)

    def show(self, state: Board, faces: Mapping[int, str]) -> str:
        x, o = cells_of(state.x), cells_of(state.o)
        seen = ["X" if n in x else "O" if n in o else n for n in CELLS]
        return "\n".join(" ".join(seen[row : row + 3]) for row in (0, 3, 6))

    def scene(self, state: Board, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .tictactoe_scene import scene

        return scene(state)

    def tell(self, state: Board, event: Event) -> Message | None:
        assert isinstance(event, Chosen)
        mark, cell = "XO"[event.player], event.move
        return Message.by("tictactoe-writes", event.player, mark=mark, cell=cell)
