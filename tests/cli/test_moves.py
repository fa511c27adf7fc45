"""People type as they like; what they mean is one move, or is asked back."""

from __future__ import annotations

import pytest

from cli import moves
from p2pgame.engine import Amount, Choose

FACING = Choose(0, ("fold", "call", Amount("raise", 52, 1000)))
FACING_HINTS = ("fold", "call 21", "raise to 52…1000")
CAPPED = Choose(0, ("fold", "call"))
CELLS = Choose(0, ("1", "2", "12"))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("call", "call"),
        ("CALL", "call"),
        ("c", "call"),
        ("call 21", "call"),
        ("f", "fold"),
        ("raise 60", "raise 60"),
        ("Raise to 60", "raise 60"),
        ("r 060", "raise 60"),
        ("raise 52", "raise 52"),
        ("raise 1000", "raise 1000"),
        ("all-in", "raise 1000"),
        ("AllIn", "raise 1000"),
        ("all in", "raise 1000"),
        ("rise 60", "rise 60"),
        ("check", "check"),
    ],
)
def test_a_line_is_understood_as_a_move_or_left_as_it_is(line: str, move: str) -> None:
    assert moves.understand(line, FACING, FACING_HINTS) == move


def test_all_in_is_a_call_where_nothing_can_be_raised() -> None:
    assert moves.understand("all-in", CAPPED, ("fold", "call 9")) == "call"
    assert moves.understand("all-in", CELLS, CELLS_HINTS) == "all-in"


CELLS_HINTS = ("1", "2", "12")


def test_a_whole_move_is_preferred_to_the_beginning_of_another() -> None:
    assert moves.understand("1", CELLS, CELLS_HINTS) == "1"
    ambiguous = Choose(0, ("check", "call"))
    assert moves.understand("c", ambiguous, ("check", "call")) == "c"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("raise", "Raise to how much? From 52 to 1000."),
        ("raise 51", "Raise to how much? From 52 to 1000."),
        ("raise to 1001", "Raise to how much? From 52 to 1000."),
        ("raise -60", "Raise to how much? From 52 to 1000."),
        (f"raise {'9' * 5000}", "Raise to how much? From 52 to 1000."),
        ("raise ٦٠", "Raise to how much? From 52 to 1000."),
        ("call 5", "call takes no number."),
    ],
)
def test_a_number_that_does_not_fit_is_asked_back(line: str, words: str) -> None:
    with pytest.raises(moves.NotUnderstood) as caught:
        moves.understand(line, FACING, FACING_HINTS)
    assert str(caught.value) == words


def test_a_game_without_words_of_its_own_is_asked_about_plainly() -> None:
    offer = Amount("bid", 1, 5)
    with pytest.raises(moves.NotUnderstood, match=r"^Bid how much\? From 1 to 5\.$"):
        moves.understand("bid", Choose(0, (offer,)), (str(offer),))


def test_a_refusal_says_what_is_possible_and_stays_short() -> None:
    assert moves.refusal("rise 60", FACING_HINTS) == (
        "Not possible now: 'rise 60'. You may: fold, call 21, raise to 52…1000."
    )
    assert len(moves.refusal("x" * 5000, FACING_HINTS)) < 120


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  raise \t 60\n", "raise 60"),
        ("ca\x1b[Dll", "call"),
        ("\x1b[2J\x1b]0;title\x07fold", "0;titlefold"),
        ("fo\x00ld\x7f", "fold"),
        ("fo\u202eld", "fold"),
        ("\x1b[A", ""),
        (" ", ""),
    ],
)
def test_what_cannot_be_shown_is_dropped(typed: str, line: str) -> None:
    assert moves.cleaned(typed) == line


CHESS = Choose(0, ("b2c3", "f1c3", "g1f3", "offer draw", "resign"))
CHESS_HINTS = ("b2c3 (bxc3)", "f1c3 (Bxc3)", "g1f3 (Nf3)", "offer draw", "resign")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Nf3", "g1f3"),
        ("nf3", "nf3"),
        ("bxc3", "b2c3"),
        ("Bxc3", "f1c3"),
        ("g1f3 (Nf3)", "g1f3"),
        ("g", "g1f3"),
        ("r", "r"),
        ("resign", "resign"),
        ("Resign", "resign"),
        ("o", "o"),
    ],
)
def test_a_move_has_a_second_name_and_nobody_resigns_by_one_letter(
    line: str, move: str
) -> None:
    assert moves.understand(line, CHESS, CHESS_HINTS) == move


def test_few_moves_are_shown_whole() -> None:
    assert moves.in_short(FACING_HINTS) == "fold, call 21, raise to 52…1000"


def test_many_moves_that_begin_alike_stand_together() -> None:
    hints = [*(f"A {n}" for n in range(200)), *(f"B {n}" for n in range(9)), "undo A"]
    assert (
        moves.in_short(hints) == "A … (200), B … (9), undo A (210 in all; ? lists them)"
    )


def test_many_moves_that_do_not_are_cut_short() -> None:
    text = moves.in_short([f"a{n}b{n}" for n in range(99)])
    assert text.startswith("a0b0, a1b1, ")
    assert text.endswith(", … (99 in all; ? lists them)")
    assert len(text) < 300
