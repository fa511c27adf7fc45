"""What a seat shows: lines that stay, and one line that says what goes on.

On a terminal the last line moves while people wait; anywhere else only the
lines that stay are written.
"""

from __future__ import annotations

from types import TracebackType

import trio
from rich.console import Console
from rich.status import Status

from .keyboard import Keyboard, read_line

PROMPT = "> "


class Screen:
    """A context for as long as the table is open; with ``keys`` a person types."""

    def __init__(self, *, keys: bool = False) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._keyboard = Keyboard() if keys else None
        self._status: Status | None = None
        self._asking = False

    @property
    def is_live(self) -> bool:
        """Whether this is a terminal, at which somebody may look."""
        return self._console.is_terminal

    def line(self, text: str = "") -> None:
        if self._asking:
            self._console.print()
        self._console.print(text, soft_wrap=True)
        if self._asking:
            self._console.print(PROMPT, end="")

    def block(self, text: str) -> None:
        """Write lines that belong together, apart from the others."""
        self.line(f"\n{text}\n")

    def working(self, text: str | None) -> None:
        """Show what goes on, until it changes; None when nothing does."""
        if not self.is_live:
            return
        if text is None or self._asking:
            if self._status is not None:
                self._status.stop()
            self._status = None
        elif self._status is None:
            self._status = self._console.status(text)
            self._status.start()
        else:
            self._status.update(text)

    async def ask(self) -> str:
        """Return the line that the person types.

        Raises:
          EOFError: There are no more lines.
        """
        self.working(None)
        if self._keyboard is not None:
            self._keyboard.listen()
        self._asking = True
        line = await trio.to_thread.run_sync(read_line, PROMPT, abandon_on_cancel=True)
        self._asking = False
        if self._keyboard is not None:
            self._keyboard.ignore()
        return line

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
        if self._asking:
            self._asking = False
            self._console.print()
        if self._keyboard is not None:
            self._keyboard.restore()
