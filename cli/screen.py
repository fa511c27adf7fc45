"""What a seat shows: lines that stay, and one line that says what goes on.

On a terminal the last line moves while people wait, and what a person types
stays below whatever is said meanwhile; anywhere else only the lines that stay
are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from rich.cells import cell_len
from rich.console import Console
from rich.status import Status
from rich.text import Text

from .editing import Line
from .keyboard import Keyboard, Lines

PROMPT = "> "


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
        self._asking = False
        self._prompted = False
        self._block: str | None = None
        self._since: list[str] = []

    @property
    def is_live(self) -> bool:
        """Whether this is a terminal, at which somebody may look."""
        return self._console.is_terminal

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
        if text is None or self._asking:
            if self._status is not None:
                self._status.stop()
            self._status = None
            return
        self._withdraw()
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
        self.working(None)
        self._asking = self._prompted = True
        try:
            if self._keyboard is None:
                line = await self._lines.next(PROMPT)
            else:
                line = await self._edited(self._keyboard, again=again)
        finally:
            self._asking = False
        self._prompted, self._block = False, None
        return line

    async def _edited(self, keyboard: Keyboard, *, again: bool) -> str:
        if not again:
            self._typed.clear()
        keyboard.listen(keep=again)
        self._draw_typed()
        while (line := self._typed.finished()) is None:
            self._draw_typed()
            self._typed.press(await keyboard.keys())
        self._draw(f"\r\x1b[K{PROMPT}{line}\n")
        return line

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
            self._draw(self._typed.drawn(PROMPT, self._console.width))

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
        if self._prompted and self._keyboard is None:
            self._console.print()
        self._withdraw()
        if self._keyboard is not None:
            self._keyboard.restore()
