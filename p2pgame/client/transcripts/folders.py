"""Verifies strangers' transcripts: one, many, and all those below a folder.

Each is checked in another process, which has a limit of time and memory, so a file that
is made to hang whoever checks it comes to a sentence.  Many are checked on all cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TypeAlias

from p2pgame.workers import Confined, Hear, cores

from .. import system_reason
from ..errors import ClientError, InvalidRequest
from ..events import Verified
from . import bounded, checking, parted
from .bounded import SECONDS

#: How the names of transcripts end, which are looked for in folders.
SUFFIX = ".p2pgame"

Found: TypeAlias = Verified | ClientError
#: A file to check, and those that may be other parts of its transcript.
_Task: TypeAlias = tuple[Path, Sequence[Path]]


def transcripts(paths: Sequence[Path]) -> dict[Path, tuple[Path, ...]]:
    """Return these files, and all transcripts below these folders, each once.

    Those of a folder are in the order of their names.  Of a transcript in several
    parts there is one file, with all that are here of its table.

    Raises:
      InvalidRequest: A folder has none or can't be read, a path is not there, or two
        paths are the same part of a transcript.
    """
    found = dict[Path, None]()
    for path in paths:
        if path.is_dir():
            found |= dict.fromkeys(_below(path))
        elif path.exists():
            found[path] = None
        else:
            checking.load(path)
    return parted.apart([*found], paths)


def verify(
    path: Path,
    progress: Callable[[int], object] = lambda turns: None,
    seconds: float = SECONDS,
    given: Sequence[Path] = (),
) -> Verified:
    """Check a transcript as :func:`.checking.verify` does, within bounds.

    It says what this machine knows besides, too.  Other parts of it may be ``given``.

    Raises:
      NotVerified: Something in it is wrong.
      RulesNotHere: Nobody can tell here, for the rules of its game are not here.
      InvalidRequest: It cannot be read.
      Refused: It is another file, or takes too much time or memory.
    """
    with bounded.process(seconds * parted.count_of(path, given)) as process:
        judged = _found(process, (path, given), progress)
        found = checking.located(path, judged, given)
    if isinstance(found, ClientError):
        raise found
    return found


def verify_all(
    paths: Mapping[Path, tuple[Path, ...]],
    processes: int = 0,
    seconds: float = SECONDS,
) -> Iterator[tuple[Path, Found]]:
    """Yield each transcript with what :func:`verify` says, as they are done.

    To each path belong the files that may be other parts of it.

    A transcript that can't be verified does not stop the others.  Each process has one
    in memory at a time, for so many ``seconds`` for each of its parts at most; 0
    processes are one for each core.
    """
    count = len(paths)
    crew = _Crew(paths, min(processes or cores(), count), seconds)
    try:
        for _ in range(count):
            path, found = crew.found.get()
            yield path, checking.located(path, found, paths[path])
    finally:
        crew.end()


class _Crew:
    """Processes that check one file after the other, each with a thread that waits."""

    def __init__(
        self,
        left: Mapping[Path, tuple[Path, ...]],
        processes: int,
        seconds: float,
    ) -> None:
        self.found = SimpleQueue[tuple[Path, Found]]()
        self._left, self._turn = iter(left.items()), Lock()
        self._is_over = False
        self._processes = [bounded.process(seconds) for _ in range(processes)]
        for process in self._processes:
            Thread(target=self._work, args=(process,), daemon=True).start()

    def end(self) -> None:
        """End what is still at work."""
        self._is_over = True
        for process in self._processes:
            process.kill()

    def _work(self, process: Confined) -> None:
        seconds = process.bounds.seconds
        with process:
            while (one := self._next()) is not None:
                longer = seconds * parted.count_of(*one)
                process.bounds = replace(process.bounds, seconds=longer)
                self.found.put((one[0], _found(process, one, lambda turns: None)))

    def _next(self) -> _Task | None:
        with self._turn:
            return None if self._is_over else next(self._left, None)


def _found(process: Confined, task: _Task, progress: Callable[[int], object]) -> Found:
    """Return what a process says of a file, or why it says nothing."""
    try:
        return bounded.done_in(process, task[0], _judged, task, progress)
    except ClientError as error:
        return error


def _judged(task: _Task, progress: Hear) -> Verified:
    path, given = task
    return checking.verify(path, progress, given)


def _below(folder: Path) -> list[Path]:
    found = []
    for here, folders, names in os.walk(folder, onerror=_refuse):
        folders.sort()
        files = (Path(here, name) for name in names if name.endswith(SUFFIX))
        found += [path for path in files if path.is_file()]
    if not found:
        raise InvalidRequest("no-transcripts", path=str(folder), suffix=SUFFIX)
    return sorted(found)


def _refuse(error: OSError) -> None:
    why = system_reason.why(error)
    raise InvalidRequest("file-unreadable", path=str(error.filename), why=why)
