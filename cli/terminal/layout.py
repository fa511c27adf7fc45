"""Lays a scene out in rows of styled text, for a window of any size.

Nothing here touches a terminal.  From top to bottom: a title, the table with the log
beside it (or below it, in a narrow window), what goes on, and what may be typed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence

from p2pgame.client.words import say
from p2pgame.engine import Drawing, Message, Row, Span
from p2pgame.engine.printable import printable
from p2pgame.tabletop.drawn.rows import beside, cells, cut, filled, padded, width_of

from ..text.wrapping import wrapped
from .scene import Line, Picture, Scene

#: From this width on, the log stands beside the table.
WIDE = 100
#: The least width of a log beside a table, and rows of one below it.
LOG_WIDTH, LOG_HEIGHT = 32, 3
#: Rows of a table in which any game finds room, if a narrow window has them.
TABLE_HEIGHT = 14
#: Rows for a plan.
PLAN_ROWS = 2
#: Rows for what may be typed.
OFFER_ROWS = 2


def rows(scene: Scene, width: int, height: int) -> list[Row]:
    """Return exactly ``height`` rows, none wider than ``width``."""
    foot = [*_plan(scene, width), _status(scene, width), *_offers(scene, width)]
    room = max(0, height - 1 - len(foot))
    picture = scene.shown
    if picture is None or scene.reading:
        body = _log(scene, width, room)
    elif width >= WIDE:
        body = _wide(scene, picture, width, room)
    else:
        body = _narrow(scene, picture, width, room)
    body = [*body, *[()] * (room - len(body))]
    laid = [_title(scene, width), *body[:room], *foot]
    return [trimmed(row, width) for row in laid[-height:]]


def waiting(scene: Scene, width: int) -> Row:
    """Return the one row that is shown before a game begins."""
    return (Span(cut(scene.status or "", width), "dim"),)


def left_behind(picture: Picture) -> Drawing:
    """Return the last table as it is left on the terminal, in its usual size."""
    width, height = shutil.get_terminal_size()
    return tuple(trimmed(row, width) for row in picture.draw(min(width, WIDE), height))


def trimmed(row: Row, width: int) -> Row:
    """Return what of a row fits."""
    kept: list[Span] = []
    for span in (Span(clean(span.text), span.style) for span in row):
        room = width - width_of([tuple(kept)])
        if cells(span.text) > room:
            kept.append(Span(cut(span.text, room), span.style))
            break
        kept.append(span)
    return tuple(kept)


def clean(text: str) -> str:
    """Return a text with a sign in place of what a terminal would obey.

    Names and lines are clean where they come in; this is the last look at them.
    """
    if text.isascii() and text.isprintable():
        return text
    return printable(text, keeps_isolates=True)


def _title(scene: Scene, width: int) -> Row:
    clock = ""
    if scene.seconds is not None:
        clock = say(Message.of("cli-seconds-left", seconds=scene.seconds))
        clock = f" {clock} "
    return (
        Span(padded(f" {scene.title}", width - cells(clock)), "title"),
        Span(clock, "title hurry"),
    )


def _plan(scene: Scene, width: int) -> list[Row]:
    """Return the plan; of a long one the end, for there it goes on."""
    if scene.plan is None:
        return []
    told = wrapped(scene.plan, width)
    if len(told) > PLAN_ROWS:
        told = [told[0], *told[1 - PLAN_ROWS :]]
    return [(Span(line, "key"),) for line in told]


def _status(scene: Scene, width: int) -> Row:
    if scene.reading:
        return (Span(cut(say(Message.of("cli-reading")), width), "to-move"),)
    if scene.held:
        return (Span(say(Message.of("cli-press-a-key")), "to-move"),)
    if scene.question is not None:
        return (Span(cut(scene.question, width), "to-move"),)
    if scene.offers is not None:
        limit = f" ({scene.limit})" if scene.limit else ""
        asked = Span(say(Message.of("cli-your-turn")), "to-move")
        return (asked, Span(cut(limit, max(0, width - cells(asked.text))), "dim"))
    return (Span(cut(scene.status or "", width), "dim"),)


def _offers(scene: Scene, width: int) -> list[Row]:
    if scene.offers is None:
        return []
    told = wrapped(scene.offers, width)
    if len(told) > OFFER_ROWS:
        told = [*told[: OFFER_ROWS - 1], cut(" ".join(told[OFFER_ROWS - 1 :]), width)]
    if scene.held or scene.reading:  # the table that it is about is not shown
        return [()] * len(told)
    return [_keyed(line, scene.keys) for line in told]


def _keyed(line: str, keys: Mapping[str, str]) -> Row:
    """Return a line in which the letters are marked that make a move with Alt."""
    marks = sorted(
        found.start()
        for move in keys.values()
        if (found := re.search(rf"(?<!\w){re.escape(move.strip())}(?!\w)", line))
    )
    spans, end = [], 0
    for start in marks:
        spans += [Span(line[end:start]), Span(line[start], "key")]
        end = start + 1
    return (*spans, Span(line[end:]))


def _wide(scene: Scene, picture: Picture, width: int, height: int) -> list[Row]:
    drawing = picture.draw(width - LOG_WIDTH - 3, height)
    left = min(max(width_of(drawing), width // 2), width - LOG_WIDTH - 3)
    table = [trimmed(row, left) for row in _middle(drawing, left)][:height]
    log = _log(scene, width - left - 3, height)
    bar: list[Row] = [(Span("│", "frame"),)] * height
    shown = [filled(row, left) for row in table] or [()]
    shown += [(Span(" " * left),)] * (height - len(shown))
    return list(beside(beside(shown, bar, 1), log, 1))


def is_long(scene: Scene, text: str, width: int, height: int) -> bool:
    """Return whether lines that belong together find no room in the log."""
    if "\n" not in text or scene.picture is None:
        return False
    room = height - 2 - len(_offers(scene, width))
    if width >= WIDE:
        return rows_of(text, width - LOG_WIDTH - 3) > room
    return rows_of(text, width) > max(room - _room(room) - 1, LOG_HEIGHT)


def rows_of(text: str, width: int) -> int:
    """Return how many rows a text takes in the log."""
    return len(list(_told(Line(text), width)))


def log_height(scene: Scene, width: int) -> int:
    """Return how many rows the whole log takes."""
    return sum(rows_of(line.text, width) for line in tuple(scene.log))


def _room(height: int) -> int:
    """Return the rows that a table may have in a narrow window."""
    return max(min(TABLE_HEIGHT, height - 2), height - LOG_HEIGHT - 1, 1)


def _narrow(scene: Scene, picture: Picture, width: int, height: int) -> list[Row]:
    drawing = picture.draw(width, _room(height))
    table = _middle(drawing, width)[:height]
    room = height - len(table) - 1
    if room < 1:
        return table
    rule: Row = (Span("─" * width, "frame"),)
    return [*table, rule, *_log(scene, width, room)]


def _middle(drawing: Drawing, width: int) -> list[Row]:
    """Return a drawing in the middle of so many columns."""
    left = (width - width_of(drawing)) // 2
    return [(Span(" " * left), *row) if left > 0 else row for row in drawing]


def _log(scene: Scene, width: int, height: int) -> list[Row]:
    """Return the last rows of what was said, or those that are scrolled to."""
    wanted = height + scene.scrolled
    last: list[Row] = []
    for line in reversed(tuple(scene.log)):
        last[:0] = _told(line, width)
        if len(last) >= wanted:
            break
    end = max(len(last) - scene.scrolled, min(height, len(last)))
    return last[max(0, end - height) : end]


def _told(line: Line, width: int) -> Iterable[Row]:
    for part in line.text.split("\n"):
        fits = cells(part) <= width
        for text in [part] if fits else wrapped(part, width, indent=" "):
            yield (Span(text, line.style),)


def text_of(drawing: Sequence[Row]) -> str:
    """Return rows as plain text."""
    return "\n".join("".join(span.text for span in row).rstrip() for row in drawing)
