"""Whatever the help names does something, and levels are files that people write."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.cli.text import moves
from p2pgame.engine import Choose, Chosen, advance
from tests.cli.test_terminal import Terminal
from tests.engine.counting import Counting, at

LEVEL = "; two letters\nlevel mine\ngrid\n  A...A\n  B...B\n  .....\n"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a table of flow at which Ann sits, with the level from a file."""
    (tmp_path / "mine.txt").write_text(LEVEL)
    opened = Terminal(
        tmp_path, "play", "flow", "--name", "Ann", "-o", "level=@mine.txt"
    )
    yield opened
    opened.close()


@pytest.mark.row("R04", "R05")
def test_whatever_the_help_at_the_table_names_acts(table: Terminal) -> None:
    table.wait_for("1 A . . . A")
    table.wait_for("> ")
    for typed, answer in [
        ("?", "Moves now, written out or as they begin:"),
        ("?", "Let a line grow by one cell."),
        ("help", "  hint [more|N]  what to look at next"),
        ("score", "Moves so far: 0."),
        ("rules", "Flow"),
        ("hint", "This level has no solution"),
        ("say hello", "Ann: hello"),
        ("a1", "Ann draws A1 right"),  # how a move begins
        ("B1 RIGHT", "Ann draws B1 right"),
        ("history 1", "history 3 shows all"),
        ("undo", "Ann takes the last step of B1 back"),
        ("redo", "Ann draws B1 again"),
        ("undo", "Ann takes the last step of B1 back"),
        ("undo a1", "Ann takes the last step of A1 back"),
        ("leave", "Leave for good?"),
    ]:
        table.type(f"{typed}\n")
        table.wait_for(answer)
        if answer.startswith("Ann "):
            table.wait_for("Your move: ")  # what is typed before it answers nothing
        table.wait_for("> ")
    table.process.send_signal(signal.SIGINT)  # as a terminal does at Ctrl-C
    assert table.wait_end() == 130
    assert not named(moves.advice(["A1 right"]))


def named(advice: str) -> set[str]:
    """Return the words that the help explains."""
    return {*re.findall(r"^  (\S+): ", advice, re.M)}


@pytest.mark.row("R05")
def test_all_in_is_the_highest_number_there_is() -> None:
    choice = Counting().turn(at(3))
    assert isinstance(choice, Choose)
    hints = [str(each) for each in choice.moves]
    assert named(moves.advice(hints)) == {"all-in"}
    move = moves.understand("all-in", choice, hints)
    assert advance(Counting(), at(3), Chosen(1, move)).state.heard[-1] == "take 12"


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("game", "text", "line"),
    [
        ("flow", "level mine\ngrid\n  A.A\n  ?..\n", 4),
        ("fold", "level mine\ngrid\n  A..\n  B.\n", 4),
        ("fill", "level mine\ngrid\n  ..\npad\n  A.?\n", 5),
    ],
)
def test_a_level_file_that_is_wrong_is_refused_with_its_line(
    game: str, text: str, line: int, tmp_path: Path
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text)
    done = CliRunner().invoke(main, ["play", game, "-o", f"level=@{file}"])
    assert done.exit_code == 2
    assert f"line {line}: " in done.output
