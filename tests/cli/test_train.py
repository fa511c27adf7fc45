"""A small game is solved at the command line, and played by what comes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.agents.cfr.policy import decode
from p2pgame.cli.main import main

from .test_commands import run


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def trained(folder: Path, *arguments: str) -> Path:
    out = folder / "mine.json"
    done = said("train", *arguments, "--out", str(out))
    assert done.exit_code == 0, done.output
    return out


def test_kuhn_is_trained_and_what_it_is_worth_is_told(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    done = said("train", "kuhn", "--iterations", "200", "--out", str(out))
    assert done.exit_code == 0
    first, exploited, worth, plays = done.stdout.splitlines()
    assert first == "Kuhn poker: 74 nodes, 12 information sets"
    assert float(exploited.removeprefix("exploitability ")) <= 0.01
    assert float(worth.removeprefix("value ")) == pytest.approx(-1 / 18, abs=0.005)
    assert plays == f"It plays: p2pgame play kuhn --seat 2=policy:{out}"
    policy = decode(out.read_bytes())
    assert (policy.game, policy.iterations) == ("kuhn", 200)


def test_a_policy_goes_to_the_current_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said("train", "kuhn", "--iterations", "1").exit_code == 0
    assert decode((tmp_path / "kuhn.policy.json").read_bytes()).game == "kuhn"


def test_a_policy_plays_with_the_options_that_it_was_trained_for(
    tmp_path: Path,
) -> None:
    given = "goofspiel", "-o", "cards=3"
    trained(tmp_path, *given, "--iterations", "20")
    seats = "--players", "2", "--seat", "2=policy:mine.json"
    done = run("play", *given, *seats, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Host bot, mine play Goofspiel", done.stdout)
    assert "another move was made" not in done.stdout


def test_a_policy_that_does_not_fit_is_refused_in_one_sentence(tmp_path: Path) -> None:
    mine = f"2=policy:{trained(tmp_path, 'goofspiel', '-o', 'cards=3')}"
    (tmp_path / "no.json").write_text("{}")
    two = "--players", "2"
    for (game, seat, *more), why in (
        (("kuhn", mine), "the policy is for goofspiel, version 2, cards=3"),
        (("goofspiel", mine, *two), "not for goofspiel, version 2, cards=13"),
        (("goofspiel", mine), "a policy plays at a table for 2, not for 3"),
        (("kuhn", f"2=policy:{tmp_path}/no.json"), "that is no policy"),
        (("kuhn", f"2=policy:{tmp_path}/none"), "none can't be read: No such file"),
        (("kuhn", f"1=policy:{tmp_path}/none"), "none can't be read: No such file"),
        (("kuhn", "2=policy:"), "can't be read"),
    ):
        done = said("play", game, "--seat", seat, *more)
        assert done.exit_code == 2
        assert why in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("holdem",),
            "Texas hold'em can't be solved with these options: its",
        ),
        (("pig",), "Pig can't be solved: it may go on for more than 200 turns."),
        (("hearts",), "Hearts takes 4 players, not 2"),
        (("kuhn", "--iterations", "0"), "0 is not in the range"),
        (("kuhn", "-o", "cards=3"), "Kuhn poker has no options"),
        (("kuhn", "--out", "no-folder/kuhn.json"), "there is no folder no-folder."),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_sentence(
    words: tuple[str, ...], why: str
) -> None:
    done = said("train", *words)
    assert done.exit_code == 2
    assert why in done.stderr.splitlines()[-1]


def test_the_opponents_that_play_policies_are_listed() -> None:
    listed = said("bots", "leduc").output
    assert "Wavering Willa     middling" in listed
    assert "Balanced Ben       perfect" in listed
