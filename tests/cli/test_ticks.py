"""Where time goes on by itself: who types is not disturbed, and reads one table."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.cli.test_terminal import Terminal

_PART = re.compile(r"\x1b\[\??(\d*)([A-Za-z])|([^\x1b])", re.DOTALL)


def seen(shown: str) -> list[str]:
    """Return the rows that are to be read on a terminal that got these characters."""
    rows, row, column = [""], 0, 0
    for match in _PART.finditer(shown):
        count, command, character = match.groups()
        if character == "\n":
            row += 1
            rows += [""] * (row == len(rows))
        elif character == "\r":
            column = 0
        elif character is not None:
            rows[row] = rows[row].ljust(column)
            rows[row] = rows[row][:column] + character + rows[row][column + 1 :]
            column += 1
        elif command == "A":
            row -= int(count or 1)
        elif command == "D":
            column -= int(count or 1)
        elif command == "J":
            rows[row:] = [rows[row][:column]]
        elif command == "K":
            rows[row] = "" if count == "2" else rows[row][:column]
    return rows


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a table of mover at which Ann sits alone, a step every second."""
    opened = Terminal(
        *(tmp_path, "play", "mover", "--players", "1", "--name", "Ann"),
        *("-o", "ticks=9"),
    )
    yield opened
    opened.close()


def test_a_line_half_typed_outlasts_the_ticks_which_take_one_place(
    table: Terminal,
) -> None:
    table.wait_for("> ")
    table.type("l 77")
    table.wait_for("tick 2 of 9")
    table.wait_for("> l 77")
    table.wait_for("tick 3 of 9")
    table.wait_for("> l 77")
    rows = seen(table.shown)
    assert rows[-1] == "> l 77"
    assert len([row for row in rows if row.startswith("tick ")]) <= 2
    table.type("\x7f\n")  # the ticks have not moved the cursor either
    table.wait_for("Ann orders 7 right")
    table.type("k 1")
    table.wait_for("Again? [y/N]")
    table.wait_for("> ")
    table.type("\n")
    assert table.wait_end() == 0
    rows = seen(table.shown)
    assert "tick 9 of 9" in rows
    assert "> k 1" not in rows  # nobody asks any more
    assert len([row for row in rows if " of 9" in row]) <= 4
    assert len([row for row in rows if row.startswith("Your move: ")]) == 1


def test_what_is_told_stays_when_the_table_takes_its_place(table: Terminal) -> None:
    table.wait_for("> ")
    table.type("l 3\n")
    table.wait_for("Ann orders 3 right")
    table.wait_for("tick 9 of 9")
    table.wait_for("Again? [y/N]")
    table.wait_for("> ")
    table.type("n\n")
    assert table.wait_end() == 0
    rows = seen(table.shown)
    (order,) = (row for row in rows if "Ann orders 3 right" in row)
    assert rows.index("> l 3") < rows.index(order) < rows.index("tick 9 of 9")
    assert "Ann (you) at (3, 0)" in rows[rows.index("tick 9 of 9") :]
