"""Says how things are when somebody ends the program before it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from .statuses import Status
from .text import words
from .text.printing import print_text


def _usual() -> str:
    return words.phrase("stopped")


_now: list[Callable[[], str]] = [_usual]


@contextmanager
def meanwhile(so: Callable[[], str]) -> Iterator[None]:
    """Have ``so`` return what is told if the program is ended in this block."""
    _now.append(so)
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        raise  # that is what is told
    except BaseException:
        _now.pop()
        raise
    _now.pop()


def tell() -> int:
    """Say how things are, and return the exit status."""
    print_text(_now[-1](), err=True)
    return Status.LEFT


def from_the_left(text: str) -> str:
    """Return a line that stands alone on a terminal that has echoed ``^C``."""
    return f"\r{text}" if sys.stderr.isatty() else text
