"""A player plans at a pseudo-terminal, and its program is killed meanwhile."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.forked import ROOT
from tests.park_package import install

from .test_screens import invite
from .window_terminal import WindowTerminal

SIZE = (110, 40)
#: What is said of a move that was typed before its question.
EARLY = "What you typed came before"


class Two:
    """Ann, who hosts a table of the game park, and Ben."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        path = os.pathsep.join((str(ROOT), str(install(folder / "games"))))
        self._env = {"PYTHONPATH": path}
        self.opened: list[WindowTerminal] = []
        ways = ("--listen", "127.0.0.1:0", "--no-lan", "--no-relay", "-o", "bears=1")
        self.ann = self.run("ann", "host", "park", "--name", "Ann", *ways)
        self.ann.wait_until(lambda: invite(self.ann) != "", "the whole invite")
        self.ben = self.run("ben", "join", invite(self.ann), "--name", "Ben")
        self.ben.wait_for("[Y/n]")
        self.ben.type("y\r")
        self.ann.wait_for("Play with Ben?")
        self.ann.type("y\r")
        self.ann.wait_for("Your turn")
        self.ben.wait_for("waiting for Ann")

    def run(self, name: str, *arguments: str) -> WindowTerminal:
        place = self._folder / name
        place.mkdir(exist_ok=True)
        terminal = WindowTerminal(place, *arguments, size=SIZE, **self._env)
        self.opened.append(terminal)
        return terminal

    def log(self, name: str) -> bytes:
        (found,) = (self._folder / name).glob("home/tables/*/*/log")
        return found.read_bytes()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    playing = Two(tmp_path)
    yield playing
    for terminal in playing.opened:
        terminal.close()


def says(terminal: WindowTerminal, typed: str, answer: str) -> None:
    """Type it, again if it came before its question, until it is answered so."""
    while not is_answered(terminal, typed, answer):
        pass


def moves(terminal: WindowTerminal, *typed: str) -> None:
    """Let Ann make these moves."""
    for move in typed:
        says(terminal, move, f"Ann: {move}")


def is_answered(terminal: WindowTerminal, typed: str, answer: str) -> bool:
    early = terminal.text.count(EARLY)
    terminal.type(f"{typed}\r")
    terminal.wait_until(
        lambda: answer in terminal.text or terminal.text.count(EARLY) > early, answer
    )
    return answer in terminal.text


@pytest.mark.row("U11", "U12", "U30", "U32", "U34")
def test_a_plan_of_five_steps_at_a_terminal_that_is_killed_in_its_middle(
    two: Two,
) -> None:
    ann, ben = two.ann, two.ben
    before = two.log("ann"), two.log("ben")
    says(ben, "plan", "Plan for your turn: each move is a step")
    says(ben, "gate open", "Planned for your turn: gate open")
    says(ben, "choose 1", "gate open › choose 1")
    says(ben, "place 1", "choose 1 › place 1")
    says(ben, "gather bear", "place 1 › gather bear")
    says(ben, "gather panda", "gather bear › gather panda")
    says(ben, "plan", "As it would be after this: Ann: ")
    ben.wait_for("1. gate open: Ben: gate open")
    says(ben, "undo 3", "gate open › choose 1 (redo: 3 more)")
    says(ben, "undo all", "Planned for your turn: no step (redo: 5 more)")
    says(ben, "redo all", "place 1 › gather bear › gather panda")
    ben.process.send_signal(signal.SIGKILL)
    ben.process.wait()
    assert (two.log("ann"), two.log("ben")) == before
    ben = two.run("ben", "resume")
    ben.wait_for("gate open › choose 1 › place 1 › gather bear › gather panda")
    moves(ann, "choose 2", "place 1", "gather bear", "end")
    ben.wait_for("Part of what you had prepared is undone, from")
    ben.wait_for("Plan: gate open › choose 1 › place 1")
    says(ben, "gather panda", "place 1 › gather panda")
    says(ben, "group 2 the corner", "choose 1 › the corner")
    says(ben, "plan", "3. the corner = place 1 + gather panda: ")
    says(ben, "confirm", "Your plan is made: 4 moves.")
    for move in ("gate open", "choose 1", "place 1", "gather panda"):
        ann.wait_for(f"Ben: {move}")
    assert "corner" not in ann.text
    ben.wait_for("Your turn")
    says(ben, "undo 2", "Ben takes the last move back")
    ben.wait_for("\nplace 1/2/3/4")  # both are taken back, and it is asked again
    says(ben, "turn", "In this turn you have made: gate open")
    says(ben, "redo", "Ben: place 1")
    says(ben, "redo", "Ben: gather panda")


def test_a_move_typed_before_its_turn_is_marked_and_sent(two: Two) -> None:
    ann, ben = two.ann, two.ben
    says(ben, "nonsense", "is no move that may come in your next")
    says(ben, "Choose 3", "Made when your turn comes: choose 3")
    says(ben, "undo", "There is no plan any more; nobody knows of it.")
    ben.wait_gone("Made when your turn comes")
    says(ben, "choose 1", "Made when your turn comes: choose 1")
    moves(ann, "choose 2", "place 1", "end")
    ann.wait_for("Ben: choose 1")
    ben.wait_for("Your turn")
    ben.wait_gone("Made when your turn comes")


def test_plan_and_a_move_makes_more_of_a_move_that_waits(two: Two) -> None:
    ben = two.ben
    says(ben, "choose 1", "Made when your turn comes: choose 1")
    says(ben, "plan Place 1", "Planned for your turn: choose 1 › place 1")
    says(ben, "plan", "Possible next, as far as is known now: gather")
    says(ben, "plan gather bear", "place 1 › gather bear")
    says(ben, "confirm", "Made when your turn comes: choose 1 › place 1 › gather bear")
    says(ben, "drop", "There is no plan any more; nobody knows of it.")
    says(ben, "plan choose 1", "Planned for your turn: choose 1")
