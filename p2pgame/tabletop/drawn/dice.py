"""Draws dice: small ones with a number, large ones with pips."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import Drawing, Row, Span

from .boxes import columns
from .cards import framed_cards

#: The rows of the face of a large die, by its pips.
_FACES = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
_HIDDEN = ("▒▒▒▒▒",) * 3
UNKNOWN = "▒"


def dice_line(pips: Sequence[int | None], styles: Sequence[str]) -> Row:
    """Return dice in a line, a number each; None: it is not known."""
    spans = list[Span]()
    for n, (one, style) in enumerate(zip(pips, styles, strict=True)):
        spans += [Span(" ")] if n else []
        spans.append(Span(UNKNOWN, "hidden") if one is None else Span(str(one), style))
    return tuple(spans)


def framed_dice(pips: Sequence[int | None], *, large: bool) -> Drawing:
    """Return dice in frames beside one another: in five rows with pips, or in three."""
    if not large:
        return framed_cards([None if one is None else str(one) for one in pips])
    return columns([_large(one) for one in pips], gap=1)


def _large(pips: int | None) -> Drawing:
    texts, style = (_HIDDEN, "hidden") if pips is None else (_FACES[pips], "strong")
    side = Span("│", "frame")
    return (
        (Span("╭─────╮", "frame"),),
        *((side, Span(text, style), side) for text in texts),
        (Span("╰─────╯", "frame"),),
    )
