"""The program at a terminal that can't draw: what is typed, shown, and left behind."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.window_terminal import be_known
from tests.forked import ROOT, Program

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

import termios
from fcntl import ioctl

WITHIN = 60.0
LOCAL_MODES = 3


class Terminal:
    """One run of the program, a person's keys going in and its screen coming out.

    The program knows the person's name already, if the person ``is_known``.
    """

    def __init__(self, cwd: Path, *arguments: str, is_known: bool = True) -> None:
        self.keys, self._theirs = os.openpty()
        home = cwd / "home"
        if is_known:
            be_known(home)
        self.shown = ""
        self._seen = 0
        self.process = Program(
            arguments,
            cwd=cwd,
            env={
                **os.environ,
                "P2PGAME_HOME": str(home),
                "PYTHONPATH": str(ROOT),
                "TERM": "dumb",
                "COLUMNS": "200",
            },
            streams=(self._theirs,) * 3,
            leads=True,
        )

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def wait_for(self, text: str) -> None:
        """Wait until the screen shows ``text`` after what was waited for before."""
        self.wait_for_either(text, text)

    def wait_for_either(self, one: str, other: str) -> str:
        """Wait for one of two texts, and return which it was."""

        def found() -> list[str]:
            return [
                text for text in (one, other) if self.shown.find(text, self._seen) >= 0
            ]

        self.wait_until(lambda: bool(found()), f"{one} or {other}")
        first = min(found(), key=lambda text: self.shown.find(text, self._seen))
        self._seen = self.shown.index(first, self._seen) + len(first)
        return first

    def look(self) -> None:
        """Read what the screen has come to show, without waiting for more."""
        self._read(0)

    def wait_end(self) -> int:
        self.wait_until(lambda: self.process.poll() is not None, "the end")
        self.look()
        return self.process.returncode

    @property
    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self._theirs)[LOCAL_MODES] & termios.ECHO)

    @property
    def typed(self) -> int:
        """How much of what was typed nobody has read; the terminal takes it late."""
        return int.from_bytes(
            ioctl(self._theirs, termios.FIONREAD, bytes(4)), sys.byteorder
        )

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.keys)
        os.close(self._theirs)

    def wait_until(self, there: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + WITHIN
        while not there():
            assert time.monotonic() < deadline, f"no {what!r} in:\n{self.shown}"
            self._read(0.1)

    def _read(self, patience: float) -> None:
        while select.select([self.keys], [], [], patience)[0]:
            self.shown += os.read(self.keys, 1 << 16).decode(errors="replace")
            patience = 0


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """A function that runs the program with the arguments given."""
    opened: list[Terminal] = []

    def run(*arguments: str, is_known: bool = True) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, is_known=is_known))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


def test_a_refusal_is_a_sentence_and_a_new_prompt(terminal: Open) -> None:
    table = terminal("play", "tictactoe", "--name", "Ann")
    table.wait_for("Your move: 1, 2, 3, 4, 5, 6, 7, 8, 9")
    table.wait_for("> ")
    for typed, answer in [
        ("\n", ""),
        ("?\n", "Moves now, written out or as they begin:"),
        ("ten\n", "Not possible now: 'ten'. You may: 1, 2, 3"),
        ("\x1b[Dt\x07en\n", "Not possible now: 'ten'"),
    ]:
        table.type(typed)
        table.wait_for(answer)
        table.wait_for("> ")
    assert table.shown.count("Your move: ") == 1


def test_leaving_at_the_prompt_ends_with_a_sentence(
    terminal: Open, tmp_path: Path
) -> None:
    table = terminal("play", "tictactoe", "--name", "Ann", "--transcript", "left")
    table.wait_for("> ")
    table.process.send_signal(signal.SIGINT)
    assert table.wait_end() == 130
    assert table.echoes
    last = table.shown.replace("\r", "").rstrip("\n").split("\n")[-1]
    assert last == (
        "You have left the table; what was signed so far is in left. "
        "To go on: p2pgame resume"
    )
    assert (tmp_path / "left").exists()
    assert "Traceback" not in table.shown


def test_the_end_of_input_is_leaving_too(terminal: Open) -> None:
    table = terminal("play", "tictactoe", "--name", "Ann")
    table.wait_for("> ")
    table.type("\x04")
    assert table.wait_end() == 130
    assert "You have left the table; " in table.shown


def test_the_last_board_is_shown_and_the_result_once(terminal: Open) -> None:
    table = terminal("play", "tictactoe", "--name", "Ann")
    while table.wait_for_either("> ", "The game is over") == "> ":
        free = table.shown[table.shown.rindex("Your move: ") :]
        table.type(f"{free.split()[2].rstrip(',')}\n")
    table.wait_for("Again? [y/N]")
    table.wait_for("> ")
    table.type("no\n")
    assert table.wait_end() == 0
    shown = table.shown.replace("\r", "")
    end = shown[shown.rindex(" writes ") :]
    assert end.index(" X") < end.index("The game is over") < end.index("Verified: ")
    assert shown.count("Result:") == 0
    assert shown.rstrip().splitlines()[-1].startswith("The transcript is in tictactoe-")


def test_a_transcript_is_told_key_by_key(terminal: Open, tmp_path: Path) -> None:
    table = terminal("play", "tictactoe", "--name", "Ann", "--transcript", "left")
    table.wait_for("> ")
    table.process.send_signal(signal.SIGINT)
    table.wait_end()
    reader = terminal("show", "left")
    reader.wait_for("enter: next, b: back")
    reader.wait_for("Ann, Slipping Sam play Tic-tac-toe.")
    reader.wait_until(lambda: not reader.echoes, "wish for a key")
    reader.type("q")
    assert reader.wait_end() == 0


def test_who_leaves_a_table_of_programs_ends_them_all_at_once(terminal: Open) -> None:
    table = terminal("play", "holdem", "--players", "3", "--hands", "50")
    table.wait_for("Your move: ")
    table.wait_for("> ")
    table.type("leave\n")
    table.wait_for("Leave for good?")
    table.wait_for("> ")
    table.type("leave\n")
    table.wait_for("You have left the table; what was signed so far is in")
    assert table.wait_end() == 130
    assert "resume" not in table.shown
    table.wait_until(lambda: not is_running(table.process.pid), "the programs' end")


def is_running(group: int) -> bool:
    """Return whether a program that was started by this one still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_person_is_asked_for_a_name_once(terminal: Open, tmp_path: Path) -> None:
    table = terminal("play", "tictactoe", is_known=False)
    table.wait_for("What shall the others call you? [")
    table.type("Anna\n")
    table.wait_for("Anna, ")
    table.process.terminate()
    assert table.wait_end() == 130
    settings = tmp_path / "home" / "settings"
    assert json.loads(settings.read_text())["name"] == "Anna"
    table = terminal("host", "kuhn", "--listen", "127.0.0.1:0", is_known=False)
    table.wait_for("p2pgame join")
    table.process.terminate()
    assert table.wait_end() == 130
    assert "call you" not in table.shown
    for ticket in (tmp_path / "home").glob("tables/*/*/ticket"):
        assert json.loads(ticket.read_text())["name"] == "Anna"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("host", "kuhn", "--listen", "127.0.0.1:0"), "p2pgame join "),
        (("play", "kuhn"), "> "),
        (("relay", "--listen", "127.0.0.1:0"), "This relay is at"),
        (("arena", "kuhn", "Random", "Random", "--games", "1000000"), "kuhn"),
        (("verify", str(ROOT / "tests" / "archive")), "verifying"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_after_ctrl_c_the_last_line_is_whole(
    terminal: Open, arguments: tuple[str, ...], text: str
) -> None:
    table = terminal(*arguments)
    table.wait_for(text)
    table.process.send_signal(signal.SIGINT)
    table.wait_end()
    last = table.shown.rpartition("\r\n")
    assert last[2] in ("", "\x1b[?25h")
    assert last[0].endswith((".", "!", "p2pgame resume", "refused: 0"))
    assert "Traceback" not in table.shown
    assert table.echoes


def test_a_transcript_is_shown_forward_and_back_by_keys(terminal: Open) -> None:
    table = terminal("show", str(ROOT / "tests/archive/kuhn-1-masked.p2pgame"))
    table.wait_for("enter: next, b: back")
    table.wait_for("Step 1:")
    for keys, text in (
        ("\n", "Step 2:"),
        ("n", "Step 3:"),
        ("b", "Step 2:"),
        ("g", "Which step"),
        ("4\n", "Step 4:"),
        ("f", "Step 1:"),
        ("b", "That is the first step."),
        ("l", "Everybody has signed the end."),
        ("\x1b[C", "That is the last step."),
    ):
        if keys != "4\n":  # that is a line
            table.wait_until(lambda: not table.echoes, "wish for a key")
        table.type(keys)
        table.wait_for(text)
    table.wait_until(lambda: not table.echoes, "wish for a key")
    table.type("q")
    assert table.wait_end() == 0
