"""Ctrl-C and SIGTERM end a program with one whole line, at every stage of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.children import WITHIN

from .stopping_campaign import ARCHIVE, LINK, STARTS, left_table, problems
from .window_terminal import NewTerminal, WindowTerminal

Open = Callable[..., WindowTerminal]
#: Seconds after which somebody presses Ctrl-C once more.
ONCE_MORE = 10.0
AGAIN = "The same command begins anew."
RESUME = "To go on: p2pgame resume"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def opening(folder: Path, kind: type[WindowTerminal]) -> Iterator[Open]:
    opened: list[WindowTerminal] = []

    def run(*arguments: str, **env: str) -> WindowTerminal:
        opened.append(kind(folder, *arguments, size=(200, 30), **env))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """A function that runs the program with the arguments given."""
    with opening(tmp_path, WindowTerminal) as run:
        yield run


@pytest.fixture
def new_terminal(tmp_path: Path) -> Iterator[Open]:
    """The same, for what happens while an interpreter starts and imports."""
    with opening(tmp_path, NewTerminal) as run:
        yield run


def last_line(one: WindowTerminal, by: signal.Signals = signal.SIGINT) -> str:
    """End a program; return its last line, once all is as it should be."""
    one.process.send_signal(by)
    one.run_for(ONCE_MORE)
    if one.process.poll() is None:
        # CPython's readline misses a signal that comes just before it waits for a key,
        # and a person presses once more.
        one.process.send_signal(by)
    wrong = problems(one, one.wait_end())
    assert not wrong, one.raw.decode(errors="replace")
    return one.text.rstrip().splitlines()[-1]


def wait_asked(one: WindowTerminal) -> None:
    """Wait for a question and its prompt: what is typed before that is no answer."""
    asked = "[Y/n]"
    one.wait_until(lambda: ">" in one.text.partition(asked)[2], "the prompt")


@pytest.mark.parametrize("by", SIGNALS)
def test_at_imports(new_terminal: Open, by: signal.Signals) -> None:
    table = new_terminal("play", "tictactoe")
    table.run_for(2 * STARTS)
    # A fast machine is past its imports by then, and opens the table.
    told = ("Stopped before it was done.", "You have left before there was a table.")
    assert last_line(table, by) in [f"{one} {AGAIN}" for one in told]


WRAPPED = """
import signal, sys, types
from p2pgame.cli.entry import main

class Property:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGTERM)

def imported(standalone_mode):
    class Owner:
        a_property = Property()

command = types.SimpleNamespace(main=imported)
sys.modules["p2pgame.cli.main"] = types.SimpleNamespace(main=command)
main()
"""


def test_in_an_import_that_makes_another_error_of_it() -> None:
    ended = subprocess.run(
        (sys.executable, "-c", WRAPPED), capture_output=True, text=True, timeout=WITHIN
    )
    told = f"Stopped before it was done. {AGAIN}\n"
    assert (ended.returncode, ended.stderr) == (130, told)


@pytest.mark.parametrize("by", SIGNALS)
def test_at_the_question_for_a_name(
    terminal: Open, tmp_path: Path, by: signal.Signals
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings").write_text(json.dumps({"kind": "p2pgame settings 1"}))
    table = terminal("play", "tictactoe")
    table.wait_for("What shall the others call you?")
    assert last_line(table, by) == f"You have left before there was a table. {AGAIN}"


def test_at_the_menu(terminal: Open) -> None:
    menu = terminal()
    menu.wait_for("Which?")
    assert last_line(menu) == f"Stopped before it was done. {AGAIN}"


def test_at_a_yes_or_no_nothing_is_done(terminal: Open, tmp_path: Path) -> None:
    left_table(tmp_path)
    asked = terminal("tables", "forget", "1")
    asked.wait_for("Forget it?")
    assert last_line(asked) == f"Stopped before it was done. {AGAIN}"
    listed = terminal("tables")
    assert listed.wait_end() == 0
    assert "tictactoe" in listed.text
    asked = terminal("tables", "forget", "1")
    asked.wait_for("Forget it?")
    asked.type("n\r")
    assert asked.wait_end() == 1
    assert asked.text.rstrip().endswith("Nothing has changed.")


@pytest.mark.parametrize("by", SIGNALS)
def test_while_a_host_waits_in_its_window(terminal: Open, by: signal.Signals) -> None:
    table = terminal("host", "kuhn", "--listen", "127.0.0.1:0", "--no-lan")
    table.wait_for("waiting for players (1 of 2 here)")
    assert last_line(table, by).endswith(RESUME)


def test_while_a_guest_dials(terminal: Open) -> None:
    table = terminal("join", LINK.encode())
    wait_asked(table)
    table.type("y\r")
    table.wait_for("dialling")
    assert last_line(table).endswith("resume")
    assert "You have left" in table.text


@pytest.mark.parametrize("by", SIGNALS)
def test_in_a_game_which_then_goes_on(terminal: Open, by: signal.Signals) -> None:
    table = terminal("play", "tictactoe", "--pace", "0")
    table.wait_for("Your turn")
    assert last_line(table, by).endswith(RESUME)
    table = terminal("resume")
    table.wait_for("Your turn")
    assert last_line(table, by).endswith(RESUME)


def test_twice_at_once_ends_as_once(terminal: Open) -> None:
    table = terminal("play", "tictactoe", "--pace", "0")
    table.wait_for("Your turn")
    table.process.send_signal(signal.SIGTERM)
    told = last_line(table)
    assert "You have left the table" in told
    assert told.endswith(RESUME)


def test_while_one_looks_on(terminal: Open) -> None:
    table = terminal("watch", LINK.watch.encode())
    wait_asked(table)
    table.type("y\r")
    table.wait_for("dialling")
    told = "You look on no more. The same command looks on again."
    assert last_line(table) == told


def test_while_turns_are_looked_for(terminal: Open) -> None:
    looking = terminal("next", "--wait")
    looking.wait_for("Looking every 60 s")
    told = "Nobody looks for your turns any more. To go on: p2pgame next --wait"
    assert last_line(looking) == told


def test_while_a_folder_is_verified_it_says_how_far(terminal: Open) -> None:
    checking = terminal("verify", ARCHIVE)
    checking.wait_for("verifying")
    told = last_line(checking)
    assert told.startswith("Stopped after ")
    assert told.endswith(f"files. {AGAIN}")


def test_while_a_transcript_is_shown_key_by_key(terminal: Open) -> None:
    reader = terminal("show", f"{ARCHIVE}/kuhn-1-masked.p2pgame")
    reader.wait_for("Step 1:")
    assert last_line(reader) == f"Stopped before it was done. {AGAIN}"


def test_while_the_doctor_looks(new_terminal: Open) -> None:
    doctor = new_terminal("doctor")
    doctor.run_for(3 * STARTS)
    assert last_line(doctor) == f"Stopped before it was done. {AGAIN}"


def test_while_programs_play_each_other(terminal: Open) -> None:
    arena = terminal("arena", "kuhn", "Random", "Random", "--games", "1000000")
    arena.wait_for("kuhn")
    told = last_line(arena)
    assert told.startswith("Stopped after ")
    assert told.endswith("goes on from there.")
