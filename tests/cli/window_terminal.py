"""One run of the program at a terminal that draws: keys go in, a screen comes out."""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

from tests.forked import ROOT, AtTerminal, NewAtTerminal, Program

#: Seconds for anything to be shown.
WITHIN = 60.0
_LOCAL_MODES = 3


def be_known(home: Path) -> None:
    """Have the program know the person's name, so that it does not ask."""
    home.mkdir(exist_ok=True)
    kept = {"kind": "p2pgame settings 1", "name": "Nina"}
    if not (home / "settings").exists():
        (home / "settings").write_text(json.dumps(kept))


class WindowTerminal:
    """A pseudo-terminal of ``size`` columns and rows, as pyte shows it."""

    #: How the program is started.
    start: type[Program] = AtTerminal

    def __init__(
        self, cwd: Path, *arguments: str, size: tuple[int, int] = (80, 24), **env: str
    ) -> None:
        self.keys, self._theirs = os.openpty()
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.resize(*size)
        home = {"P2PGAME_HOME": str(cwd / "home"), "PYTHONPATH": str(ROOT)}
        be_known(cwd / "home")
        cleared = dict.fromkeys(("NO_COLOR", "P2PGAME_PLAIN"), "")
        self.process = self.start(
            arguments,
            cwd=cwd,
            env={**os.environ, **cleared, **home, "TERM": "xterm-256color", **env},
            streams=(self._theirs,) * 3,
            leads=True,
        )

    def resize(self, columns: int, rows: int) -> None:
        """Be a terminal of another size; the program finds out by itself."""
        self._screen.resize(rows, columns)
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, size)

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    @property
    def rows(self) -> list[str]:
        """The screen as it is now."""
        return [row.rstrip() for row in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def cursor(self) -> int:
        """The column in which the next character comes; 0 at the beginning."""
        return int(self._screen.cursor.x)

    def run_for(self, seconds: float) -> None:
        """Let the program run; take in what it draws."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self.process.poll() is not None:
                return
            self._read(min(left, 0.05))

    def look(self) -> None:
        """Take in what has been drawn so far, to the end of what is being drawn."""
        seen = -1
        while len(self.raw) != seen:
            seen = len(self.raw)
            self._read(0.1)

    def wait_for(self, text: str) -> None:
        """Wait until the screen shows a text."""
        self.wait_until(lambda: text in self.text, text)

    def wait_gone(self, text: str) -> None:
        """Wait until the screen shows a text no more, and not while it is drawn."""

        def gone() -> bool:
            if text not in self.text:
                self.look()
            return text not in self.text

        self.wait_until(gone, f"end of {text}")

    def wait_end(self) -> int:
        self.wait_until(lambda: self.process.poll() is not None, "the end")
        self._read(0)
        return self.process.returncode

    def wait_until(self, there: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + WITHIN
        while not there():
            assert time.monotonic() < deadline, f"no {what!r} in:\n{self.text}"
            self._read(0.1)

    @property
    def echoes(self) -> bool:
        modes = termios.tcgetattr(self._theirs)[_LOCAL_MODES]
        return bool(modes & termios.ECHO and modes & termios.ICANON)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.keys)
        os.close(self._theirs)

    def _read(self, patience: float) -> None:
        while select.select([self.keys], [], [], patience)[0]:
            data = os.read(self.keys, 1 << 16)
            self.raw += data
            self._stream.feed(data)
            patience = 0


class NewTerminal(WindowTerminal):
    """The same, with an interpreter that starts and imports."""

    start = NewAtTerminal
