"""Prints text; on a terminal its sentences break between words."""

from __future__ import annotations

import shutil
import sys
from io import StringIO

import click

from .wrapping import broken_between_words


def print_text(text: str, *, err: bool = False) -> None:
    """Print a text; what is indented, and a long word, stays whole, to be copied."""
    if (sys.stderr if err else sys.stdout).isatty():
        line = text.removeprefix("\r")  # which has no width: stopping.from_the_left
        broken = broken_between_words(line, shutil.get_terminal_size().columns)
        text = text.removesuffix(line) + broken
    click.echo(text, err=err)


def print_error(error: click.ClickException) -> None:
    """Print what an error says of itself to standard error."""
    said = StringIO()
    error.show(said)
    print_text(said.getvalue().removesuffix("\n"), err=True)
