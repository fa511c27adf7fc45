"""Shows a seat in lines that stay: in a pipe, a log, or for a screen reader.

Nothing is drawn over.  Lines are taken in order, for a script may write its moves
ahead: one that is no word for any time waits until somebody is asked, and nothing
behind it is read before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import TracebackType

import trio

from p2pgame.client.words import say
from p2pgame.engine import Message

from ..text.cards import aloud
from .display import Display
from .keyboard import Lines
from .scene import Picture

PROMPT = "> "


class LineDisplay(Display):
    """With ``keys`` a person types; ``plain``: a table is shown only when asked for."""

    def __init__(self, *, keys: bool = False, plain: bool = False) -> None:
        self.is_live = sys.stdout.isatty()
        self.has_keys = keys and sys.stdin.isatty()
        self._plain = plain
        self._lines = Lines()
        self._prompted = False
        self._takes: Callable[[str], bool] | None = None
        self._reading = trio.Lock()
        self._waiting = 0
        self._idle = trio.CancelScope()
        self._held: str | None = None

    def cards(self, line: str) -> str:
        return aloud(line) if self._plain else line

    def line(self, text: str) -> None:
        if self._prompted:
            self._draw("\n")
        print(text, flush=True)
        if self._prompted:
            self._draw(PROMPT)

    def table(self, picture: Picture, *, asked: bool = False) -> None:
        if asked or not self._plain:
            self.line(f"\n{picture.text}\n")

    def working(self, text: str | None) -> None:
        return None

    def offer(self, text: str, moves: Sequence[str] = ()) -> None:
        self.line(say(Message.of("cli-your-move", moves=text)))

    async def ask(self, *, again: bool = False) -> str:
        self._waiting += 1
        self._idle.cancel()
        try:
            async with self._reading:
                self._prompted = True
                self._draw(PROMPT)
                line = await self._next()
            self._prompted = False
            return line
        finally:
            self._waiting -= 1

    async def overhear(self, takes: Callable[[str], bool]) -> None:
        self._takes = takes
        try:
            while True:
                async with self._reading:
                    with trio.CancelScope() as self._idle:
                        if self._waiting:
                            continue  # what asks is next in line
                        await self._read_ahead(takes)
        finally:
            self._takes = None

    async def _next(self) -> str:
        while True:
            line, self._held = self._held, None
            if line is None:
                line = await self._lines.next()
            if self._takes is None or not self._takes(line):
                return line

    async def _read_ahead(self, takes: Callable[[str], bool]) -> None:
        try:
            while self._held is None:
                line = await self._lines.next()
                if not takes(line):
                    self._held = line
        except EOFError:
            pass  # what asks next hears of it
        await trio.sleep_forever()

    def _draw(self, text: str) -> None:
        print(text, end="", flush=True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._prompted:
            print(flush=True)
