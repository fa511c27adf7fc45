"""An evening of three games at two terminals, and the next day by name.

All is typed as the first page and the screens say, and nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.client.profile import contacts
from tests.cli.processes import Guests, line_with
from tests.cli.test_screens import invite
from tests.cli.window_terminal import WindowTerminal

HERE = ("--listen", "127.0.0.1:0", "--no-lan")


class Friends:
    """Ann and Ben, each with a machine: a home, a folder for files, a terminal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[WindowTerminal] = []
        for name in ("Ann", "Ben"):
            home = folder / name / "home"
            home.mkdir(parents=True)
            kept = {"kind": "p2pgame settings 1", "name": name}
            (home / "settings").write_text(json.dumps(kept))

    def run(self, name: str, *arguments: str) -> WindowTerminal:
        place = self.folder / name
        files = {"P2PGAME_TRANSCRIPTS": str(place / "files"), "P2PGAME_LANG": "en"}
        terminal = WindowTerminal(place, *arguments, size=(110, 40), **files)
        self.opened.append(terminal)
        return terminal

    def does(self, name: str, *arguments: str) -> str:
        """Run a command to its end; return what it says."""
        terminal = self.run(name, *arguments)
        assert terminal.wait_end() == 0, terminal.text
        return terminal.text

    def close(self) -> None:
        for terminal in self.opened:
            terminal.close()


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[Friends]:
    friends = Friends(tmp_path)
    yield friends
    friends.close()


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[str]:
    guests = Guests(tmp_path)
    started = line_with("This relay", guests.start("relay", "--listen", "127.0.0.1:0"))
    yield started.split()[-1].rstrip(".")
    guests.close()


def sign(host: WindowTerminal, guest: WindowTerminal) -> None:
    """Show signs, of which the host's wins."""
    for terminal, sign in ((host, "rock"), (guest, "scissors")):
        terminal.wait_for("Your turn")
        terminal.type(f"{sign}\r")


def mark(host: WindowTerminal, guest: WindowTerminal) -> None:
    """Mark squares, until whoever begins has three in a row."""
    two = [host, guest]
    host.wait_until(lambda: any(map(is_to_move, two)), "whoever begins")
    two.sort(key=is_to_move)
    for square in "14253":
        mover = two.pop()
        two.insert(0, mover)
        mover.wait_for("Your turn")
        mover.type(f"{square}\r")
        mover.wait_gone("Your turn")


def is_to_move(terminal: WindowTerminal) -> bool:
    terminal.look()
    return "Your turn" in terminal.text


def test_three_games_of_an_evening_and_one_of_the_next_day_by_name(
    friends: Friends, relay: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = friends.run("Ann", "host", "rps", "-o", "rounds=1", "--no-relay", *HERE)
    ann.wait_until(lambda: invite(ann) != "", "the whole invite")
    ben = friends.run("Ben")
    ben.wait_for("[1]:")
    ben.type("2\r")
    ben.wait_for("The invite")
    ben.type(f"p2pgame join {invite(ann)}\r")
    ben.wait_for("running on this machine?")
    ben.type("y\r")
    ann.wait_for("Play with Ben? [Y/n]")
    ann.type("\r")
    for play, further in ((sign, "Tic-tac-toe"), (mark, "y"), (mark, "")):
        play(ann, ben)
        ann.wait_for("Again? [y/N]")
        ann.type(f"{further}\r")
        ann.wait_gone("Again? [y/N]")
    for one, other in ((ann, "Ben"), (ben, "Ann")):
        one.wait_for(f"Keep {other}? [Y/n]")
        one.type("\r")
        assert one.wait_end() == 0
        assert f"p2pgame host GAME --invite {other}" in one.text
    assert "One evening of 3 tables" in friends.does("Ann", "ledger")
    assert "Verified: " in friends.does("Ben", "verify", "last")

    for name in ("Ann", "Ben"):
        friends.does(name, "settings", "relay", relay)
    ann = friends.run("Ann", "host", "rps", "-o", "rounds=1", *HERE, "--invite", "Ben")
    ann.wait_for("Ben is invited")
    ben = friends.run("Ben")
    ben.wait_for("Ann invites you to a game of Rock, paper, scissors. Join? [Y/n]")
    ben.type("\r")
    ben.wait_for("running on this machine?")
    ben.type("y\r")
    sign(ann, ben)
    ann.wait_for("Again? [y/N]")
    ann.type("\r")
    assert (ann.wait_end(), ben.wait_end()) == (0, 0)
    assert "Keep" not in ann.text + ben.text
    monkeypatch.setenv("P2PGAME_HOME", str(friends.folder / "Ann" / "home"))
    assert [(one.name, one.tables) for one in contacts.kept()] == [("Ben", 4)]
    assert len(os.listdir(friends.folder / "Ben" / "files")) == 4
