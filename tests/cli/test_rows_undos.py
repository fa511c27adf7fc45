"""Undos that make room are listed at a terminal, and made by a number."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.cli.test_terminal import Terminal

#: The line of B goes down the middle, and either half can let A through.
LEVEL = "level=A.B/.../.../B.A"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a table of flow at which Ann sits."""
    opened = Terminal(tmp_path, "play", "flow", "--name", "Ann", "-o", LEVEL)
    yield opened
    opened.close()


def says(table: Terminal, typed: str, *answers: str) -> None:
    table.type(f"{typed}\n")
    for answer in answers:
        table.wait_for(answer)
    if answers[-1].startswith("Ann "):
        table.wait_for("Your move: ")  # what is typed before it answers nothing
    table.wait_for("> ")


@pytest.mark.row("R16", "R17")
def test_undos_that_make_room_are_listed_and_one_of_them_is_made(
    table: Terminal,
) -> None:
    table.wait_for("1 A . B")
    table.wait_for("> ")
    says(table, "undo for", "Undos make room for a cell (b3)")
    says(table, "undo for b2", "Nothing has to be undone for that")
    for move in ("b1 left", "b1 down", "b2 right", "b2 up"):
        says(table, move, "Ann draws B")
    listed = ("1. undo B1: frees b2", "2. undo B2: frees b3", "undo way N makes one")
    says(table, "undo for a", "What makes room for a:", *listed)
    says(table, "undo more", "No more undos were found")
    says(table, "undo way 3", "Nothing was listed under 3")
    says(table, "undo way 2", "Ann takes the last step of B2 back")
    says(table, "undo way 1", "The table has changed since then")
    both = "1. undo B1 2 times: frees b1 b2, 5 cells stay covered"
    says(table, "UNDO for B1", "What makes room for B1:", both)
    says(table, "undo way 1", *["Ann takes the last step of B1 back"] * 2)
    says(table, "redo", "Ann draws B1 again")
