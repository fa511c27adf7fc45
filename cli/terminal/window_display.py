"""Shows a seat to a person in a window that is drawn, and hears its keys."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import trio

from p2pgame.tabletop.drawn.rows import cells

from ..text.cards import symbols
from ..text.wrapping import broken_between_words
from . import layout
from .display import Display, not_asked
from .palette import ink
from .scene import Line, Picture, Scene
from .typed_lines import TypedLines
from .window import GameWindow

#: With fewer seconds left the title counts them.
HURRY = 60
#: Lines of the log that stay on the terminal when the window is closed.
LEFT_BEHIND = 12
#: Up to so many moves have a letter of their own.
FEW = 8
#: What nobody should do by a slip of a finger.
_GRAVE = ("resign", "lose on time", "leave", "give up", "restart")


class WindowDisplay(Display):
    """``keys``: a person plays here; else one looks on, and may still scroll."""

    is_live = redraws = True

    def __init__(self, *, keys: bool = False) -> None:
        self.has_keys = keys
        self.ink = ink()
        self._scene = Scene()
        self._typing = TypedLines(self._scene, self._log)
        self._window = GameWindow(self._scene, self._typing)
        self._typing.window = self._window
        #: Lines said since the last game ended, or the window was closed.
        self._last: list[str] = []

    def cards(self, line: str) -> str:
        return symbols(line)

    def line(self, text: str) -> None:
        self._log(Line(text))

    def _log(self, line: Line) -> None:
        self._last += line.text.split("\n")
        if not self._window.is_whole:
            width, _ = shutil.get_terminal_size()
            self._window.print(broken_between_words(line.text, width))
            return
        self._scene.log.append(line)
        width, height = shutil.get_terminal_size()
        if layout.is_long(self._scene, line.text, width, height):
            below = layout.rows_of(line.text, width) - height + 3
            self._scene.reading, self._scene.scrolled = True, max(0, below)
        elif self._scene.reading:
            self._scene.scrolled += layout.rows_of(line.text, width)
        self._window.show()

    def table(self, picture: Picture) -> None:
        self._scene.picture = picture
        self._window.show()

    def show(self) -> None:
        self._window.resize()

    def begin(self, title: str) -> None:
        self._scene.title = title
        self._last.clear()
        self._window.take_whole()

    def ended(self) -> None:
        self._last.clear()

    def hold(self, picture: Picture, seconds: float | None) -> None:
        self._scene.held.append(picture)
        self._window.show()
        if seconds is not None:
            trio.lowlevel.spawn_system_task(self._typing.release, picture, seconds)

    def plan(self, text: str | None) -> None:
        self._scene.plan = text
        self._window.show()

    def working(self, text: str | None, left: str = "") -> None:
        text = None if text is None else f"{text}{left}"
        if text != self._scene.status:
            self._scene.status = text
            self._window.show()

    def offer(
        self,
        text: str,
        moves: Sequence[str] = (),
        *,
        limit: str = "",
        again: bool = False,
    ) -> None:
        self._typing.moves = moves
        self._scene.keys = keys_of(moves)
        self._scene.limit, self._scene.offers = limit, text
        self._window.show()

    def question(self, text: str) -> None:
        self._scene.question = text
        width, _ = shutil.get_terminal_size()
        if self._window.is_whole and cells(text) <= width:
            self._window.show()  # it is read where the status is
        else:
            self.line(text)

    def close_offer(self) -> None:
        self._scene.offers, self._scene.keys, self._typing.moves = None, {}, ()
        self._window.show()

    async def ask(self, *, again: bool = False) -> str:
        return await self._typing.ask(again=again)

    async def overhear(
        self,
        takes: Callable[[str], bool],
        words: Callable[[], Sequence[str]],
        why_not: Callable[[str], str] = not_asked,
    ) -> None:
        await self._typing.overhear(takes, words, why_not)

    def drop_typed(self) -> None:
        self._typing.drop()

    def clock(self, left: float | None) -> None:
        hurried = left is not None and left <= HURRY
        seconds = math.ceil(left or 0) if hurried else None
        if seconds != self._scene.seconds:
            self._scene.seconds = seconds
            self._window.show()

    def __enter__(self) -> Self:
        self._typing.begin()
        self._window.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._scene.held.clear()
        self._window.close()
        if self._window.is_whole:
            _leave_behind(self._scene.picture, self._last[-LEFT_BEHIND:])


def _leave_behind(picture: Picture | None, last: Sequence[str]) -> None:
    """Leave the last table and what was said last on the terminal."""
    from .colours import print_rows

    if picture is not None:
        print_rows(layout.left_behind(picture))
    width, _ = shutil.get_terminal_size()
    for text in last:
        rows = broken_between_words(text, width).split("\n")
        print("\n".join(map(layout.clean, rows)), flush=True)


def keys_of(moves: Sequence[str]) -> dict[str, str]:
    """Return by which letter, with Alt, a move is made; of few moves only.

    A letter with which several begin is none's.
    """
    if len(moves) > FEW:
        return {}
    letters = Counter(move[:1].lower() for move in moves)
    return {
        move[0].lower(): move
        for move in moves
        if letters[move[:1].lower()] == 1 and move[0].isalpha() and move not in _GRAVE
    }
