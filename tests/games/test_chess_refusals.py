"""A chess move that can't be made is refused with its reason, however it is typed."""

from __future__ import annotations

import pytest

from p2pgame.engine import Chosen, advance
from p2pgame.games.chess.chess import Chess, ChessOptions, Position
from tests.english import english
from tests.games.refused import refused

GAME = Chess()
START = GAME.setup(2, ChessOptions())
#: White may castle if it were not for the bishop on a6 and the knight on b1.
CASTLING = "rn1qk2r/pppp1ppp/b3pn2/8/4P3/5N2/PPPP1PPP/RN1QK2R w KQkq - 0 1"


def position(fen: str) -> Position:
    return GAME.position(2, ChessOptions(), fen)


@pytest.mark.parametrize(
    ("fen", "typed", "told"),
    [
        (
            CASTLING.replace("PPPP1PPP", "PPP2PPP"),
            "O-O",
            "O-O: the king would pass f1, which the bishop on a6 attacks.",
        ),
        (
            CASTLING.replace("PPPP1PPP", "PPP2PPP"),
            "e1g1",
            "O-O: the king would pass f1, which the bishop on a6 attacks.",
        ),
        (CASTLING, "0-0-0", "O-O-O: the knight on b1 is in the way."),
        (
            CASTLING.replace("KQkq", "Qkq"),
            "oo",
            "O-O: the king or that rook has moved already, or is not there.",
        ),
        (
            "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
            "castle",
            "O-O: the king is in check on e1, which the rook on e4 attacks.",
        ),
        (
            "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "O-O: the king would be in check on g1, which the rook on g8 attacks.",
        ),
        (
            "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
            "Nd5",
            "The knight on c3 is pinned: the bishop on b4 would take the king.",
        ),
        (
            "4k3/8/8/8/7q/8/3P4/4K3 w - - 0 1",
            "d2d4",
            "The king on e1 is in check by the queen on h4, and would stay so.",
        ),
        (
            "4k3/8/8/8/7q/8/3P4/4K3 w - - 0 1",
            "Kf2",
            "The king would be in check on f2, which the queen on h4 attacks.",
        ),
        (
            "7k/3P4/8/8/8/8/8/4K3 w - - 0 1",
            "d7d8",
            "Say what the pawn becomes: d8=Q for a queen, or =R, =B or =N.",
        ),
        (
            "6nk/5P2/8/8/8/8/8/4K3 w - - 0 1",
            "f7g8",
            "Say what the pawn becomes: fxg8=Q for a queen, or =R, =B or =N.",
        ),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "Ne4",
            "More than one knight can go there: Nce4 / Nge4.",
        ),
    ],
)
def test_a_move_that_the_king_or_the_rules_forbid_says_why(
    fen: str, typed: str, told: str
) -> None:
    assert refused(GAME, position(fen), 0, typed) == told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("e4e5", "There is no piece on e4."),
        ("e7e5", "The pawn on e7 is not yours."),
        ("a1a2", "Your own pawn is on a2."),
        ("a1a3", "The pawn on a2 is in the way."),
        ("Ra3", "No rook of yours can go to a3."),
        ("Qd5", "The pawn on d2 is in the way."),
        ("Qe5", "A queen does not go to e5 from there."),
        ("Nd2", "Your own pawn is on d2."),
        ("Nb5", "No knight of yours can go to b5."),
        ("e5", "No pawn of yours can go to e5."),
        ("e2d3", "A pawn goes to the side only to take, and there is nothing on d3."),
        ("exd3", "A pawn goes to the side only to take, and there is nothing on d3."),
        ("e2e5", "A pawn does not go to e5 from there."),
        ("accept draw", "No draw is offered to you."),
    ],
)
def test_a_piece_that_does_not_go_there_says_why(typed: str, told: str) -> None:
    assert refused(GAME, START, 0, typed) == told


def test_a_pawn_in_front_of_a_piece_is_blocked() -> None:
    state = START
    for player, move in enumerate(("e2e4", "e7e5")):
        state = advance(GAME, state, Chosen(player, move)).state
    told = "A pawn takes to the side, and e5 in front of it is not free."
    assert refused(GAME, state, 0, "e4e5") == told


def test_what_is_no_move_of_chess_is_refused_with_what_is_close() -> None:
    told = refused(GAME, START, 0, "resing")
    assert told == "Not possible now: 'resing'. Close to it is resign (? lists all)."
    assert refused(GAME, START, 0, "z9").startswith("Not possible now: 'z9'. You may: ")


def test_moves_are_listed_as_the_history_tells_them() -> None:
    state = position("7k/3P4/8/8/8/8/7P/4K3 w - - 0 1")
    reason = GAME.explain(state, 0, "z9", {})
    assert reason is not None
    assert reason.code == "unknown-move"
    assert english(reason.message) == (
        "'z9' is not possible now, but: d8=B, d8=N, d8=Q+, d8=R+, Kd1, Kd2, Ke2, Kf1, "
        "Kf2, h3, h4, offer draw, resign"
    )
