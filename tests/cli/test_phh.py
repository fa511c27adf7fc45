"""Recorded hold'em hands end as recorded, or say in a sentence why not."""

from __future__ import annotations

import random

import pytest

from p2pgame.cli.commands.reading.notation.phh import check
from tests.cli.phh_hands import (
    ALL_IN,
    BY_POKERKIT,
    FOLDED,
    HANDS,
    SHOWDOWN,
    recorded_by_pokerkit,
)


@pytest.mark.parametrize("text", HANDS.values(), ids=HANDS)
def test_a_recorded_hand_ends_as_recorded(text: str) -> None:
    result = check(text)
    assert str(result) == "OK"
    assert result.finishing == result.stacks


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert str(check(FOLDED.replace("200", "200.0").replace("[95,", "[95.0,"))) == "OK"


def test_other_final_stacks_are_a_difference_in_one_sentence() -> None:
    result = check(FOLDED.replace("[95, 205, 300]", "[95.5, 204.5, 300]"))
    assert str(result) == result.difference
    assert result.difference == (
        "the record ends with stacks of 95.5 204.5 300, our rules with 95 205 300"
    )


def test_without_recorded_final_stacks_ours_are_told() -> None:
    result = check(FOLDED[: FOLDED.index("finishing_stacks")])
    assert result.stacks == (95, 205, 300)
    assert result.difference is None
    assert str(result) == "no final stacks recorded, ours are 95 205 300"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("variant = ", "this is not a PHH file"),
        ("antes = [0\nblinds = 3", "line 2, column 1 is no TOML"),
        ("variant = NT", "line 1, column 11 is no TOML"),
        ("hand = 3", "not a file that names no variant"),
        (
            FOLDED.replace("NT", "PO"),
            "only no-limit hold'em (NT) can be replayed, not pot-limit Omaha (PO)",
        ),
        (FOLDED.replace("NT", "FT"), "not fixed-limit hold'em (FT)"),
        (FOLDED.replace("'NT'", "'XX'"), "can be replayed, not XX"),
        (FOLDED.replace("'NT'", "[1]"), "can be replayed, not [1]"),
        (FOLDED.replace("antes", "aunts"), "the list antes is missing"),
        (FOLDED.replace("actions = [", "acts = ["), "the list actions is missing"),
        (FOLDED.replace("min_bet = 10", ""), "the field min_bet is missing"),
        (
            FOLDED.replace("min_bet = 10", "min_bet = 0"),
            "the minimum bet is above 0",
        ),
        (FOLDED.replace("[5, 10, 0]", "[5, true, 0]"), "True is no amount of chips"),
        (FOLDED.replace("[5, 10, 0]", "[5, nan, 0]"), "NaN is no amount of chips"),
        (FOLDED.replace("[5, 10, 0]", "[5, inf, 0]"), "is no amount of chips"),
        (FOLDED.replace("[5, 10, 0]", "[5, 1e99, 0]"), "1E+99 is too long"),
        (FOLDED.replace("[5, 10, 0]", "[5, 1e-99, 0]"), "1E-99 is too long"),
        (FOLDED.replace("[5, 10, 0]", f"[5, {10**400}, 0]"), "is no amount of chips"),
        (FOLDED.replace("[5, 10, 0]", f"[5, {'9' * 5000}, 0]"), "not a PHH file"),
        (FOLDED.replace("[95, 205, 300]", "[95, 205]"), "is not for 3 players"),
        (FOLDED.replace("[5, 10, 0]", "[5, 10]"), "not for as many players"),
        (FOLDED.replace("[100, 200, 300]", "[100, 200, 0]"), "each with chips"),
        (FOLDED.replace("[100, 200, 300]", "[100]"), "a hand takes 2 to 10 players"),
        (FOLDED.replace("'p1 f'", "'p1 x'"), "the action 'p1 x' is not one of hold'em"),
        (FOLDED.replace("'p1 f'", "'p4 f'"), "'p4 f' names no player of this hand"),
        (FOLDED.replace("'p1 f'", "'q1 f'"), "'q1 f' names no player of this hand"),
        (FOLDED.replace("'p1 f'", "'p1 cbr x'"), "'x' is no amount of chips"),
        (FOLDED.replace(", 'p1 f'", ""), "the record stops when p1 is to act"),
        (FOLDED.replace("'p1 f'", "'p2 f'"), "our rules refuse the action 'p2 f'"),
        (
            FOLDED.replace("'p3 f'", "'p3 cbr 19'"),
            "19 is too little: raise to 20 at least",
        ),
        (FOLDED.replace("'p1 f'", "'p1 f', 'p2 f'"), "over before the action 'p2 f'"),
        (SHOWDOWN.replace("7c2d", "7cAs"), "the card As is dealt more than once"),
        (SHOWDOWN.replace("7c2d", "7c1d"), "there is no card 1d"),
        (SHOWDOWN.replace("7c2d", "7c"), "a player has not two cards"),
        (
            SHOWDOWN.replace('"d db 2h", ', ""),
            "the record has too few cards on the board",
        ),
        (
            ALL_IN.replace("QsQh", "????"),
            "all-in hands are opened, but p1's is unknown",
        ),
    ],
)
def test_what_cannot_be_replayed_is_refused_in_a_sentence(
    text: str, complaint: str
) -> None:
    with pytest.raises(ValueError) as caught:
        check(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hands_written_by_pokerkit_end_alike() -> None:
    for seed in range(20240703, 20240703 + 150):
        print(f"{seed=}")
        text = recorded_by_pokerkit(random.Random(seed))
        assert str(check(text)) in BY_POKERKIT, text
