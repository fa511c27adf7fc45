"""Read what programs print, and never wait for it without end.

Whatever reads from a program that a test has started goes through here: when the
time is over the program is killed, and the test fails with what was read so far.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Timer
from typing import IO, AnyStr

#: Seconds that a program may take to print what is waited for.
WITHIN = 60.0


@contextmanager
def limited(
    process: subprocess.Popen[AnyStr], within: float = WITHIN
) -> Iterator[None]:
    """Kill a program if this block is not left in time, and fail then.

    Raises:
      AssertionError: The time was over.
    """
    late = Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = Timer(within, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    assert not late.is_set(), f"still reading after {within} s from {process.args!r}"


def lines_from(
    process: subprocess.Popen[AnyStr],
    pipe: IO[AnyStr] | None = None,
    *,
    within: float = WITHIN,
) -> Iterator[AnyStr]:
    """Yield the lines of ``pipe``, standard output unless told, until it is closed.

    The time counts from the first line asked for to the last, or to the end of this
    iterator's life.

    Raises:
      AssertionError: The time was over; it says what was read.
    """
    read = list[AnyStr]()
    source = process.stdout if pipe is None else pipe
    assert source is not None
    try:
        with limited(process, within):
            for line in source:
                read.append(line)
                yield line
    except AssertionError as error:
        raise AssertionError(f"{error}: {read}") from None


def next_line(
    process: subprocess.Popen[AnyStr],
    pipe: IO[AnyStr] | None = None,
    *,
    within: float = WITHIN,
) -> AnyStr:
    """Return the next line.

    Raises:
      AssertionError: The program ended, or the time was over.
    """
    for line in lines_from(process, pipe, within=within):
        return line
    raise AssertionError(f"no more lines from {process.args!r}")


def line_with(
    text: str, process: subprocess.Popen[str], *, within: float = WITHIN
) -> str:
    """Return the first line that holds ``text``.

    Raises:
      AssertionError: There is none, or the time was over.
    """
    read = []
    for line in lines_from(process, within=within):
        if text in line:
            return line
        read.append(line)
    raise AssertionError(f"no {text!r} in {read}")
