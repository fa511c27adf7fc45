"""A campaign's state in a file, from which one that was stopped or killed goes on.

Its first line says which campaign it is, of which commit; each other line is a game,
as JSON, in the order of the seeds.  So the file is the same however many processes
play, and however often it was stopped.  Only its last line can be cut off.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from p2pgame.log.file_lock import lock
from tests.simulation.record import Record

ROOT = Path(__file__).parent.parent.parent
#: The files that a commit does not have yet and that change what is played.
SOURCES = ("*.py", "*.toml", "*.ftl")


class Unusable(ValueError):
    """A file is not this campaign's state; says why in a sentence."""


class Header(msgspec.Struct, frozen=True):
    """Which campaign it is: all that its games depend on."""

    commit: str
    seed: int
    games: int
    full_games: int
    plan: str
    kinds: tuple[str, ...]
    seats: int
    quorum: int | None


class State:
    """An open file; ``before`` are the games that were in it, the first of ``jobs``."""

    def __init__(
        self, path: Path, header: Header, jobs: Sequence[tuple[str, int]], file: int
    ) -> None:
        self._path, self._file = path, file
        with open(file, "rb", closefd=False) as reader:
            data = reader.read()
        first = msgspec.json.encode(header) + b"\n"
        if first.startswith(data):
            os.ftruncate(file, 0)
            self._write(first)
            data = first
        if not data.startswith(first):
            raise Unusable(f"{path} {_other(data, header)}: name another file.")
        *lines, cut = data[len(first) :].split(b"\n")
        self.before = tuple(self._records(lines, jobs))
        os.ftruncate(file, len(data) - len(cut))

    def _records(
        self, lines: Sequence[bytes], jobs: Sequence[tuple[str, int]]
    ) -> Iterator[Record]:
        for number, line in enumerate(lines, start=2):
            try:
                record = msgspec.json.decode(line, type=Record)
            except msgspec.MsgspecError:
                record = None
            due = jobs[number - 2] if number - 2 < len(jobs) else None
            if record is None or (record.campaign, record.seed) != due:
                raise Unusable(
                    f"Line {number} of {self._path} is not the game that is due there: "
                    "delete the file, or cut it off before that line."
                )
            yield record

    def add(self, record: Record) -> None:
        """Write a game down; a kill from now on does not lose it."""
        self._write(msgspec.json.encode(record) + b"\n")

    def _write(self, line: bytes) -> None:
        while line:
            line = line[os.write(self._file, line) :]


def _other(data: bytes, header: Header) -> str:
    """Return in what a file is of another campaign."""
    try:
        there = msgspec.json.decode(data.split(b"\n")[0], type=Header)
    except msgspec.MsgspecError:
        return "is no campaign's state"
    pairs = (
        (name, getattr(there, name), getattr(header, name))
        for name in header.__struct_fields__
    )
    said = [f"{name} {was!r}, not {now!r}" for name, was, now in pairs if was != now]
    return f"is the state of another campaign ({'; '.join(said)})"


@contextmanager
def opened(
    path: Path, header: Header, jobs: Sequence[tuple[str, int]]
) -> Iterator[State]:
    """Yield the state of a campaign, which is begun if there is no such file.

    Raises:
      Unusable: It is another campaign's, can't be opened, or is in use.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise Unusable(f"{path} can't be opened: {error.strerror}.") from None
    try:
        try:
            lock(file)
        except BlockingIOError:
            raise Unusable(f"Another campaign is at work on {path}.") from None
        yield State(path, header, jobs, file)
    finally:
        os.close(file)


def commit() -> str:
    """Return the commit that is checked out, and a hash of what differs from it.

    Raises:
      Unusable: This is no clone, or git is not here.
    """
    try:
        head = _git("rev-parse", "HEAD").decode().strip()
        changes = sha256(_git("diff", "HEAD", "--binary"))
        unknown = _git("ls-files", "-oz", "--exclude-standard", "--", *SOURCES)
    except (OSError, subprocess.SubprocessError):
        raise Unusable(
            "A campaign's state names its commit: run this in a clone, with git."
        ) from None
    for name in sorted(filter(None, unknown.split(b"\0"))):
        changes.update(name + b"\0" + (ROOT / os.fsdecode(name)).read_bytes())
    is_clean = changes.digest() == sha256().digest()
    return head if is_clean else f"{head}+{changes.hexdigest()[:12]}"


def _git(*command: str) -> bytes:
    done = subprocess.run(
        ["git", *command], cwd=ROOT, capture_output=True, check=True, timeout=60
    )
    return done.stdout
