"""Says in one sentence what is wrong with the machine around the program.

A folder that can't be written, a full disk, or output that nobody takes says nothing of
a game or a file.  So its exit status is 2, and never 1.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import IO

import click

from .statuses import Status


class Trouble(click.ClickException):
    """Exit with status 2: this machine does not let it be done."""

    exit_code = Status.REFUSED


class _Unread(Trouble):
    """Say nothing: whoever read what is printed has gone, as ``head`` does."""

    def __init__(self) -> None:
        super().__init__("")

    def show(self, file: IO[str] | None = None) -> None:
        pass


@contextmanager
def told() -> Iterator[None]:
    """Turn what the machine refuses into what click shows.

    Raises:
      ClickException: With exit status 2.
    """
    try:
        yield
    except OSError as error:
        raise trouble(error) from None
    except ImportError as error:
        if isinstance(error.__cause__, OSError):  # a library that finds no room
            raise Trouble(f"{error}.") from None
        raise


def trouble(error: OSError) -> Trouble:
    """Return what click shows for an error of the machine."""
    stopped = unwritten()
    if stopped is None and _is_of_output(error):
        _write_nowhere()
        stopped = _unwritable(error)
    if stopped is not None:
        return stopped
    from p2pgame.client.machine import refused

    from .text import words

    return Trouble(words.sentence(str(refused(error))))


def unwritten() -> Trouble | None:
    """Return what to say if what was printed can't be written; None: it is written.

    From then on nothing more is written there.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        _write_nowhere()
        return _unwritable(error)
    return None


def unprinted(error: BaseException) -> OSError | None:
    """Return the error of something that was being printed, if it is in this one."""
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(unprinted, error.exceptions)), None)
    return error if isinstance(error, OSError) and _is_of_output(error) else None


def _is_of_output(error: OSError) -> bool:
    """Return whether something was being printed, which is kept in no buffer."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].f_code is click.echo.__code__


def _unwritable(error: OSError) -> Trouble:
    if error.errno == errno.EPIPE:
        return _Unread()
    from p2pgame.client.system_reason import why

    from .text import words

    return Trouble(words.phrase("output-refused", why=why(error)))


def _write_nowhere() -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()


def open_closed_streams() -> bool:
    """Have all three standard streams, and no file of ours in the place of one.

    Return whether standard output was closed: what is printed is lost.
    """
    was_closed = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # as Python has it, for a file that is closed
            # The lowest number is free, and that is its own.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    return was_closed


def write_what_can_be() -> None:
    """Print ``?`` for a character that the terminal's encoding lacks, as in Latin-1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
