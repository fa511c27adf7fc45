"""Where time goes on by itself: who types is not disturbed, and sees one table."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from .window_terminal import WindowTerminal


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WindowTerminal]:
    """Yield a table of mover at which Ann sits alone, a step every second."""
    opened = WindowTerminal(
        *(tmp_path, "play", "mover", "--players", "1", "--name", "Ann"),
        *("-o", "ticks=6"),
        size=(120, 40),
    )
    yield opened
    opened.close()


def tick(table: WindowTerminal) -> int:
    found = re.search(r"tick (\d+) of", table.text)
    return int(found[1]) if found else 0


def test_a_line_half_typed_outlasts_the_ticks(table: WindowTerminal) -> None:
    table.wait_for("Your turn")
    table.type("l 77")
    table.wait_until(lambda: table.rows[-1] == "> l 77", "what is typed")
    first = tick(table)
    table.wait_until(lambda: tick(table) > first, "the next tick")
    assert table.rows[-1] == "> l 77"
    assert table.text.count("of 6") == 1
    table.type("\x7f\r")  # the ticks have not moved the cursor either
    table.wait_for("Ann orders 7 right")
    table.type("k 1")
    table.wait_for("Again? [y/N]")
    assert table.rows[-1] == ">"  # nobody asks for that any more
    table.type("\r")
    assert table.wait_end() == 0
    assert "tick 6 of 6" in table.text
