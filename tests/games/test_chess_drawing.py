"""Chess is drawn from the side of whoever looks, with all that its words say."""

from __future__ import annotations

import pytest

from p2pgame.engine import Chosen, State, advance
from tests.games.drawn import draw, look, shown, styled

pytest.importorskip("chess")

from p2pgame.games.chess.chess import Chess, ChessOptions, Position

GAME = Chess()
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
RUY_LOPEZ = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6")


def after(*moves: str) -> tuple[Position, Position]:
    """Return the states before and after the last of these moves."""
    before = state = GAME.setup(2, ChessOptions())
    for move in moves:
        player = 0 if state.fen.split()[1] == "w" else 1
        before, state = state, advance(GAME, state, Chosen(player, move)).state
    return before, state


def position(fen: str) -> State:
    return GAME.position(2, ChessOptions(), fen)


def test_white_sees_the_board_from_below_with_the_last_move_and_what_was_taken() -> (
    None
):
    before, state = after(*RUY_LOPEZ)
    drawing = draw("chess", state, look(0, 60, 14), before=before)
    assert shown(drawing) == WHITE
    assert styled(drawing, "last-move") == ["[♗]", "[ ]"]
    assert styled(drawing, "to-move") == ["▸", "Ben", "to move"]


def test_black_sees_the_board_from_above_in_letters_if_there_are_no_signs() -> None:
    before, state = after(*RUY_LOPEZ)
    drawing = draw("chess", state, look(1, 40, 15, symbols=False), before=before)
    assert shown(drawing) == BLACK_IN_LETTERS


def test_the_king_in_check_is_marked_and_the_end_is_told() -> None:
    drawing = draw("chess", position(MATE), look(0, 60, 14))
    assert shown(drawing) == MATED
    assert styled(drawing, "bad") == ["won", "!♔!", "lost"]


def test_a_quiet_move_is_marked_though_no_earlier_state_is_known() -> None:
    """The rules keep the positions since the last capture or pawn move."""
    _, state = after("g1f3")
    drawing = draw("chess", state, look(None, 60, 14))
    assert styled(drawing, "last-move") == ["[♘]", "[·]"]
    _, state = after("e2e4")
    assert not styled(draw("chess", state, look(None, 60, 14)), "last-move")


def test_a_draw_that_is_offered_is_told_at_the_name() -> None:
    _, state = after("e2e4", "e7e5", "offer draw")
    text = shown(draw("chess", state, look(1, 60, 14)))
    assert "♔ White · to move\n" in text
    assert "offers a draw\n" in text


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (("e2e4", "resign"), "resignation"),
        (("e2e4", "e7e5", "resign"), "resignation"),
        (("e2e4", "offer draw", "e7e5", "accept draw"), "draw by agreement"),
    ],
)
def test_how_a_game_has_ended_is_told(moves: tuple[str, ...], told: str) -> None:
    _, state = after(*moves)
    assert told in shown(draw("chess", state, look(None, 60, 14)))


def test_in_colours_all_pieces_are_filled_and_no_sign_stands_beside_them() -> None:
    before, state = after(*RUY_LOPEZ)
    drawing = draw("chess", state, look(0, 60, 14, coloured=True), before=before)
    assert {*"".join(styled(drawing, "first-piece"))} == {*"♜♞♝♛♚♟"}
    assert styled(drawing, "last-move") == ["♝"]


WHITE = """
  ╭────────────────────────╮  ▸ Ben
8 │ ♜  ·  ♝  ♛  ♚  ♝  ♞  ♜ │    ♚ Black · to move
7 │ ·  ♟  ♟  ♟  ·  ♟  ♟  ♟ │
6 │ ♟  · [♗] ·     ·     · │
5 │ · [ ] ·     ♟     ·    │    move 4
4 │    ·     ·  ♙  ·     · │
3 │ ·     ·     ·  ♘  ·    │
2 │ ♙  ♙  ♙  ♙     ♙  ♙  ♙ │
1 │ ♖  ♘  ♗  ♕  ♔     ·  ♖ │    Ann (you)
  ╰────────────────────────╯    ♔ White
    a  b  c  d  e  f  g  h      ♞ +3
"""
BLACK_IN_LETTERS = """
  Ann · K White · n +3
  ╭────────────────────────╮
1 │ R  ·     K  Q  B  N  R │
2 │ P  P  P     P  P  P  P │
3 │    ·  N  ·     ·     · │
4 │ ·     ·  P  ·     ·    │
5 │    ·     p     · [ ] · │
6 │ ·     ·     · [B] ·  p │
7 │ p  p  p  ·  p  p  p  · │
8 │ r  n  b  k  q  b  ·  r │
  ╰────────────────────────╯
    h  g  f  e  d  c  b  a
▸ Ben (you) · k Black · to move
  move 4
"""
MATED = """
  ╭────────────────────────╮    Ben
8 │ ♜  ♞  ♝  ·  ♚  ♝  ♞  ♜ │    ♚ Black · won
7 │ ♟  ♟  ♟  ♟  ·  ♟  ♟  ♟ │
6 │    ·     ·     ·     · │
5 │ ·     ·     ♟     ·    │    move 3
4 │    ·     ·     ·  ♙  ♛ │    checkmate
3 │ ·     ·     ·  ♙  ·    │
2 │ ♙  ♙  ♙  ♙  ♙  ·     ♙ │
1 │ ♖  ♘  ♗  ♕ !♔! ♗  ♘  ♖ │
  ╰────────────────────────╯    Ann (you)
    a  b  c  d  e  f  g  h      ♔ White · lost
"""
