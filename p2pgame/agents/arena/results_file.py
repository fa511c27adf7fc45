"""The results of a job in a file, from which a run that was killed goes on.

It has the job in its first line and a result in each other, as JSON, in the order in
which they came.  Only the end of a file can be cut off, and it is played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path

import msgspec

from p2pgame.engine import Argument, Message, Refusal
from p2pgame.engine.prepared import prepared
from p2pgame.log.file_lock import lock

from .job import Job, Result


class ResultsFile:
    """An open file of results, which no other run has open; ``before`` were in it."""

    def __init__(self, path: Path, job: Job, file: int) -> None:
        self._path, self._file = path, file
        data = _whole(file)
        header = job.encode() + b"\n"
        if header.startswith(data):
            os.ftruncate(file, 0)
            os.write(file, header)
            self.before: tuple[Result, ...] = ()
        elif not data.startswith(header):
            raise self._refusal("arena-other-job")
        else:
            self.before = tuple(self._results(job, data[len(header) :]))

    def add(self, result: Result) -> None:
        """Write a result down; a kill from now on does not lose it.

        Raises:
          Refusal: It can't be written.
        """
        line = msgspec.json.encode(result) + b"\n"
        try:
            if os.write(self._file, line) < len(line):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
        except OSError as error:
            why = error.strerror or "it can't be written"
            raise self._refusal("arena-file-not-written", why=why) from None

    def _results(self, job: Job, data: bytes) -> Iterator[Result]:
        *lines, cut = data.split(b"\n")
        seen = set[int]()
        for number, line in enumerate(lines, start=2):
            try:
                result = msgspec.json.decode(line, type=prepared(Result))
            except msgspec.MsgspecError:
                raise self._refusal("arena-line-wrong", line=number) from None
            if result.game in seen or result.game not in range(job.games):
                raise self._refusal("arena-line-wrong", line=number)
            if len(result.payoffs) != job.seats:
                raise self._refusal("arena-line-wrong", line=number)
            seen.add(result.game)
            yield result
        os.ftruncate(self._file, os.fstat(self._file).st_size - len(cut))

    def _refusal(self, id: str, **args: Argument) -> Refusal:
        return Refusal(Message.of(id, file=str(self._path), **args))


@contextmanager
def opened(path: Path, job: Job) -> Iterator[ResultsFile]:
    """Yield the file of the job's results, which is begun if it is not there.

    Raises:
      Refusal: It holds something else, can't be opened, or another run has it open.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise _unreadable(path, error) from None
    try:
        yield _locked(path, job, file)
    finally:
        os.close(file)


def _locked(path: Path, job: Job, file: int) -> ResultsFile:
    try:
        lock(file)
        return ResultsFile(path, job, file)
    except BlockingIOError:
        raise Refusal(Message.of("arena-file-in-use", file=str(path))) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> Refusal:
    why = error.strerror or "it can't be opened"
    return Refusal(Message.of("file-unreadable", path=str(path), why=why))


def _whole(file: int) -> bytes:
    with open(file, "rb", closefd=False) as reader:
        return reader.read()
