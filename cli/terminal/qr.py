"""Draws a line of text as a QR code in a terminal.

One character shows two modules, one above the other.  On a terminal with colours they
are black on white whatever its colours are; elsewhere what is light is drawn, as for
a dark screen.  Above and below there is a narrower margin than the standard asks for,
or a code would not fit a small window together with the text around it.
"""

from __future__ import annotations

import os
import shutil
import sys

from p2pgame.client import qr

#: Light modules left and right of a code, above it and below it.
MARGIN, ABOVE, BELOW = 4, 1, 2

#: By whether the upper and the lower module of a character are drawn.
_INK = {
    (False, False): " ",
    (True, False): "▀",
    (False, True): "▄",
    (True, True): "█",
}
#: Black on white in the colours that no terminal's theme changes.
_COLOURS, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def modules(text: str) -> list[list[bool]]:
    """Return the smallest code for a text, with its margin; True is dark."""
    rows = qr.modules(text)
    side = [False] * MARGIN
    wide = [[*side, *row, *side] for row in rows]
    empty = [False] * len(wide[0])
    return [*[empty] * ABOVE, *wide, *[empty] * BELOW]


def drawn(
    text: str, *, columns: int, lines: int, encoding: str, colours: bool = True
) -> str | None:
    """Return a text's code as lines for a terminal, or None if it can't be shown there.

    It must be whole in sight, with a line to spare below.
    """
    rows = modules(text)
    if len(rows[0]) > columns or len(rows) // 2 >= lines or not _is_known(encoding):
        return None
    pairs = zip(rows[::2], rows[1::2], strict=True)
    drawn = []
    for upper, lower in pairs:
        cells = zip(upper, lower, strict=True)
        ink = (_INK[(above is colours, below is colours)] for above, below in cells)
        drawn.append("".join(ink))
    if colours:
        drawn = [f"{_COLOURS}{line}{_PLAIN}" for line in drawn]
    return "\n".join(drawn)


def shown(
    text: str, *, columns: int, lines: int, encoding: str, colours: bool = True
) -> str:
    """Return a text's code for a terminal, or the text itself."""
    place = {"columns": columns, "lines": lines}
    return drawn(text, **place, encoding=encoding, colours=colours) or text


def at_terminal(text: str) -> str | None:
    """Return a text's code for the terminal at which we are, or None."""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return None
    size = shutil.get_terminal_size()
    colours = not os.environ.get("NO_COLOR")
    encoding = sys.stdout.encoding
    return drawn(
        text,
        columns=size.columns,
        lines=size.lines,
        encoding=encoding,
        colours=colours,
    )


def _is_known(encoding: str) -> bool:
    """Return whether a terminal can be told what we draw with."""
    try:
        "".join(_INK.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
