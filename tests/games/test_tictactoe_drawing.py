"""Tic-tac-toe is drawn large, and as small as one needs it."""

from __future__ import annotations

from p2pgame.games.tictactoe import Board
from tests.games.drawn import draw, look, shown, styled

#: X in 1 and 5, O in 3.
STATE = Board(0b000010001, 0b000000100)
#: X has the diagonal 1 5 9.
WON = Board(0b100010001, 0b000000110)


def test_free_cells_have_the_number_to_type() -> None:
    drawing = draw("tictactoe", STATE, look(1, 60, 14))
    assert shown(drawing) == LARGE
    assert styled(drawing, "to-move") == ["▸", "Ben", "to move"]


def test_little_room_makes_small_marks() -> None:
    assert shown(draw("tictactoe", STATE, look(None, 24, 8))) == SMALL


def test_a_line_is_good_for_one_and_bad_for_the_other() -> None:
    won = draw("tictactoe", WON, look(0, 24, 8))
    lost = draw("tictactoe", WON, look(1, 24, 8))
    assert styled(won, "good") == ["won", "X", "X", "X", "lost"]
    assert styled(lost, "bad") == ["won", "X", "X", "X", "lost"]


def test_the_last_mark_is_set_off() -> None:
    before = Board(STATE.x, 0)
    drawing = draw("tictactoe", STATE, look(0, 24, 8), before=before)
    assert styled(drawing, "last-move") == ["O"]


LARGE = """
  ╲ ╱  │       │  ╭─╮      Ann
   ╳   │   2   │  │ │      X
  ╱ ╲  │       │  ╰─╯
───────┼───────┼───────
       │  ╲ ╱  │
   4   │   ╳   │   6
       │  ╱ ╲  │
───────┼───────┼───────
       │       │
   7   │   8   │   9     ▸ Ben (you)
       │       │           O · to move
"""
SMALL = """
  Ann · X
  X  │  2  │  O
─────┼─────┼─────
  4  │  X  │  6
─────┼─────┼─────
  7  │  8  │  9
▸ Ben · O · to move
"""
