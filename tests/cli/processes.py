"""Programs at one table, each a process of its own, seen by what they print."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.children import line_with
from tests.forked import ROOT, Program

__all__ = ["Guests", "line_with"]


class Guests:
    """Processes at one table: a host program, and guests whose input stays open.

    ``more`` is added to their environments.
    """

    def __init__(
        self, cwd: Path, kind: type[Program] = Program, more: Mapping[str, str] = {}
    ) -> None:
        self.folder = cwd
        self._kind, self._more = kind, more
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, home: str = "") -> subprocess.Popen[str]:
        """Start a program in a home of its own, or in that of an earlier one."""
        place = self.folder / (home or f"home {len(self._running)}")
        self._running.append(
            self._kind(
                arguments,
                cwd=self.folder,
                env={
                    **os.environ,
                    **self._more,
                    "P2PGAME_HOME": str(place),
                    "PYTHONPATH": str(ROOT),
                },
                streams=(subprocess.PIPE, subprocess.PIPE, subprocess.STDOUT),
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
