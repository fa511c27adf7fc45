"""``play --debug``: an author sees everything, and moves for every seat."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from p2pgame.games.registry import GAMES
from p2pgame.playtest.debug_table import DebugTable
from tests import forked
from tests.sources import ROOT


def debug(
    folder: Path, game: str, *typed: str, options: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Play a game with open cards by these lines, to the end of what is typed."""
    return run(folder, "play", game, "--debug", *options, typed=typed)


def run(
    folder: Path, *arguments: str, typed: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    home = {"P2PGAME_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    said = "".join(f"{line}\n" for line in typed)
    return forked.run(arguments, cwd=folder, env={**os.environ, **home}, said=said)


def test_an_author_sees_all_cards_and_moves_for_every_seat(tmp_path: Path) -> None:
    typed = ("bet", "undo", "check", "bet", "nonsense", "call", "state", "quit")
    done = debug(tmp_path, "kuhn", *typed, options=("--seed", "3"))
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "A debug table: you see everything, and move for every seat. Seed 3." in said
    assert "Player 1 J, Player 2 Q   no bets yet" in said
    assert "  Player 2: Q" in said  # what it knows alone
    assert "Player 1> bet" in said
    assert "One move is taken back." in said
    assert "nonsense" in said.split("Player 1> nonsense")[1]
    assert "Player 1 -2\nPlayer 2 +2" in said
    assert '"actions":["check","bet","call"]' in said
    again = debug(tmp_path, "kuhn", *typed, options=("--seed", "3"))
    assert again.stdout == said


def test_an_author_is_told_what_lies_face_down(tmp_path: Path) -> None:
    """Memory shows nobody a hidden card, so its table alone says too little."""
    typed = ("faces", "1", "2", "quit")
    said = debug(tmp_path, "memory", *typed, options=("-o", "pairs=2")).stdout
    (told,) = re.findall(r"^.*> faces\n(.+)$", said, re.M)
    cards = dict(card.split() for card in told.split(", "))
    assert sorted(cards.values()) == ["ant", "ant", "ape", "ape"]
    assert f"Opened ('{cards['0']}',)" in said
    assert f"Opened ('{cards['1']}',)" in said
    nothing = debug(tmp_path, "tictactoe", "faces", "quit").stdout
    assert "Nothing lies on any slot." in nothing


def test_all_choose_in_turn_where_they_choose_at_once(tmp_path: Path) -> None:
    typed = ("rock", "paper", "random", "play", "undo 99", "quit")
    said = debug(tmp_path, "rps", *typed, options=("--players", "3")).stdout
    for prompt in ("Player 1> rock", "Player 2> paper", "Player 3> random"):
        assert prompt in said
    assert "moves are taken back." in said


@pytest.mark.parametrize("name", ["battleship", "liars-dice", "mover", "spades"])
def test_every_kind_of_turn_can_be_played_by_chance_to_the_end(name: str) -> None:
    game = GAMES[name]
    table = DebugTable(game, game.seats[0], game.options(), seed=1)
    while table.payoffs is None:
        if table.asked:
            table.decide({seat: table.at_random(seat) for seat in table.asked})
        else:
            table.deal()
    assert len(table.payoffs) == table.seats
    states = len(table.written().splitlines())
    assert table.back(10**6) > 0
    assert len(table.written().splitlines()) < states


@pytest.mark.attack(53)
def test_what_was_played_with_open_cards_is_never_verified_as_fair(
    tmp_path: Path,
) -> None:
    file = ("--transcript", "debug.p2pgame")
    assert debug(tmp_path, "kuhn", "play", "quit", options=file).returncode == 0
    title, head, *events = (tmp_path / "debug.p2pgame").read_text().splitlines()
    assert title == "p2pgame debug 1"
    assert "proves nothing" in json.loads(head)["note"]
    assert json.loads(events[-1])["payoffs"]
    told = "debug.p2pgame is of a debug table: one program saw all cards and made all "
    for command in ("verify", "show", "evidence"):
        done = run(tmp_path, command, "debug.p2pgame")
        assert done.returncode == 2
        assert told in done.stderr
    again = debug(tmp_path, "kuhn", "quit", options=file)
    assert again.returncode == 2
    assert "can't be written: File exists" in again.stderr


def test_rules_at_fault_are_told_and_the_author_goes_back(tmp_path: Path) -> None:
    text = run(tmp_path, "newgame", "my-game").stdout
    wrong = "said = state.said + int(event.move) // (state.said < 2)"
    broken = text.replace("said = state.said + int(event.move)", wrong)
    (tmp_path / "my_game.py").write_text(broken)
    done = debug(tmp_path, "./my_game.py", "2", "1", "undo", "1", "quit")
    assert done.returncode == 0, done.stderr
    assert "The rules are at fault: my-game fails in " in done.stdout
    assert "ZeroDivisionError" in done.stdout
    assert "One move is taken back." in done.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("kuhn", "--debug", "--bots", "1"), "--debug is a table of its own"),
        (("kuhn", "--seed", "1"), "--seed is for --debug."),
        (("--debug",), "name a game"),
        (("kuhn", "--debug", "--players", "9"), "kuhn"),
    ],
)
def test_what_makes_no_sense_with_open_cards_is_refused(
    options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "play", *options)
    assert done.returncode == 2
    assert told in done.stderr.lower()
