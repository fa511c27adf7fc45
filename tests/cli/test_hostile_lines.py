"""Nothing that a peer writes is obeyed by a terminal: 200 names, and as many lines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from p2pgame.session.entries.shown import is_name, shown, shown_name
from tests.forked import NewAtTerminal

from .window_terminal import WindowTerminal

#: What a terminal obeys, or what turns a line around.
CONTROLS = (
    *("\x1b[2J", "\x1b[1;1H", "\x1b]2;", "\x1b]52;c;", "\x1bP", "\x1b[?1049l"),
    *("\x1b(0", "\x1b[31m", "\x1bc", "\x9b2J", "\x9d2;", "\x90", "\a", "\b", "\r"),
    *("\n", "\t", "\v", "\f", "\0", "\x0e", "\x7f", "\x85"),
    *("\u2028", "\u202e", "\u2066", "\ufeff"),
)
#: What a peer might write, and the part of it that a terminal must not get.
HOSTILE = [
    (
        f"Ann{CONTROLS[n % len(CONTROLS)]}EVIL{n:03}",
        f"{CONTROLS[n % len(CONTROLS)]}EVIL",
    )
    for n in range(200)
]
#: A window in which all lines of the log have room beside the table.
SIZE = (120, 250)
CODE = """
import trio
from p2pgame.cli.terminal.scene import Picture
from p2pgame.cli.terminal.window_display import WindowDisplay
from p2pgame.engine import Span
from tests.cli.test_hostile_lines import HOSTILE

async def main():
    screen = WindowDisplay(keys=True)
    texts = [text for text, _ in HOSTILE]
    rows = tuple((Span(text),) for text in texts)
    with screen:
        screen.begin(f"kuhn: {texts[0]}, {texts[1]}")
        screen.table(Picture("", lambda width, height: rows))
        for text in texts:
            screen.line(text)
        screen.offer(texts[2], limit=texts[3])
        await screen.ask()

trio.run(main)
"""


class Showing(NewAtTerminal):
    command = (sys.executable, "-P", "-c", CODE)


class Shown(WindowTerminal):
    start = Showing


def test_no_control_byte_comes_through_a_window(tmp_path: Path) -> None:
    """Here the texts are not even mended where they come in, as all are."""
    table = Shown(tmp_path, size=SIZE)
    try:
        table.wait_until(lambda: table.text.count("EVIL199") == 2, "the last of both")
        table.look()
        drawn = table.text
        table.type("leave\r")
        assert table.wait_end() == 0
    finally:
        table.close()
    for n, (_, evil) in enumerate(HOSTILE):
        assert evil.encode() not in table.raw, evil
        if not evil.startswith("\n"):  # lines that belong together stay lines
            assert drawn.count(f"EVIL{n:03}") >= 2


@pytest.mark.parametrize("mend", [shown, shown_name])
def test_what_peers_write_is_mended_where_it_comes_in(
    mend: Callable[[str], str],
) -> None:
    assert all(mend(text).isprintable() for text, _ in HOSTILE)
    assert not [text for text, _ in HOSTILE if is_name(text)]
