"""Programs at one table, each a process of its own, seen by what they print."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.children import line_with

__all__ = ["Guests", "line_with"]

ROOT = Path(__file__).parent.parent.parent


class Guests:
    """Processes at one table: a host program, and guests whose input stays open."""

    def __init__(self, cwd: Path) -> None:
        self.folder = cwd
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, home: str = "") -> subprocess.Popen[str]:
        """Start a program in a home of its own, or in that of an earlier one."""
        place = self.folder / (home or f"home {len(self._running)}")
        self._running.append(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "cli", *arguments],
                cwd=self.folder,
                env={**os.environ, "P2PGAME_HOME": str(place), "PYTHONPATH": str(ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
        return self._running[-1]

    def end(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()

    def close(self) -> None:
        self.end()
        for process in self._running:
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(BrokenPipeError):
                    pipe.close()
