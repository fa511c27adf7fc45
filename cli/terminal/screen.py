"""Shows a seat: lines that stay, and one line that says what goes on.

On a terminal the last line moves while people wait, and what a person types
stays below whatever is said meanwhile; anywhere else only the lines that stay
are written.

Some words may be typed at any time.  On a terminal all keys are heard for that,
also while nobody is asked; what is no such word is then no answer to a later
question either.  Elsewhere, where a script may write its moves ahead, lines are
taken in order: one that is no such word waits until somebody is asked, and
nothing behind it is read before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import trio
from rich.cells import cell_len
from rich.console import Console

from ..text import aside
from .editing import Line
from .keyboard import Keyboard, Lines

if TYPE_CHECKING:
    from rich.status import Status

PROMPT = "> "
#: With fewer seconds left the prompt counts them.
HURRY = 60
NOT_ASKED = "You are not asked for anything just now; ? says what you may type."
#: Seconds in which a line that nobody has asked for may still be an answer.
HELD_FOR = 0.5


class Screen:
    """A context for as long as the table is open; with ``keys`` a person types."""

    def __init__(self, *, keys: bool = False) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._moves_cursor = self.is_live and not self._console.is_dumb_terminal
        keyboard = Keyboard() if keys and self._moves_cursor else None
        self._keyboard = keyboard if keyboard is not None and keyboard.is_here else None
        self._lines = Lines()
        self._typed = Line()
        self._status: Status | None = None
        self._asking = self._prompted = self._is_typing = False
        self._prompt = PROMPT
        self._block: str | None = None
        self._since: list[str] = []
        self._takes: Callable[[str], bool] | None = None
        self._reading = trio.Lock()
        self._waiting = 0
        self._idle = trio.CancelScope()
        self._held: str | None = None

    @property
    def is_live(self) -> bool:
        """Whether this is a terminal, at which somebody may look."""
        return self._console.is_terminal

    @property
    def has_keys(self) -> bool:
        """Whether somebody types at a terminal, key by key."""
        return self._keyboard is not None

    def line(self, text: str) -> None:
        if self._block is not None:
            self._since += text.split("\n")
        self._write(text)

    def block(self, text: str) -> None:
        """Write lines that belong together, apart from the others.

        They take the place of the last such lines, unless somebody has typed
        since; what was said since then goes before them.
        """
        if self._keyboard is not None and self._block is not None:
            rows = [*f"\n{self._block}\n".split("\n"), *self._since]
            if self._fits(rows):
                self.working(None)
                self._draw(f"\r\x1b[{len(rows)}A\x1b[J")
                for said in self._since:
                    self._write(said)
        self._write(f"\n{text}\n")
        self._block, self._since = text, []

    def working(self, text: str | None) -> None:
        """Show what goes on, until it changes; None when nothing does."""
        if not self.is_live:
            return
        if text is None or self._asking or self._is_typing:
            if self._status is not None:
                self._status.stop()
            self._status = None
            return
        self._withdraw()
        from rich.text import Text

        # A string would be read as markup, and a peer's name could be some.
        plain = Text(text)
        if self._status is None:
            self._status = self._console.status(plain)
            self._status.start()
        else:
            self._status.update(plain)

    async def ask(self, *, again: bool = False) -> str:
        """Return the line that the person types.

        Who is asked the same thing ``again`` goes on with the line begun.

        Raises:
          EOFError: There are no more lines.
        """
        self._waiting += 1
        self._idle.cancel()
        try:
            async with self._reading:
                return await self._answer(again=again)
        finally:
            self._waiting -= 1

    async def overhear(self, takes: Callable[[str], bool]) -> None:
        """Hear what is typed while nobody is asked.

        ``takes`` is shown every line, asked for or not, and says whether it has
        taken it; then it is nobody's answer.
        """
        self._takes = takes
        if self._keyboard is not None and not self._waiting:
            self._keyboard.listen()
        try:
            while True:
                async with self._reading:
                    with trio.CancelScope() as self._idle:
                        if self._waiting:
                            continue  # whoever asks is next in line
                        await self._overhear(takes)
        finally:
            self._takes = None

    def drop_typed(self) -> None:
        """Forget what is half typed, unless it may become a word for any time.

        What comes next asks for something else, and shows its prompt anew.
        """
        if self._asking or aside.begins(self._typed.text):
            return
        self._typed.clear()
        self._is_typing = False
        self._withdraw()

    def clock(self, left: float | None) -> None:
        """Count at the prompt for how many seconds the others still wait."""
        hurried = left is not None and left <= HURRY
        prompt = f"{math.ceil(left or 0)} s {PROMPT}" if hurried else PROMPT
        if prompt != self._prompt and self._keyboard is not None:
            self._prompt = prompt
            if self._asking:
                self._draw_typed()

    async def _answer(self, *, again: bool) -> str:
        self.working(None)
        self._asking = self._prompted = True
        self._is_typing = False
        try:
            if self._keyboard is None:
                line = await self._piped()
            else:
                line = await self._edited(self._keyboard, again=again)
        finally:
            self._asking = False
        self._prompted, self._block = False, None
        return line

    async def _piped(self) -> str:
        self._draw(PROMPT)
        while True:
            line, self._held = self._held, None
            if line is None:
                line = await self._lines.next()
            if self._takes is None or not self._takes(line):
                return line

    async def _edited(self, keyboard: Keyboard, *, again: bool) -> str:
        held, self._held = self._held, None
        keep = again or aside.begins(self._typed.text)
        if not keep:
            self._typed.clear()
        keyboard.listen(keep=keep)
        self._draw_typed()
        if held is not None and again:
            return held
        while True:
            line = self._typed.finished()
            if line is None:
                self._draw_typed()
                self._typed.press(await keyboard.keys())
                continue
            self._draw(f"\r\x1b[K{self._prompt}{line}\n")
            if self._takes is None or not self._takes(line):
                return line
            self._block = None
            self._draw_typed()

    async def _overhear(self, takes: Callable[[str], bool]) -> None:
        """Take lines until somebody is asked."""
        if self._keyboard is None:
            await self._read_ahead(takes)
            return
        while True:
            try:
                line = self._typed.finished()
                self._show_typing()
                if line is None:
                    self._typed.press(await self._keyboard.keys())
                    continue
            except EOFError:
                await trio.sleep(HELD_FOR)  # it is an answer only to a question
                continue
            if not line.strip():
                continue
            self.working(None)
            if self._prompted:
                self._draw("\r\x1b[K")
            self._prompted, self._block = False, None
            self._draw(f"{PROMPT}{line}\n")
            if not takes(line):
                self._held = line
                await trio.sleep(HELD_FOR)
                self._held = None
                self.line(NOT_ASKED)

    async def _read_ahead(self, takes: Callable[[str], bool]) -> None:
        try:
            while self._held is None and self._lines.is_patient:
                line = await self._lines.next()
                if not takes(line):
                    self._held = line
        except EOFError:
            pass  # whoever is asked next hears of it
        await trio.sleep_forever()

    def _show_typing(self) -> None:
        """Show a line that is being typed while nobody asks for one."""
        if self._typed.text:
            self.working(None)
            self._is_typing = self._prompted = True
            self._draw_typed()
        elif self._is_typing:
            self._is_typing = False
            self._withdraw()

    def _write(self, text: str) -> None:
        if self._prompted:
            self._draw("\n" if self._keyboard is None else "\r\x1b[K")
        self._console.print(text, soft_wrap=not self._wraps(text))
        if self._prompted:
            self._draw_typed()

    def _wraps(self, text: str) -> bool:
        """Return whether to break lines between words.

        Only a terminal needs it, and what is to be copied stays in one piece.
        """
        return self.is_live and all(
            cell_len(word) <= self._console.width for word in text.split()
        )

    def _fits(self, lines: Sequence[str]) -> bool:
        """Return whether each line is one row, and all are in sight with a prompt."""
        width, height = self._console.size
        return len(lines) < height and all(cell_len(row) <= width for row in lines)

    def _withdraw(self) -> None:
        """Take away the prompt of a question that nobody asks any more."""
        if self._prompted and self._keyboard is not None:
            self._draw("\r\x1b[K")
        self._prompted = False

    def _draw_typed(self) -> None:
        if self._keyboard is None:
            self._draw(PROMPT)
        else:
            prompt = self._prompt if self._asking else PROMPT
            self._draw(self._typed.drawn(prompt, self._console.width))

    def _draw(self, text: str) -> None:
        print(text, end="", flush=True)

    def __enter__(self) -> Screen:
        if self._keyboard is not None:
            self._keyboard.ignore()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.working(None)
        self._is_typing = False
        if self._prompted and self._keyboard is None:
            self._console.print()
        self._withdraw()
        if self._keyboard is not None:
            self._keyboard.restore()
