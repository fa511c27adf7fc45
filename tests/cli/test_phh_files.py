"""Recorded hands as collections have them: in cents, several in a file."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.commands.reading.notation.phh import check
from p2pgame.cli.main import main
from tests.cli.phh_hands import ALL_IN, BY_POKERKIT, CENTS, FOLDED, recorded_by_pokerkit


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("", "no final stacks recorded, ours are 49.75 16.35 96.35"),
        ("finishing_stacks = [49.75, 16.35, 96.35]", "OK"),
        ("winnings = [0, 7.75, 0]", "OK"),
        # With what came back of the last raise, as some rooms count.
        ("winnings = [0, 16.35, 0]", "OK"),
        ("winnings = [0, 7.35, 0]", "OK, after a rake of 0.4"),
        ("finishing_stacks = [49.75, 16, 96.35]", "OK, after a rake of 0.35"),
        (
            "winnings = [0, 5.35, 0]",
            "the record has winnings of 0 5.35 0, our rules with 0 7.75 0",
        ),
        (
            "winnings = [0, 0, 7.75]",
            "the record has winnings of 0 0 7.75, our rules with 0 7.75 0",
        ),
        (
            "finishing_stacks = [49.70, 16.35, 96.35]",
            "the record ends with stacks of 49.7 16.35 96.35, "
            "our rules with 49.75 16.35 96.35",
        ),
        (
            "finishing_stacks = [49.75, 16.36, 96.34]",
            "the record ends with stacks of 49.75 16.36 96.34, "
            "our rules with 49.75 16.35 96.35",
        ),
    ],
)
def test_cents_are_counted_and_the_end_is_compared(ends: str, said: str) -> None:
    assert str(check(CENTS + ends)) == said


def test_half_of_a_pot_may_be_half_a_chip() -> None:
    text = """
        variant = 'NT'
        antes = [0, 0, 1]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [500, 500, 500]
        actions = ['d dh p1 KsKd', 'd dh p2 KcKh', 'd dh p3 ????', 'p3 f', 'p1 cc',
          'p2 cc', 'd db 2c8dTs', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc',
          'd db 4c', 'p1 cc', 'p2 cc', 'p1 sm KsKd', 'p2 sm KcKh']
        finishing_stacks = [500.5, 500.5, 499]
    """
    assert str(check(text)) == "OK"
    whole = text.replace("[500.5, 500.5, 499]", "[501, 500, 499]")
    assert str(check(whole)) == "OK"


def test_a_stack_that_nobody_noted_is_large_enough_and_not_compared() -> None:
    text = CENTS.replace("100.10]", "inf]")
    assert str(check(text + "winnings = [0, 7.75, 0]")) == "OK"
    assert str(check(text + "finishing_stacks = [49.75, 16.35, inf]")) == "OK"
    assert "differ" not in str(check(text))


def test_a_hand_that_only_older_rules_allow_says_so() -> None:
    text = """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [100, 4, 300]
        actions = ['d dh p1 ????', 'd dh p2 AsAd', 'd dh p3 KsKd', 'p3 cbr 20', 'p1 f',
          'p2 sm AsAd', 'p3 sm KsKd', 'd db 2c8dTs', 'd db 3s', 'd db 4c']
        finishing_stacks = [95, 12, 297]
    """
    assert str(check(text)) == "OK"
    # A raise over the 4 chips of a short big blind, as if these were the price.
    older = text.replace("cbr 20", "cbr 15")
    assert str(check(older)) == "OK, by version 1 of holdem"
    with pytest.raises(ValueError, match="11 is too little: raise to 20 at least"):
        check(text.replace("cbr 20", "cbr 11"))


def test_a_hand_that_is_mucked_after_an_all_in_has_lost() -> None:
    text = ALL_IN.replace("d dh p2 AcKc", "d dh p2 ????").replace("p2 sm AcKc", "p2 sm")
    assert str(check(text)) == "OK"
    both = text.replace("d dh p1 QsQh", "d dh p1 ????").replace("p1 sm QsQh", "p1 sm -")
    assert "the record ends with" in str(check(both))


def cents(rng: random.Random, text: str) -> str:
    """Return a recorded hand with each amount a 20th or 100th of what it was."""
    part = rng.choice((20, 100))

    def less(found: re.Match[str]) -> str:
        return f"{int(found[0]) / part}"

    lists = r"(antes|blinds_or_straddles|min_bet|starting_stacks|finishing_stacks) =.*"
    text = re.sub(lists, lambda line: re.sub(r"\d+", less, line[0]), text)
    return re.sub(r"(?<=cbr )\d+", less, text)


def test_hands_in_cents_written_by_pokerkit_end_alike() -> None:
    for seed in range(20240703, 20240703 + 60):
        print(f"{seed=}")
        rng = random.Random(seed)
        text = cents(rng, recorded_by_pokerkit(rng))
        assert "." in text
        assert str(check(text)) in BY_POKERKIT, text


def test_a_file_of_several_has_a_line_for_each_and_one_can_be_chosen(
    tmp_path: Path,
) -> None:
    file = tmp_path / "night.phhs"
    wrong = FOLDED.replace("[95, 205, 300]", "[90, 210, 300]")
    other = FOLDED.replace("NT", "FT")
    tables = zip((1, 2, 3, 10), (FOLDED, CENTS, wrong, other), strict=True)
    file.write_bytes(
        b"\xef\xbb\xbf# A night.\r\n"
        + "".join(f"[{n}]\n{hand}\n" for n, hand in tables)
        .replace("\n", "\r\n")
        .encode()
    )
    every = CliRunner().invoke(main, ["phh", str(file)])
    assert every.exit_code == 1
    assert every.output.splitlines() == [
        f"{file}, hand 1: OK",
        f"{file}, hand 2: no final stacks recorded, ours are 49.75 16.35 96.35",
        f"{file}, hand 3: the record ends with stacks of 90 210 300, "
        "our rules with 95 205 300",
        f"{file}, hand 10: only no-limit hold'em (NT) can be replayed, "
        "not fixed-limit hold'em (FT)",
        "Error: 2 of 4 hands differ.",
    ]
    one = CliRunner().invoke(main, ["phh", str(file), "--game", "1"])
    assert (one.exit_code, one.output) == (0, f"{file}, hand 1: OK\n")
    none = CliRunner().invoke(main, ["phh", str(file), "--game", "7"])
    assert none.exit_code == 2
    assert "no hand 7 in it, only 4 hands" in none.output


@pytest.mark.parametrize(
    "text",
    ["", "[1]\n", "[1]\n[2]\n", "[a]\nvariant='NT'", "x = " + "[" * 5000, "\x00"],
)
def test_a_file_that_is_no_hand_is_told_in_a_sentence(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "odd.phhs"
    file.write_text(text)
    told = CliRunner().invoke(main, ["phh", str(file)])
    assert told.exit_code == 1
    assert told.output.startswith(str(file))
    assert "Traceback" not in told.output
