"""Checkers is drawn from the side of whoever looks, with the names to type."""

from __future__ import annotations

from p2pgame.engine import Chosen, Options, advance
from p2pgame.games.checkers import Checkers
from tests.games.drawn import draw, look, shown, styled

GAME = Checkers()


def test_free_squares_have_their_names_and_the_last_move_is_marked() -> None:
    first = GAME.setup(2, Options())
    before = advance(GAME, first, Chosen(0, "c3-d4")).state
    state = advance(GAME, before, Chosen(1, "f6-e5")).state
    drawing = draw("checkers", state, look(0, 60, 14), before=before)
    assert shown(drawing) == MUST_TAKE
    assert styled(drawing, "last-move") == ["[ ]", "[○]"]
    assert styled(drawing, "to-move") == ["▸", "Ann", "must take"]


def test_white_sees_the_piece_that_must_go_on() -> None:
    state = GAME.position(2, Options(), "W:WK13:B1,9,10,K32")
    (jump, *_) = GAME.turn(state).moves  # type: ignore[union-attr]
    after = advance(GAME, state, Chosen(1, str(jump))).state
    drawing = draw("checkers", after, look(1, 40, 16), before=state)
    assert shown(drawing) == GOES_ON


def test_letters_stand_for_pieces_where_there_are_no_signs() -> None:
    state = GAME.position(2, Options(), "B:W21,K29:B1,K12")
    text = shown(draw("checkers", state, look(None, 60, 14, symbols=False)))
    assert text.isascii() or not {*text} & {*"●○♚♔"}
    for letter in "bBwW":
        assert f" {letter} " in text


def test_a_coming_draw_is_told() -> None:
    state = GAME.setup(2, Options())
    assert "quiet" not in shown(draw("checkers", state, look(0, 60, 14)))
    late = type(state)("B" + "." * 30 + "W", 0, -1, 75)
    text = shown(draw("checkers", late, look(0, 60, 14)))
    assert "a draw after 5 more q" in text


MUST_TAKE = """
  ╭────────────────────────╮    Ben
8 │    ○     ○     ○     ○ │    ○ White
7 │ ○     ○     ○     ○    │    12 left
6 │    ○     ○    [ ]    ○ │
5 │a5    c5    [○]   g5    │
4 │   b4     ●    f4    h4 │
3 │ ●    c3     ●     ●    │
2 │    ●     ●     ●     ● │
1 │ ●     ●     ●     ●    │  ▸ Ann (you)
  ╰────────────────────────╯    ● Black · must take
    a  b  c  d  e  f  g  h      12 left
"""
GOES_ON = """
  Ann · ● Black · 3 left · ♚ 1
  ╭────────────────────────╮
1 │    ●    e1    c1    a1 │
2 │h2    ›♔›   d2    b2    │
3 │   [ ]    ●    c3    a3 │
4 │[ ]   f4    d4    b4    │
5 │   g5    e5    c5    a5 │
6 │h6    f6    d6    b6    │
7 │   g7    e7    c7    a7 │
8 │h8    f8    d8     ♚    │
  ╰────────────────────────╯
    h  g  f  e  d  c  b  a
▸ Ben (you) · ○ White · goes on from f2…
"""
