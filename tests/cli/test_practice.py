"""``play --from`` goes on from a transcript, and refuses what makes no sense."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from tests.archiving import ARCHIVE

KUHN = ARCHIVE / "kuhn-1-masked.p2pgame"


def test_a_game_goes_on_from_a_turn_without_a_terminal() -> None:
    done = CliRunner().invoke(main, ["play", "--from", f"{KUHN}:2", "--as", "2"])
    assert done.exit_code == 0, done.output
    assert "Practice from turn 2 on, against programs" in done.output
    assert "The game is over" in done.output


def test_a_game_is_shown_as_a_player_saw_it() -> None:
    done = CliRunner().invoke(main, ["show", str(KUHN), "--as", "2"])
    assert done.exit_code == 0, done.output
    assert "Your cards: J" in done.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play"], "Name a game"),
        (["play", "--from", str(KUHN)], "The game is over there"),
        (["play", "--from", f"{KUHN}:9"], "no turn 9 in this file, only 0 to 5"),
        (["play", "kuhn", "--from", f"{KUHN}:2"], "the file says game"),
        (["play", "--from", f"{KUHN}:2", "--hands", "3"], "the file says game"),
        (["play", "kuhn", "--as", "2"], "--as goes with --from"),
        (["play", "--from", "nowhere:2"], "nowhere can't be read"),
        (["show", str(KUHN), "--as", "3"], "no seat 3, only 1 to 2"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], why: str) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2, done.output
    assert why in done.output
