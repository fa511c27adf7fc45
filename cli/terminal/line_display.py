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

from ..text.cards import aloud, has_signs, spoken, symbols
from ..text.words import sentence
from .display import HELD_FOR, Display, not_asked, typed_early
from .keyboard import Lines
from .output import OUTPUT
from .scene import Picture

PROMPT = "> "
#: What goes on is said to a person after so many looks at it (two seconds).
LASTS = 10


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
        self._goes_on: str | None = None
        self._shown = 0

    def cards(self, line: str) -> str:
        if self._plain:
            return aloud(line)
        return symbols(line) if has_signs(sys.stdout.encoding) else line

    def line(self, text: str) -> None:
        text = spoken(text) if self._plain else text
        if self._prompted:
            self._draw("\n")
        OUTPUT.write(f"{text}\n")
        if self._prompted:
            self._draw(PROMPT)

    def table(self, picture: Picture) -> None:
        if not self._plain:
            self.line(f"\n{self.cards(picture.text)}\n")

    def plan(self, text: str | None) -> None:
        if text is not None:
            self.line(text)

    def working(self, text: str | None, left: str = "") -> None:
        OUTPUT.check()  # who hears nothing can do nothing here
        if text != self._goes_on:
            self._goes_on, self._shown = text, 0
        self._shown += 1
        if self.has_keys and text is not None and self._shown == LASTS:
            self.line(sentence(text))

    def offer(
        self,
        text: str,
        moves: Sequence[str] = (),
        *,
        limit: str = "",
        again: bool = False,
    ) -> None:
        if not again:
            text = f"{text} ({limit})" if limit else text
            self.line(say(Message.of("cli-your-move", moves=text)))

    async def ask(self, *, again: bool = False) -> str:
        self._waiting += 1
        self._idle.cancel()
        try:
            async with self._reading:
                if self.has_keys and not again and self._held is not None:
                    self._refuse_held(typed_early)
                self._prompted = True
                self._draw(PROMPT)
                line = await self._next()
            self._prompted = False
            return line
        finally:
            self._waiting -= 1

    async def overhear(
        self,
        takes: Callable[[str], bool],
        words: Callable[[], Sequence[str]],
        why_not: Callable[[str], str] = not_asked,
    ) -> None:
        self._takes = takes
        try:
            while True:
                async with self._reading:
                    with trio.CancelScope() as self._idle:
                        if self._waiting:
                            continue  # what asks is next in line
                        await self._read_ahead(takes, why_not)
        finally:
            if self._takes is takes:  # and not what hears the next game already
                self._takes = None

    async def _next(self) -> str:
        while True:
            line, self._held = self._held, None
            if line is None:
                line = await self._lines.next()
            if self._takes is None or not self._takes(line):
                return line

    async def _read_ahead(
        self, takes: Callable[[str], bool], why_not: Callable[[str], str]
    ) -> None:
        try:
            while self._held is None:
                line = await self._lines.next()
                if takes(line):
                    continue
                self._held = line
                if self.has_keys:  # what a script writes may be meant for later
                    await trio.sleep(HELD_FOR)
                    self._refuse_held(why_not)
        except EOFError:
            pass  # what asks next hears of it
        await trio.sleep_forever()

    def _refuse_held(self, why: Callable[[str], str]) -> None:
        """Say why a line that came when nobody was asked answers no later question."""
        line, self._held = self._held, None
        if line is not None and line.strip():
            self.line(why(line))

    def _draw(self, text: str) -> None:
        OUTPUT.write(text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._prompted:
            OUTPUT.write("\n")
