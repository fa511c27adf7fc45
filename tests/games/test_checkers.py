"""Checkers has the published numbers, and each rule holds on a board made for it."""

from __future__ import annotations

import random

import msgspec
import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Expired,
    IllegalMove,
    Options,
    Over,
    advance,
    start,
)
from p2pgame.games.checkers import CLAIM, QUIET, Board, Checkers, PastBoard
from p2pgame.games.checkers_1 import Checkers1
from p2pgame.games.registry import KNOWN
from p2pgame.playtest.perft import perft
from p2pgame.session.table.verify import verify
from tests.archiving import Whole
from tests.english import english, refusing

GAME = Checkers()
START = start(GAME, 2, Options()).state


def position(text: str) -> Board:
    return GAME.position(2, Options(), text)


def on(colour: str, black: str, white: str) -> Board:
    """Return the board with these pieces, such as ``Kc3`` or ``d4``."""

    def numbers(pieces: str) -> str:
        return ",".join(
            f"{piece[:-2]}{4 * int(piece[-1]) - 3 + (104 - ord(piece[-2])) // 2}"
            for piece in pieces.split()
        )

    return position(f"{colour}:W{numbers(white)}:B{numbers(black)}")


def after(state: Board, *moves: str) -> Board:
    for move in moves:
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        state = advance(GAME, state, Chosen(turn.player, move)).state
    return state


def moves(state: Board) -> set[str]:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    return {str(move) for move in turn.moves}


def whole_moves(state: Board, depth: int) -> int:
    """Count the sequences of ``depth`` moves; jumps in a row are one move."""
    match GAME.turn(state):
        case Choose(_, offers) if depth == 1 and "x" not in str(offers[0]):
            return len(offers)
        case Choose(player, offers):
            events = (Chosen(player, str(offer)) for offer in offers)
            nexts = [advance(GAME, state, event).state for event in events]
            left = [depth - (following.jumper < 0) for following in nexts]
            return sum(
                whole_moves(following, more) if more else 1
                for following, more in zip(nexts, left, strict=True)
            )
    return 0


def test_the_tree_from_the_start_has_the_published_size() -> None:
    """No line of six turns goes on after a double jump, so both counts agree.

    Source: Aart Bik, "Computer Checkers Page" (aartbik.com), perft 1 to 7.
    """
    published = [7, 49, 302, 1469, 7361, 36768]
    assert [perft(GAME, START, depth) for depth in range(1, 7)] == published
    assert [whole_moves(START, depth) for depth in range(1, 7)] == published


def test_from_the_seventh_level_a_double_jump_counts_as_one_move_or_two_turns() -> None:
    """Whole moves are as published; turn by turn the tree equals OpenSpiel's."""
    assert whole_moves(START, 7) == 179_740
    assert perft(GAME, START, 7) == 179_255


def test_black_begins_from_the_side_of_a1() -> None:
    assert GAME.turn(START) == Choose(
        0, ("g3-f4", "g3-h4", "e3-d4", "e3-f4", "c3-b4", "c3-d4", "a3-b4")
    )


def test_a_player_who_can_jump_must() -> None:
    assert moves(on("B", "c3 g1", "d4")) == {"c3xe5"}
    assert moves(on("W", "e5", "d6 a7")) == {"d6xf4"}


def test_which_jump_is_free_and_a_longer_one_is_not_better() -> None:
    state = on("B", "c3", "d4 d6 b4")
    assert moves(state) == {"c3xe5", "c3xa5"}
    assert moves(after(state, "c3xe5")) == {"e5xc7"}
    assert moves(after(state, "c3xa5")) == {"d4-c3", "d4-e3", "d6-c5", "d6-e5"}


def test_the_same_player_goes_on_with_the_same_piece_until_it_cannot() -> None:
    state = after(on("B", "c3 g3", "d4 d6 f4 h8"), "c3xe5")
    assert GAME.turn(state) == Choose(0, ("e5xc7",))
    assert GAME.turn(after(state, "e5xc7")) == Choose(1, ("f4xh2",))


def test_a_man_goes_and_jumps_forward_alone_and_a_king_both_ways() -> None:
    assert moves(on("B", "d4", "a7")) == {"d4-c5", "d4-e5"}
    assert moves(on("B", "Kd4", "a7")) == {"d4-c5", "d4-e5", "d4-c3", "d4-e3"}
    assert moves(on("B", "d4", "c3 a7")) == {"d4-c5", "d4-e5"}
    assert moves(on("B", "Kd4", "c3 a7")) == {"d4xb2"}


def test_a_man_that_reaches_the_far_row_is_crowned() -> None:
    state = after(on("B", "c7", "h8"), "c7-d8", "h8-g7")
    assert moves(state) == {"d8-c7", "d8-e7"}
    state = after(on("W", "Kh8", "d2"), "d2-c1", "h8-g7")
    assert moves(state) == {"c1-b2", "c1-d2"}


def test_a_man_crowned_by_a_jump_goes_on_no_more() -> None:
    state = after(on("B", "b6", "c7 e7 a3"), "b6xd8")
    assert GAME.turn(state) == Choose(1, ("a3-b2", "e7-d6", "e7-f6"))


def test_a_king_may_jump_round_and_over_where_it_began() -> None:
    state = on("B", "Kd2", "e3 e5 c5 c3")
    state = after(state, "d2xf4", "f4xd6", "d6xb4", "b4xd2")
    assert GAME.turn(state) == Over((1, -1))


def test_a_player_without_a_piece_or_a_move_has_lost() -> None:
    assert GAME.turn(on("W", "c3", "")) == Over((1, -1))
    assert GAME.turn(on("B", "", "c3")) == Over((-1, 1))
    assert GAME.turn(on("B", "a5", "b6 c7")) == Over((-1, 1))


def test_forty_moves_of_each_without_capture_or_man_moved_are_a_draw() -> None:
    state = on("B", "Kg1", "Kb8 a7")
    there = ("g1-f2", "b8-c7", "f2-g1", "c7-b8")
    state = after(state, *there * 20)
    assert (state.quiet, QUIET) == (80, 80)
    assert GAME.turn(state) == Over((0, 0))


#: Two kings that go to and fro; after four moves the position is the first again.
THERE = ("g1-f2", "b8-c7", "f2-g1", "c7-b8")


def test_a_draw_is_claimed_before_a_move_that_repeats_a_position_a_third_time() -> None:
    state = on("B", "Kg1", "Kb8 a7")
    state = after(state, *THERE, *THERE[:3])
    assert CLAIM in moves(state)
    assert CLAIM in moves(after(state, "c7-b8"))
    assert CLAIM not in moves(after(state, "c7-d8"))
    drawn = after(state, CLAIM)
    assert GAME.turn(drawn) == Over((0, 0))


def test_before_the_third_time_nothing_is_claimed() -> None:
    state = on("B", "Kg1", "Kb8 a7")
    assert all(
        CLAIM not in moves(after(state, *(THERE * 2)[:played])) for played in range(7)
    )
    reason = GAME.explain(state, 0, "Claim draw", {})
    assert reason is not None
    assert "no draw to claim" in english(reason.message)


def test_the_same_squares_with_the_other_player_to_move_are_another_position() -> None:
    state = after(on("B", "Kg1", "Kb8 a7"), *THERE, *THERE[:3])
    assert isinstance(state, PastBoard)
    turned = tuple(f"{key[:-1]}{1 - int(key[-1])}" for key in state.past)
    assert CLAIM in moves(state)
    assert CLAIM not in moves(msgspec.structs.replace(state, past=turned))


def test_after_a_capture_or_a_step_of_a_man_positions_are_new() -> None:
    state = after(on("B", "Kg1", "Kb8 a7"), *THERE, *THERE[:3])
    assert CLAIM in moves(state)
    stepped = after(state, "a7-b6", "g1-f2", "c7-b8")
    assert isinstance(stepped, PastBoard)
    assert len(stepped.past) == 2
    assert CLAIM not in moves(stepped)


def test_in_version_1_nobody_claims_a_draw() -> None:
    first = Checkers1()
    state = first.position(2, Options(), "B:WK32,28:BK1")
    for move in (THERE * 20)[:79]:
        turn = first.turn(state)
        assert isinstance(turn, Choose)
        assert CLAIM not in turn.moves
        state = advance(first, state, Chosen(turn.player, move)).state
    assert type(state) is Board


def test_a_step_of_a_man_and_a_capture_begin_the_count_again() -> None:
    quiet = msgspec.structs.replace(on("B", "Kg1 c3", "Kb8 f6"), quiet=79)
    assert isinstance(GAME.turn(after(quiet, "c3-d4")), Choose)
    assert GAME.turn(after(quiet, "g1-f2")) == Over((0, 0))
    taking = msgspec.structs.replace(on("B", "Kg1", "f2 f6"), quiet=79)
    assert isinstance(GAME.turn(after(taking, "g1xe3")), Choose)


def test_a_player_who_cannot_move_has_lost_even_at_the_fortieth_move() -> None:
    stuck = msgspec.structs.replace(on("B", "a5", "b6 c7"), quiet=QUIET)
    assert GAME.turn(stuck) == Over((-1, 1))


def test_a_move_that_is_not_possible_is_refused_with_those_that_are() -> None:
    with refusing(IllegalMove, match="'g1-f2' is not possible now, but: c3xe5"):
        after(on("B", "c3 g1", "d4"), "g1-f2")
    with refusing(IllegalMove, match="player 1 is not to move now"):
        advance(GAME, START, Chosen(1, "c3-d4"))


def test_a_position_is_read_in_the_notation_of_draughts() -> None:
    """The opening 11-15 23-19 is our c3-d4, d6-e5."""
    men = "1,2,3,4,5,6,7,8,9,10,12,15"
    text = f"B:W18,21,22,24,25,26,27,28,29,30,31,32:B{men}."
    assert position(text) == after(START, "c3-d4", "d6-e5")
    kings = position("W:B1,K2:WK31,32")
    assert (kings.player, kings.squares.replace(".", "")) == (1, "bBWw")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "no position"),
        ("B:W1:W2", "no position"),
        ("start", "no position"),
        ("B:W33:B1", "'33' is no square"),
        ("B:W0:B1", "'0' is no square"),
        ("B:WKK9:B1", "'KK9' is no square"),
        ("B:W021:B1", "'021' is no square"),
        ("B:W9:BK9", "two pieces on 9"),
        ("B:W4:B9", "a man cannot be on 4"),
        ("B:W9:B29", "a man cannot be on 29"),
    ],
)
def test_a_false_position_is_refused_in_a_sentence(text: str, wrong: str) -> None:
    with refusing(ValueError, match=wrong):
        position(text)


def test_the_effect_of_a_move_is_told() -> None:
    def told(state: Board, move: str) -> str:
        return english(GAME.tell(state, Chosen(state.player, move)))

    assert told(START, "c3-d4") == "player 0 moves c3-d4"
    assert told(on("B", "c3", "d4 d6"), "c3xe5") == (
        "player 0 takes c3xe5 and must go on"
    )
    assert told(on("W", "c3", "d2 b4"), "d2-e1") == (
        "player 1 moves d2-e1 and is crowned"
    )
    assert GAME.tell(START, Expired(0)) is None


def test_every_random_game_ends() -> None:
    for seed in range(50):
        rng, state, length = random.Random(seed), START, 0
        while isinstance(turn := GAME.turn(state), Choose):
            state = after(state, str(rng.choice(turn.moves)))
            length += 1
        assert isinstance(turn, Over)
        assert length < 1000


def test_the_board_is_shown_with_its_coordinates() -> None:
    assert GAME.show(START, {}) == "\n".join(
        (
            "  a b c d e f g h",
            "8   w   w   w   w",
            "7 w   w   w   w",
            "6   w   w   w   w",
            "5 .   .   .   .",
            "4   .   .   .   .",
            "3 b   b   b   b",
            "2   b   b   b   b",
            "1 b   b   b   b",
            "  a b c d e f g h",
            "black b, kings B, 12 left: player 0",
            "white w, kings W, 12 left: player 1",
        )
    )


def test_a_piece_that_must_go_on_is_named() -> None:
    text = GAME.show(after(on("B", "c3", "d4 d6"), "c3xe5"), {})
    assert text.endswith(
        "black b, kings B, 1 left, goes on from e5: player 0\n"
        "white w, kings W, 1 left: player 1"
    )


def test_both_players_may_agree_on_a_draw() -> None:
    file = Whole("checkers@2", 2).agreeing("draw", 4)()
    assert verify(file, KNOWN).payoffs == (0, 0)
