"""At the end of a table friends who are no contacts yet are offered to be kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.cli.terminal.keeping import Company
from p2pgame.client.events import Begun, Ended, Player
from p2pgame.client.profile import contacts
from p2pgame.engine import plain
from tests.cli.test_screens import invite
from tests.cli.window_terminal import WindowTerminal
from tests.forked import ROOT

WAYS = ("-o", "rounds=1", "--listen", "127.0.0.1:0", "--no-lan", "--no-relay")


class Two:
    """Ann, who hosts rock, paper, scissors, and Ben."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[WindowTerminal] = []
        self.ann = self.run("ann", "host", "rps", "--name", "Ann", *WAYS)
        self.ann.wait_until(lambda: invite(self.ann) != "", "the whole invite")

    def run(self, name: str, *arguments: str, **env: str) -> WindowTerminal:
        place = self.folder / name
        place.mkdir(exist_ok=True)
        terminal = WindowTerminal(
            place, *arguments, size=(110, 40), PYTHONPATH=str(ROOT), **env
        )
        self.opened.append(terminal)
        return terminal

    def play(self, **env: str) -> WindowTerminal:
        """Have Ben come, and the game played to its end; return Ben's terminal."""
        ben = self.run("ben", "join", invite(self.ann), "--name", "Ben", **env)
        ben.wait_for("[Y/n]")
        ben.type("y\r")
        self.ann.wait_for("Play with Ben?")
        self.ann.type("y\r")
        for terminal, move in ((self.ann, "rock"), (ben, "paper")):
            terminal.wait_for("Your ")
            terminal.type(f"{move}\r")
        self.ann.wait_for("gain?")
        self.ann.type("n\r")
        return ben

    def kept(self, name: str) -> list[str]:
        """Return what somebody's contacts are called."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("P2PGAME_HOME", str(self.folder / name / "home"))
            return [one.name for one in contacts.kept()]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    playing = Two(tmp_path)
    yield playing
    for terminal in playing.opened:
        terminal.close()


@pytest.mark.parametrize("plain_too", ["", "1"])
def test_each_may_keep_the_other_and_is_asked_once(two: Two, plain_too: str) -> None:
    ben = two.play(P2PGAME_PLAIN=plain_too)
    two.ann.wait_for("Keep Ben? [Y/n]")
    two.ann.type("\r")
    ben.wait_for("Keep Ann? [Y/n]")
    ben.type("n\r")
    assert two.ann.wait_end() == 0
    assert ben.wait_end() == 0
    assert "p2pgame host GAME --invite Ben" in two.ann.text
    told = " ".join(two.ann.text.split())
    assert "One of you runs one (p2pgame relay --listen 0.0.0.0:8765)" in told
    assert (two.kept("ann"), two.kept("ben")) == (["Ben"], [])


def test_another_of_that_name_is_called_something_else(two: Two) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("P2PGAME_HOME", os.fspath(two.folder / "ann" / "home"))
        contacts.keep(b"b" * 32, "ben", when=1)
    two.play()
    two.ann.wait_for("Keep Ben? [Y/n]")
    two.ann.type("y\r")
    two.ann.wait_for("Another contact of yours is called Ben")
    two.ann.wait_for("What do you call Ben?")
    two.ann.type("Benno\r")
    assert two.ann.wait_end() == 0
    assert sorted(two.kept("ann")) == ["Benno", "ben"]


def test_who_ends_the_program_is_asked_no_more(two: Two) -> None:
    two.play()
    two.ann.wait_for("Keep Ben? [Y/n]")
    two.ann.process.send_signal(2)
    assert two.ann.wait_end() == 0
    assert two.kept("ann") == []


def test_programs_and_oneself_are_nobody_to_be_kept() -> None:
    players = (Player("Ann", "a" * 64), Player("Robot", "b" * 64, is_program=True))
    people = (*players, Player("Ben", "c" * 64))
    company = Company()
    company.hear(Begun("t", "rps", 1, {}, people, 0, plain("terms")))
    assert company.people == {}
    company.hear(Ended((0, 0, 0), plain("over")))
    assert company.people == {"c" * 64: "Ben"}
