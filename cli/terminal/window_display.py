"""Shows a seat to a person in a window that is drawn, and hears its keys.

All keys are heard while nobody is asked, too: what is no word for any time is then no
answer to a later question either.
"""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import trio

from p2pgame.client.words import say
from p2pgame.engine import Message

from ..text import aside
from ..text.cards import symbols
from . import layout
from .display import HELD_FOR, NOT_ASKED, Display
from .scene import Line, Picture, Scene
from .window import PROMPT, GameWindow

#: With fewer seconds left the title counts them.
HURRY = 60
#: Lines of the log that stay on the terminal when the window is closed.
LEFT_BEHIND = 12
#: Up to so many moves have a letter of their own.
FEW = 8
#: What nobody should do by a slip of a finger.
_GRAVE = ("resign", "leave", "give up", "restart")


class WindowDisplay(Display):
    """``keys``: a person plays here; else one looks on, and may still scroll."""

    is_live = redraws = True

    def __init__(self, *, keys: bool = False) -> None:
        self.has_keys = keys
        self._scene = Scene()
        self._window = GameWindow(self._scene, self)
        self._takes: Callable[[str], bool] | None = None
        self._moves: Sequence[str] = ()
        self._always: Callable[[], Sequence[str]] = tuple
        self._reading = trio.Lock()
        self._asked: trio.Event | None = None
        self._answer: str | None = None
        self._held: str | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        #: Lines said since the last game ended, or the window was closed.
        self._last: list[str] = []

    def cards(self, line: str) -> str:
        return symbols(line)

    def line(self, text: str) -> None:
        self._log(Line(text))

    def _log(self, line: Line) -> None:
        self._last.append(line.text)
        if not self._window.is_whole:
            self._window.print(line.text)
            return
        self._scene.log.append(line)
        self._window.show()

    def table(self, picture: Picture, *, asked: bool = False) -> None:
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
            trio.lowlevel.spawn_system_task(self._release, picture, seconds)

    async def _release(self, picture: Picture, seconds: float) -> None:
        await trio.sleep(seconds)
        if picture in self._scene.held:
            self._scene.held.remove(picture)
            self._window.show()

    def working(self, text: str | None, left: str = "") -> None:
        text = None if text is None else f"{text}{left}"
        if text != self._scene.status:
            self._scene.status = text
            self._window.show()

    def offer(
        self, text: str, moves: Sequence[str] = (), *, again: bool = False
    ) -> None:
        self._moves = moves
        self._scene.keys = keys_of(moves)
        self._scene.offers = text
        self._window.show()

    def question(self, text: str) -> None:
        self._scene.question = text
        self.line(text)

    def close_offer(self) -> None:
        self._scene.offers, self._scene.keys, self._moves = None, {}, ()
        self._window.show()

    def known_words(self, words: Callable[[], Sequence[str]]) -> None:
        self._always = words

    async def ask(self, *, again: bool = False) -> str:
        async with self._reading:
            if not again:
                self.drop_typed()
            self._asked = trio.Event()
            self._answer, self._held = (self._held if again else None), None
            self._scene.asks = True
            self._window.show()
            try:
                if self._answer is None:
                    await self._asked.wait()
            finally:
                self._asked, self._scene.asks = None, False
                self._scene.question = None
                self._window.show()
            if self._answer is None:
                raise EOFError
            return self._answer

    async def overhear(self, takes: Callable[[str], bool]) -> None:
        self._takes = takes
        try:
            await trio.sleep_forever()
        finally:
            self._takes = None

    def drop_typed(self) -> None:
        if not aside.begins(self._window.half_typed):
            self._window.clear_typed()

    def clock(self, left: float | None) -> None:
        hurried = left is not None and left <= HURRY
        seconds = math.ceil(left or 0) if hurried else None
        if seconds != self._scene.seconds:
            self._scene.seconds = seconds
            self._window.show()

    def typed(self, line: str | None) -> None:
        """Hear a line in the window's thread."""
        if self._token is not None:
            self._token.run_sync_soon(self._hear, line)

    def pressed(self) -> None:
        """Hear in the window's thread that what is held has been seen."""
        if self._token is not None and self._scene.held:
            self._token.run_sync_soon(self._see)

    def _see(self) -> None:
        if self._scene.held:
            self._scene.held.popleft()
            self._window.show()

    def _hear(self, line: str | None) -> None:
        """Give a line to what takes it, or to what has asked."""
        if line is None:
            if self._asked is not None:
                self._asked.set()
            return
        if not line.strip() and self._asked is None:
            return
        if line.strip():
            self._log(Line(f"{PROMPT}{line}", "typed"))
            if self._takes is not None and self._takes(line):
                return
        if self._asked is not None:
            self._answer = line
            self._asked.set()
            return
        self._held = line
        trio.lowlevel.spawn_system_task(self._refuse, line)

    async def _refuse(self, line: str) -> None:
        """Say that nobody has asked, unless what asks again takes the line."""
        await trio.sleep(HELD_FOR)
        if self._held is line:
            self._held = None
            self.line(say(Message.of(NOT_ASKED)))

    def _known(self) -> list[str]:
        return [*self._moves, *self._always()]

    def __enter__(self) -> Self:
        self._token = trio.lowlevel.current_trio_token()
        self._window.complete(self._known)
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
        self._token = None
        if self._window.is_whole:
            self._leave_behind()

    def _leave_behind(self) -> None:
        """Leave the last table and what was said last on the terminal."""
        from .colours import print_rows

        picture = self._scene.picture
        if picture is not None:
            print_rows(layout.left_behind(picture))
        width, _ = shutil.get_terminal_size()
        for text in self._last[-LEFT_BEHIND:]:
            print("\n".join(layout.wrapped(text, width)), flush=True)


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
