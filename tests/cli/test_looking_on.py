"""What somebody types who looks on at a terminal: some words, and no moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal

HOST = ("--bot", "--listen", "127.0.0.1:0", "--spectators", "--no-relay")


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(60, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def test_a_spectator_is_told_what_it_asks(programs: Guests, tmp_path: Path) -> None:
    host = programs.start("host", "tictactoe", *HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    link = line_with("p2pgame watch", host).split()[-1]
    eyes = Terminal(tmp_path, "watch", link, "--again", "0")
    try:
        eyes.wait_for("Is the host's program running on this machine? [Y/n]")
        eyes.wait_for("> ")
        eyes.type("\n")
        eyes.wait_for("Host bot is here.")
        eyes.type("?\n")
        eyes.wait_for("quit  look on no more")
        eyes.type("leave\n")
        eyes.wait_for("You are not asked for anything just now")
        programs.start("join", invite, "--name", "Ann")  # who makes no move
        eyes.wait_for("writes X in")
        for word, told in (
            ("?", "look on no more"),
            ("help", "whose turn it is"),
            ("rules", "The cells are numbered"),
            ("TABLE", "Free: "),
            ("turn", "Ann is to move"),
            ("history", "Host bot writes X in"),
            ("hilfe", "You look on here, and may type: table, turn, score, "),
            ("1", "You look on here, and may type: "),
            ("leave", "You look on here, and may type: "),
            ("say hello", "You look on here, and may type: "),
        ):
            eyes.type(f"{word}\n")
            eyes.wait_for(told)
        eyes.type("quit\n")
        eyes.wait_for("You look on no more. The same command looks on again.")
    finally:
        eyes.close()
