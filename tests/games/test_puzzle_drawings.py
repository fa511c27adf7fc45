"""The puzzles draw their boards, what was done with each item, and what a redo does."""

from __future__ import annotations

from typing import Any

from p2pgame.engine import Chosen, advance
from p2pgame.games.registry import GAMES
from tests.games.drawn import draw, look, shown, styled


def after(name: str, level: str, *moves: str) -> Any:
    game = GAMES[name]
    state = game.setup(1, game.options(level=level))
    for move in moves:
        state = advance(game, state, Chosen(0, move)).state
    return state


def test_fill_has_the_grid_beside_the_pad_with_lines_around_the_blocks() -> None:
    state = after("fill", "first", "C c1", "A a1", "B c1", "undo A")
    drawing = draw("fill", state, look(0, 80, 20))
    assert shown(drawing) == FILL


def test_fill_is_drawn_without_lines_where_room_is_short() -> None:
    state = after("fill", "fifth", "C c1", "A e5")
    assert shown(draw("fill", state, look(0, 60, 14))) == FILL_COMPACT


def test_a_solved_puzzle_says_so_and_nobody_is_to_move() -> None:
    state = after("fold", "first", "A down", "A right", "B left", "B down")
    drawing = draw("fold", state, look(0, 60, 14))
    assert "solved" in styled(drawing, "good")
    assert not styled(drawing, "to-move")


def test_giving_up_is_told() -> None:
    for name in ("fill", "fold", "flow"):
        state = after(name, "first", "give up")
        text = shown(draw(name, state, look(0, 60, 14)))
        assert ("not solved" if name == "flow" else "given up") in text


def test_fold_shows_initial_shapes_as_capitals_and_the_past() -> None:
    state = after("fold", "second", "A left", "C up", "undo C", "B left")
    assert shown(draw("fold", state, look(0, 60, 14))) == FOLD


def test_flow_draws_lines_that_join_and_cross_on_bridges() -> None:
    across = ("B1 right", "B1 right", "B1 right")
    upright = ("D1 right", "C2 up", "C2 up", "C2 left", "C2 left", "C2 down")
    state = after("flow", "bridge", *across, *upright, "C1 up", "undo D1")
    assert shown(draw("flow", state, look(0, 60, 14))) == FLOW
    assert shown(draw("flow", state, look(0, 33, 9))) == FLOW_COMPACT


def test_what_an_undo_would_restore_is_told() -> None:
    state = after("flow", "first", "C1 right", "A2 up")
    drawing = draw("flow", state, look(0, 60, 14))
    assert "undo restores C1" in styled(drawing, "strong")


FILL = """
▸ Ann (you) · 3 of 12 cells filled
    a   b   c   d    ╭───╮           ╭───────╮
  ╭───────┬───────╮  │ A │           │ C   C │
1 │ ·   · │ B   B │  │   ╰───────╮   │       │
  │       ╰───╮   │  │ A   A   A │   │ C   C │
2 │ ·   ·   · │ B │  ╰───────────╯   ╰───╮   │
  │           ╰───┤                      │ C │
3 │ ·   ·   ·   · │                      ╰───╯
  ╰───────────────╯
A, redo a1, past ↶a1   B c1   C, redo c1
"""
FILL_COMPACT = """
▸ Ann (you) · 10 of 44 cells filled
  ╭─a─b─c─d─e─f─g╮  ╭ pad ─────────────────────────────────╮
1 │░░ · C C C ·░░│  │  B     D     E     F F F   G     H H │
2 │ · · · C C · ·│  │  B   D D D   E E           G G   H   │
3 │ · · · · · · ·│  │  B           E                   H   │
4 │ · · ·░░ · · ·│  │  B           E                       │
5 │ · · · · A A ·│  │                                      │
6 │ · · · · A A ·│  │  I I I   J J   K K                   │
7 │░░ · · · · A░░│  │  I I     J       K                   │
  ╰──────────────╯  ╰──────────────────────────────────────╯
A e5   C c1
"""
FOLD = """
▸ Ann (you) · 5 of 16 cells filled
    a   b   c   d    A left
  ╭───────────────╮  B left
1 │ ·   ·   ·   · │  C, redo up, past ↶up
  ├───────╮       │
2 │ a   A │ ·   · │
  ├───────╯       │
3 │ ·   ·   ·   · │
  │   ╭───────┬───┤
4 │ · │ b   B │ C │
  ╰───┴───────┴───╯
"""
FLOW = """
▸ Ann (you) · 1 of 4 joined · 989 moves left
    a   b   c   d   e    no cell may be left free
  ╭───────────────────╮  B1 c2 d2 e2
1 │ ╭───────╮   ·   · │  C1 a2
  │ │       │         │  C2 c2 c1 b1 a1, redo a2
2 │ │   B1──│───────╴ │  D1, redo e3, past ↶e3
  │ │       │         │
3 │ C1  A1  C2  D1  · │
  │                   │
4 │ ·   ·   D2  ·   B2│
  │                   │
5 │ ·   ·   ·   ·   A2│
  ╰───────────────────╯
"""
FLOW_COMPACT = """
▸ Ann (you) · 1 of 4 joined · 98…
  ╭─a──b──c──d──e─╮
1 │ ╭─────╮  ·  · │
2 │ │  B1─│─────╴ │
3 │ C1 A1 C2 D1 · │
4 │ ·  ·  D2 ·  B2│
5 │ ·  ·  ·  ·  A2│
  ╰───────────────╯
no cell may be left free   …
"""
