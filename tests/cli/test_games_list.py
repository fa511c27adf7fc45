"""The list of games: titles, players, minutes and words, in any width."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from p2pgame.cli.commands.games import games_here
from p2pgame.cli.main import main
from p2pgame.cli.text.games_table import table
from p2pgame.client.words import language, speak
from p2pgame.games.registry import GAMES
from p2pgame.tabletop.drawn.rows import cells


def run(*arguments: str) -> str:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_table_has_title_players_minutes_and_what_it_is() -> None:
    head, *rows = run("games").splitlines()
    assert head.split("  ")[0] == "game"
    assert (
        "Hearts                       4          about 30  Take no hearts, or all"
        in rows
    )
    told = "\n".join(rows)
    assert "\nTexas hold'em (holdem)       2 to 10    about 2   Bluff and bet" in told


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_no_line_is_wider_than_the_terminal(
    width: int, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = language()
    speak(tongue)
    try:
        lines = games_here()
        rows = table(lines, width)
    finally:
        speak(before)
    assert max(map(cells, rows)) <= width
    words = " ".join(rows).split()
    for line in lines:
        assert {*line.short.split(), *line.title.split()} <= {*words}


def test_programs_are_told_the_same_as_by_the_request() -> None:
    told = json.loads(run("games", "--json"))
    games = {game["name"]: game for game in told["games"]}
    assert {*games} >= {*GAMES}
    assert games["hearts"]["seats"] == [4]
    assert games["hearts"]["minutes"] == 30
    assert games["hearts"]["short"] == "Take no hearts, or all"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("rules", "Texas", "holdem"), "Texas hold'em, version "),
        (("rules", "Schiffe", "versenken"), "Battleship, version "),
        (("bots", "poker"), "poker: that is Texas hold'em (holdem) here."),
        (("playthrough", "Drei", "gewinnt"), "game: tictactoe"),
        (("perft", "Tic Tac Toe", "--depth", "1"), "9"),
    ],
)
def test_every_command_takes_what_people_say(
    arguments: tuple[str, ...], told: str
) -> None:
    assert told in run(*arguments)
