"""Writes to standard output without making the game's loop wait.

A terminal stopped by Ctrl-S, or a pipe that nobody reads, would stop a loop that
prints, and with it the table for everybody.  So a thread writes, in the order in which
things were said.  It writes to the file below Python's buffer, whose lock it must not
hold when the program ends.
"""

from __future__ import annotations

import errno
import os
import select
import sys
import threading
from collections import deque
from io import RawIOBase

from p2pgame.engine import Message

from ..text import words

#: The most bytes that wait to be written; what is said beyond is only counted.
MOST_WAITING = 1 << 20
#: Seconds between two looks at a stream that takes nothing now.
_AGAIN = 0.05


class Output:
    """Standard output; all methods are for one thread, that of the loop."""

    def __init__(self) -> None:
        self._parts = deque[tuple[RawIOBase, bytes]]()
        self._waiting = self._lost = 0
        self._error: OSError | None = None
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def write(self, text: str) -> None:
        """Write a text soon, after all that was written before.

        Raises:
          OSError: What was written before had no reader any more.
        """
        raw = _below(sys.stdout)
        if raw is None:  # it is kept in memory, and never waits
            sys.stdout.write(text)
            sys.stdout.flush()
            return
        with self._changed:
            self._raise()
            if self._waiting > MOST_WAITING:
                self._lost += text.count("\n")
                return
            self._put(raw, f"{self._not_written()}{text}")

    def check(self) -> None:
        """Do nothing, or say that what was said is not written.

        Raises:
          OSError: Why not; it is told once.
        """
        with self._changed:
            self._raise()

    def flush(self) -> None:
        """Return when all has been written.

        Raises:
          OSError: There is no reader any more.
        """
        with self._changed:
            self._wait()
            lost = self._not_written()
            raw = _below(sys.stdout)
            if lost and raw is not None:
                self._put(raw, lost)
                self._wait()
            self._raise()

    def _wait(self) -> None:
        while self._parts:
            self._changed.wait(_AGAIN)  # Ctrl-C ends this on every system

    def _raise(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            named = words.phrase("standard-output")
            raise OSError(error.errno, error.strerror, named) from error

    def _not_written(self) -> str:
        """Return that lines were lost, if they were, to be written next."""
        lost, self._lost = self._lost, 0
        if not lost:
            return ""
        return f"{words.say(Message.of('lines-not-written', lines=lost))}\n"

    def _put(self, raw: RawIOBase, text: str) -> None:
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        data = text.replace("\n", os.linesep).encode(encoding, errors or "replace")
        if self._thread is None:
            sys.stdout.flush()
            self._thread = threading.Thread(
                target=self._work, name="output", daemon=True
            )
            self._thread.start()
        self._parts.append((raw, data))
        self._waiting += len(data)
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._parts:
                    self._changed.wait()
                raw, data = self._parts[0]
            failed: OSError | None = None
            try:
                _write_all(raw, data)
            except OSError as error:
                failed = error
            except ValueError:  # it was closed here
                failed = BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
            with self._changed:
                if failed is not None:
                    self._error = failed
                self._parts.popleft()
                self._waiting -= len(data)
                self._changed.notify_all()


def _below(stream: object) -> RawIOBase | None:
    """Return the file below a stream's buffer, or None if there is none."""
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    return raw if isinstance(raw, RawIOBase) else None


def _write_all(raw: RawIOBase, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        count = raw.write(rest)
        if count is None:  # somebody has made the file one that does not wait
            select.select([], [raw], [], _AGAIN)
        rest = rest[count or 0 :]


#: That of this process.
OUTPUT = Output()
