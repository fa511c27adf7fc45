"""Reads an invite as it is typed or pasted: also with blanks in it, and over lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from p2pgame.client.meeting.ways import may_go_on

from ..terminal.keyboard import read_line
from ..text import words

#: The argument that means: read it from standard input.
INPUT = "-"


def invite_in(parts: Sequence[str]) -> str:
    """Return the invite that a command line has, in one argument or several.

    Raises:
      UsageError: It is on standard input, and there is none.
    """
    if tuple(parts) != (INPUT,):
        return " ".join(parts)
    try:
        return whole(read_line(), read_line)
    except EOFError:
        raise click.UsageError(words.phrase("invite-not-on-input")) from None


def whole(text: str, more: Callable[[], str]) -> str:
    """Return an invite with the lines that belong to it.

    ``more`` gives the next line, or raises EOFError.  An empty line ends an invite that
    is not whole.
    """
    try:
        while may_go_on(text) and (line := more()).strip():
            text = f"{text}\n{line}"
    except EOFError:
        pass
    return text
