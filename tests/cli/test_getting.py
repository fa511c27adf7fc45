"""What somebody meets first: the program's name alone, its help, and its shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, repeat
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.commands import menu
from p2pgame.cli.listed import COMMANDS, GROUPS
from p2pgame.cli.main import main
from p2pgame.client.profile import contacts
from tests.cli.test_start import loaded
from tests.cli.test_terminal import Terminal

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def completed(typed: str, folder: Path) -> list[str]:
    """Return what a shell offers after ``typed``."""
    words = typed.split(" ")
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            "from p2pgame.cli.main import main; main(prog_name='p2pgame')",
        ],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "P2PGAME_HOME": str(folder / "home"),
            "_P2PGAME_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["p2pgame", *words]),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_the_name_alone_shows_the_help_where_nobody_types() -> None:
    done = CliRunner().invoke(main, [])
    assert done.exit_code == 0
    assert done.output == CliRunner().invoke(main, ["--help"]).output


def test_the_help_names_every_command_once_in_its_group() -> None:
    shown = CliRunner().invoke(main, ["-h"]).output
    named = re.findall(r"^  ([a-z-]+) {2,}\S", shown, re.M)
    assert [name for name in named if name in COMMANDS] == [*COMMANDS]
    assert all(f" {one.does}\n" in shown for one in COMMANDS.values())
    assert [title for title in GROUPS if f"\n{title}:\n" in shown] == [*GROUPS]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_h_for_help(name: str) -> None:
    done = CliRunner().invoke(main, [name, "-h"])
    assert done.exit_code == 0, done.output
    assert "-h, --help" in done.output


def test_the_name_alone_leads_to_a_game_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    try:
        terminal.wait_for("Which?")
        terminal.type("1\n")
        terminal.wait_for("Which game?")
        terminal.type("kuhn\n")
        terminal.wait_for("Your card")
    finally:
        terminal.close()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("typed", "arguments"),
    [
        ("1\nchess\n", ["play", "chess"]),
        ("1\nbridge\nSchiffe versenken\n", ["play", "battleship"]),
        ("1\n\n", ["play", "holdem"]),
        ("2\nP2PGAME:ABC\n", ["join", "P2PGAME:ABC"]),
        ("2\nP2PGAME:AB\nCD\n\n", ["join", "P2PGAME:AB\nCD"]),
        ("2\n\nhearts\n", ["host", "hearts", "--players", "4"]),
        ("2\n\nrps\n3\n", ["host", "rps", "--players", "3"]),
        ("3\n", ["next"]),
    ],
)
def test_the_menu_leads_to_each_verb(
    typed: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(typed.split("\n"))
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: next(lines))
    assert menu.chosen() == arguments


def _next(answers: Iterator[str], _: str) -> str:
    return next(answers)


@pytest.mark.usefixtures("home")
def test_the_menu_lists_for_friends_what_two_can_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for way, is_there in (("1", True), ("2", False)):
        answers = chain([way], repeat(""))
        monkeypatch.setattr("click.termui.visible_prompt_func", partial(_next, answers))
        menu.chosen()
        told = capsys.readouterr().out
        assert "Hearts" in told
        assert ("Flow" in told) == is_there


def test_a_shell_completes_commands_games_and_contacts(
    tmp_path: Path, home: Path
) -> None:
    contacts.keep(b"a" * 32, "Anna", when=1)
    assert completed("re", tmp_path) == ["resume", "receipt", "relay"]
    assert completed("play ch", tmp_path) == ["checkers", "chess"]
    assert completed("invite A", tmp_path) == ["Anna"]


def test_completing_a_command_imports_none() -> None:
    code = """
import os
os.environ.update(_P2PGAME_COMPLETE='bash_complete', COMP_WORDS='p2pgame re')
os.environ['COMP_CWORD'] = '1'
from p2pgame.cli.main import main
try:
    main(prog_name='p2pgame')
except SystemExit:
    pass
"""
    ours = {name for name in loaded(code) if name.startswith("p2pgame")}
    assert ours == {"p2pgame", "p2pgame.cli", "p2pgame.cli.main", "p2pgame.cli.listed"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_line(shell: str) -> None:
    done = CliRunner().invoke(main, ["completion", shell])
    assert f"_P2PGAME_COMPLETE={shell}_source p2pgame" in done.output


@pytest.mark.usefixtures("home")
def test_the_settings_say_where_the_files_are(home: Path) -> None:
    shown = CliRunner().invoke(main, ["settings"]).output
    assert f"profile  {home}\n" in shown
    assert "transcripts  " in shown
