"""Opponents are listed, and chosen by name; a program of your own is one, too."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.opponent import Opponent
from p2pgame.cli.main import main
from p2pgame.games.registry import GAMES
from tests.forked import ROOT

from .test_commands import run

BLOCK = re.compile(r"```python\n(.*?)```", re.S)
NODE = """\
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const event = JSON.parse(line);
  if (event.event !== "your-turn") return;
  const move = event.choice.moves[0];
  console.log(JSON.stringify({command: "move", move}));
});
"""


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def examples() -> tuple[str, str]:
    """Return the programs that docs/agents.md has: an agent, and one by JSON lines."""
    agent, lines = BLOCK.findall((ROOT / "docs" / "agents.md").read_text("utf-8"))
    return agent, lines


@pytest.fixture
def harry(tmp_path: Path) -> Opponent:
    """The agent of docs/agents.md."""
    agent, _ = examples()
    assert len([line for line in agent.splitlines() if line.strip()]) <= 15
    file = tmp_path / "my_package.py"
    file.write_text(agent)
    spec = importlib.util.spec_from_file_location("my_package", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert isinstance(module.HARRY, Opponent)
    return module.HARRY


def test_opponents_are_listed_with_their_strength() -> None:
    listed = said("bots", "tictactoe").output.splitlines()
    assert listed[0].startswith("Random             easy")
    assert "Perfect Pia        perfect   never loses" in listed[-1]
    assert "(tictactoe)" not in listed[-1]
    everybody = said("bots").output
    assert all(one.display in everybody for one in registry.opponents())
    assert "Perfect Pia" not in said("bots", "kuhn").output


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        (
            "2=Perfect Pai",
            "no opponent Perfect Pai for Tic-tac-toe; known: Perfect Pia",
        ),
        ("2=Balanced Ben", "there is no opponent Balanced Ben for Tic-tac-toe"),
        ("3=Random", "a program sits in one of the seats from 2 to 2, not 3"),
        ("Random", "a seat is N=NAME, such as 2=Random, not 'Random'"),
        ("2=exec:./there-is-none", "there is no program ./there-is-none"),
        ("2=search:0", "a search is named search:NUMBER, with 1 to 1000000"),
        ("2=search:many", "a search is named search:NUMBER, with 1 to 1000000"),
        ("2=exec:", "exec: is followed by a command: it is empty"),
    ],
)
def test_an_unknown_opponent_is_refused_in_one_sentence(seat: str, why: str) -> None:
    done = said("play", "tictactoe", "--seat", seat)
    assert done.exit_code == 2
    assert why in done.stderr.splitlines()[-1]


def test_each_seat_gets_the_program_that_was_asked_for(tmp_path: Path) -> None:
    seats = ("--seat", "3=random", "--seat", "2=exec:" + _lines(tmp_path))
    done = run("play", "rps", "--players", "3", *seats, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Host bot, python\S*, Random play Rock, paper", done.stdout)
    assert "another move was made" not in done.stdout


def test_a_host_seats_the_programs_that_it_names(tmp_path: Path) -> None:
    seats = ("--bot", "--seat", "2=Balanced Ben", "--name", "Ann")
    at = ("--listen", "127.0.0.1:0", "--no-relay", "--no-lan")
    done = run("host", "kuhn", *seats, *at, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Ann, Balanced Ben play Kuhn poker." in done.stdout
    assert "p2pgame join" not in done.stdout  # nobody else can come


def test_a_search_on_all_cores_plays_with_its_simulations(tmp_path: Path) -> None:
    seats = ("--seat", "1=search:40", "--seat", "2=search:30")
    done = run("play", "kuhn", *seats, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Search 40, Search 30 play Kuhn poker" in done.stdout
    assert "another move was made" not in done.stdout
    assert "The game is over" in done.stdout


def _lines(folder: Path) -> str:
    file = folder / "bot.py"
    file.write_text(examples()[1])
    return f"{sys.executable} {file}"


def test_a_program_in_another_language_plays(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    (tmp_path / "bot.js").write_text(NODE)
    seat = f"2=exec:{node} {tmp_path / 'bot.js'}"
    done = run("play", "tictactoe", "--seat", seat, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "node writes O" in done.stdout
    assert "another move was made" not in done.stdout


def test_a_program_that_stops_is_told_and_replaced(tmp_path: Path) -> None:
    seat = f"2=exec:{sys.executable} -c pass"
    done = run("play", "kuhn", "--seat", seat, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "has failed (it has stopped); another move was made for it." in done.stdout
    assert "The game is over" in done.stdout


def test_the_agent_of_the_page_plays_a_whole_game(harry: Opponent) -> None:
    game = GAMES["goofspiel"]
    seats = [Seating(game, game.options(), 2, seat, bytes) for seat in range(2)]
    bots = [Bot(harry.display, harry.maker(), seating) for seating in seats]
    match = Match(game, 2, game.options(), "cards")
    decided = match.play(bots, lambda: Budget.of(lambda: 0.0, simulations=1))
    assert decided == (0, 0)


def test_a_package_adds_opponents_by_entry_point(
    harry: Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Point:
        value = "my_package:HARRY"

        def load(self) -> object:
            return harry

    def points(*, group: str) -> list[Point]:
        assert group == "p2pgame.agents"
        return [Point()]

    monkeypatch.setattr("importlib.metadata.entry_points", points)
    registry._others.cache_clear()
    try:
        assert "Hoarding Harry" in said("bots", "goofspiel").output
        assert registry.find("hoarding harry") is harry
    finally:
        registry._others.cache_clear()
