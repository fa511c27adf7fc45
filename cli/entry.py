"""Starts the program, and says how things are when somebody ends it.

Ctrl-C, SIGTERM and SIGHUP end it alike from the first import to the last line.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

_ALIKE = ("SIGTERM", "SIGHUP")


def main() -> None:
    """Do what the command line says, and exit with its status."""
    _end_alike()
    try:
        try:
            status = _told(_status)
        finally:
            _heed_no_more()
    except BaseException as error:
        if not _comes_from_the_end(error):
            raise
        _heed_no_more()
        from .stopping import tell

        status = tell()
        # CPython remembers an interrupt in code that was made from a string, as the
        # methods of dataclasses are, and would die of SIGINT in the end.
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _comes_from_the_end(error: BaseException | None) -> bool:
    """Return whether somebody has ended the program, and this error came of it.

    CPython 3.11 makes a RuntimeError of an interrupt in ``__set_name__``, where a class
    gets its properties, and libraries wrap what an import of theirs raises.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def _told(run: Callable[[], int]) -> int:
    """Return an exit status, once all that was printed is written."""
    import click

    from . import surroundings

    try:
        if surroundings.open_closed_streams():
            from .text import words

            raise surroundings.Trouble(words.phrase("output-closed"))
        surroundings.write_what_can_be()
        status = run()
        stopped = surroundings.unwritten()
        if stopped is not None:
            raise stopped
    except click.ClickException as error:
        from .text.printing import print_error

        with suppress(OSError):  # nobody reads errors, either
            print_error(error)
        return error.exit_code
    return status


def _status() -> int:
    """Run the program; return its exit status.

    Raises:
      KeyboardInterrupt: Somebody has ended it.
      ClickException: It could not do what it was for.
    """
    import click

    from . import surroundings
    from .main import main as program

    try:
        with surroundings.told():
            done = program.main(standalone_mode=False)
    except click.Abort as error:
        if error.__cause__ is None:  # a question stands there; else click went on
            click.echo(err=True)
        raise KeyboardInterrupt from None
    except SystemExit as error:
        done = error.code
    return done if isinstance(done, int) else 0


def _end_alike() -> None:
    """Have other signals do what Ctrl-C does, unless our parent ignores them."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    for name in _ALIKE:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, interrupt)


def _heed_no_more() -> None:
    """Ignore these signals: the last line is being written."""
    for name in ("SIGINT", *_ALIKE):
        if hasattr(signal, name):
            with suppress(OSError, ValueError):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
