"""One seat as its owner sees it: a program that is started, killed and goes on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TRANSCRIPT = "game.transcript"


@dataclass
class Player:
    """A program in a home of its own; ``first`` is how it came to the table.

    ``module`` is run: ours, or one that was changed.
    """

    name: str
    folder: Path
    first: list[str]
    runs: int = 0
    kills: int = 0
    module: str = "p2pgame"
    #: How each run has ended, and what was printed by all of them.
    statuses: list[int] = field(default_factory=list)
    _process: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def transcript(self) -> Path:
        return self.folder / TRANSCRIPT

    @property
    def printed(self) -> str:
        files = sorted(self.folder.glob("run *"))
        return "".join(file.read_text(errors="replace") for file in files)

    @property
    def log_size(self) -> int:
        """How many bytes its log has; 0 before there is one."""
        return sum(log.stat().st_size for log in self.home.glob("tables/*/*/log"))

    @property
    def has_spoken(self) -> bool:
        """Whether the newest run has said anything: it has read its log by then."""
        return self._newest.exists() and self._newest.stat().st_size > 0

    @property
    def is_running(self) -> bool:
        return self._process is not None and self.status is None

    @property
    def status(self) -> int | None:
        """Return how the newest run has ended, or None while it goes on."""
        assert self._process is not None
        return self._process.poll()

    def start(self, *arguments: str) -> None:
        """Start the program as at first, or with other arguments."""
        self.folder.mkdir(exist_ok=True)
        self.runs += 1
        with self._newest.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", self.module, *(arguments or self.first)],
                cwd=self.folder,
                env=environment(self.home),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def start_again(self, *, by_invite: bool = False) -> None:
        """Go on from what is on the disk, or as at first if nothing is yet.

        A guest may also type its invite again.
        """
        tickets = [path.read_bytes() for path in self.home.glob("tables/*/*/ticket")]
        if not tickets or (by_invite and self.first[0] == "join"):
            self.start()
        elif b'"state":"over"' in tickets[0]:
            self.start("resume", "1")  # it was killed after its last word was kept
        else:
            self.start("resume")

    @property
    def has_backup(self) -> bool:
        return (self.folder / "backup").exists()

    def back_up(self) -> None:
        """Keep a copy of the log, as a person may."""
        for log in self.home.glob("tables/*/*/log"):
            shutil.copy(log, self.folder / "backup")

    def put_back(self) -> bool:
        """Put the copy in the place of the log; return False if there is none."""
        backup = self.folder / "backup"
        for log in self.home.glob("tables/*/*/log"):
            if self.has_backup:
                shutil.copy(backup, log.with_name("copy"))
                log.with_name("copy").rename(log)
                return True
        return False

    def kill(self) -> bool:
        """Kill the program without a word; return False if it had ended."""
        assert self._process is not None
        if not self.is_running:
            return False
        self._process.kill()
        self._process.wait()
        self.kills += 1
        return True

    def end(self) -> None:
        """Note how a run has ended, or end it."""
        if self._process is None:
            return
        if self.is_running:
            self._process.kill()
        self.statuses.append(self._process.wait())
        self._process = None

    def invite(self) -> str | None:
        """Return the invite that a host has printed, if it has."""
        words = self.printed.split()
        return next((word for word in words if word.startswith("P2PGAME:")), None)

    @property
    def _newest(self) -> Path:
        return self.folder / f"run {self.runs:03}"


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "P2PGAME_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "200",
    }


def verified(transcript: Path) -> str | None:
    """Return what a fresh program finds wrong with a transcript, or None."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "p2pgame", "verify", str(transcript)],
        env=environment(transcript.parent / "verifier"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return None if done.returncode == 0 else done.stderr.strip()


def free_port(candidates: range) -> int:
    """Return the first of these ports on which nobody listens."""
    for port in candidates:
        with closing(socket.socket()) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")
