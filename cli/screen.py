"""What a seat shows: lines that stay, and one line that says what goes on.

On a terminal the last line moves while people wait; anywhere else only the
lines that stay are written.
"""

from __future__ import annotations

from rich.console import Console
from rich.status import Status


class Screen:
    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(quiet=quiet, highlight=False, markup=False, emoji=False)
        self._status: Status | None = None

    def line(self, text: str = "") -> None:
        self._console.print(text, soft_wrap=True)

    def working(self, text: str | None) -> None:
        """Show what goes on, until it changes; None when nothing does."""
        if not self._console.is_terminal:
            return
        if text is None:
            if self._status is not None:
                self._status.stop()
            self._status = None
        elif self._status is None:
            self._status = self._console.status(text)
            self._status.start()
        else:
            self._status.update(text)
