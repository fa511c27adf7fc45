"""A host at a terminal says yes or no to each guest that comes by link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal

HOST = ("--name", "Ann", "--listen", "127.0.0.1:0", "--no-relay", "--no-lan")
NO_SEAT = "Error: Ann gives you no seat at this table."


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(60, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


@pytest.mark.attack(39)
def test_who_comes_by_link_plays_if_the_host_says_yes_and_else_is_told(
    guests: Guests, tmp_path: Path
) -> None:
    host = Terminal(tmp_path, "host", "kuhn", *HOST)
    try:
        host.wait_for("p2pgame join ")
        host.wait_for("Waiting for players (1 of 2 here)")
        (invite,) = re.findall(r"p2pgame join (\S+)", host.shown)
        stranger = guests.start("join", invite, "--bot", "--name", "Mallory")
        host.wait_for("Mallory has come with your link. Play with Mallory? [Y/n]")
        host.wait_for("> ")
        host.type("perhaps\n")
        host.wait_for("Type y or n.")
        host.wait_for("> ")
        host.type("n\n")
        host.wait_for("Mallory gets no seat.")
        friend = guests.start("join", invite, "--bot", "--name", "Ben")
        host.wait_for("Ben has come with your link. Play with Ben? [Y/n]")
        host.wait_for("> ")
        host.type("\n")
        host.wait_for("Ann, Ben play Kuhn poker.")
        line_with("Ann, Ben play Kuhn poker.", friend)
        assert NO_SEAT in line_with("Error: ", stranger)
        assert stranger.wait(timeout=30) == 1
    finally:
        host.close()
