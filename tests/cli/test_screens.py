"""Friends play whole games in windows of several sizes, resized while they play.

With P2PGAME_SCREENS=FOLDER the screens are kept there, to be looked at.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from .window_terminal import WindowTerminal

SIZES = [(80, 24), (120, 40), (60, 20)]


class Friends:
    """A host and its guests, each at a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.tables: list[WindowTerminal] = []

    def sit(self, *arguments: str, size: tuple[int, int]) -> WindowTerminal:
        place = self._folder / str(len(self.tables))
        place.mkdir()
        table = WindowTerminal(place, *arguments, size=size)
        self.tables.append(table)
        return table

    def open(self, game: str, *guests: str) -> None:
        """Open a table, and let all guests in."""
        seats = str(len(guests) + 1)
        ways = ("--listen", "127.0.0.1:0", "--no-lan", "--no-relay")
        players = ("--players", seats) if seats != "2" else ()
        host = self.sit("host", game, *players, "--name", "Anna", *ways, size=SIZES[0])
        host.wait_for("p2pgame join")
        host.wait_until(lambda: invite(host) != "", "the whole invite")
        for number, name in enumerate(guests, 1):
            guest = self.sit("join", invite(host), "--name", name, size=SIZES[number])
            guest.wait_for("[Y/n]")  # is the host on this machine?
            guest.type("y\r")
            host.wait_for(f"Play with {name}?")
            host.type("y\r")

    def keep(self, name: str) -> None:
        """Keep all screens, if they are wanted."""
        wanted = os.environ.get("P2PGAME_SCREENS")
        for seat, table in enumerate(self.tables):
            table.wait_until(lambda at=table: is_whole(at), "whole rows")  # type: ignore[misc]
            if wanted:
                file = Path(wanted) / f"{name}-{seat}.txt"
                file.write_text(f"{table.text}\n", "utf-8")

    def turn(self) -> WindowTerminal:
        """Wait until somebody is to move, and return its terminal."""
        found: list[WindowTerminal] = []

        def moves() -> bool:
            for table in self.tables:
                table.look()
            found[:] = [one for one in self.tables if "\nYour turn" in one.text]
            return bool(found) or any("Again?" in one.text for one in self.tables)

        self.tables[0].wait_until(moves, "a turn")
        return found[0] if found else self.tables[0]


def invite(table: WindowTerminal) -> str:
    """Return the invite, once it is whole; the title may be set within its line."""
    said = re.sub(r"\x1b\[[\d;]*t", "", table.raw.decode())
    found = re.search(r"p2pgame join (P2PGAME:[A-Z0-9/.:-]+)\r?\n", said)
    return found[1] if found else ""


def is_done(table: WindowTerminal, refused: int) -> bool:
    """Whether a turn is over; or it was over when its move was typed, and told so."""
    gone = "Your turn" not in table.text
    return gone or table.text.count("Not possible") > refused


def is_whole(table: WindowTerminal) -> bool:
    """Whether no row is torn: boxes that begin in a row end there."""
    return all(
        row.count("╭") == row.count("╮") or "…" in row or "├" in row
        for row in table.rows
    )


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[Friends]:
    opened = Friends(tmp_path)
    yield opened
    for table in opened.tables:
        table.close()


def test_three_friends_play_a_hand_of_holdem(friends: Friends) -> None:
    friends.open("holdem", "Ben", "Cleo")
    for step in range(30):
        table = friends.turn()
        friends.keep(f"holdem-{step:02}")
        if "Again?" in table.text:
            break
        offers = table.text.rpartition("Your turn")[2]
        move = next(one for one in ("show", "check", "call") if one in offers)
        refused = table.text.count("Not possible")
        table.type(f"{move}\r")
        table.wait_until(partial(is_done, table, refused), "the end of a turn")
        if step == 3:
            for one, size in zip(friends.tables, SIZES[::-1], strict=True):
                one.resize(*size)
    for table in friends.tables:
        table.wait_for("The game is over")


def test_two_friends_play_fools_mate(friends: Friends) -> None:
    friends.open("chess", "Ben")
    for step, move in enumerate(("f3", "e5", "g4", "Qh4")):
        table = friends.turn()
        table.type(f"{move}\r")
        table.wait_gone("Your turn")
        friends.keep(f"chess-{step}")
        friends.tables[step % 2].resize(*SIZES[step % 3])
    for table in friends.tables:
        table.wait_for("The game is over")
    friends.keep("chess-over")
