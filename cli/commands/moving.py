"""Commands that take a seat to another device, and back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgame.client.profile import moving

from ..terminal.keyboard import read_line
from ..text import words
from ..text.printing import print_text
from .confirming import confirm
from .tables import one_of_several

WARNING = (
    "Two devices must never play one seat: their words would contradict each other, "
    "and you would stand there as a cheat. Go on here only if the seat was not "
    "taken on another device, and the file is gone."
)

_passphrase_file = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help="Read the passphrase from this file, - for standard input, not the keyboard.",
)


@click.command("move-seat")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--table", type=int, help="Which one, as p2pgame tables counts.")
@click.option("--undo", is_flag=True, help="Take back a seat whose file is lost.")
@click.option("--yes", is_flag=True, help="With --undo: don't ask.")
@_passphrase_file
def move_seat(
    file: Path | None,
    table: int | None,
    undo: bool,
    yes: bool,
    passphrase_file: Path | None,
) -> None:
    """Write a seat into FILE, encrypted, to go on with it on another device.

    There p2pgame take-seat FILE puts it in place; here it can't be played any more.
    """
    if undo:
        if file is not None:
            raise click.UsageError(words.phrase("undo-no-file"))
        _undo(table, yes=yes)
        return
    if file is None:
        raise click.UsageError(words.phrase("move-into-which"))
    moving.check_new(file)
    with one_of_several("move-seat FILE --table"):
        one = moving.movable(table)
    moving.move(one, file, _asked(passphrase_file, twice=True))
    print_text(words.phrase("seat-is-in", path=str(file)))
    print_text(words.phrase("take-seat-there", file=file.name))


@click.command("take-seat")
@click.argument("file", type=click.Path(path_type=Path))
@_passphrase_file
def take_seat(file: Path, passphrase_file: Path | None) -> None:
    """Put the seat in FILE, which move-seat wrote, in place on this device."""
    data = moving.load(file)
    moving.take(file, data, _asked(passphrase_file, twice=False))
    print_text(words.phrase("seat-here"))
    print_text(words.phrase("seat-file-used", path=str(file)))


def _undo(table: int | None, *, yes: bool) -> None:
    with one_of_several("move-seat --undo --table"):
        one = moving.moved(table)
    click.echo(WARNING, err=True)
    if not yes:
        confirm("take-back")
    moving.undo(one)
    print_text(words.phrase("seat-here-again"))


def _asked(path: Path | None, *, twice: bool) -> str:
    """Return the passphrase: typed unseen, or the first line of a file."""
    if path is None and not sys.stdin.isatty():
        raise click.UsageError(words.phrase("passphrase-from-file"))
    if path is None:
        typed = click.prompt(
            words.phrase("passphrase"),
            hide_input=True,
            confirmation_prompt=words.phrase("passphrase-again") if twice else False,
            err=True,
        )
        return str(typed)
    try:
        line = read_line() if str(path) == "-" else _first_line(path)
    except EOFError:
        line = ""
    if not line.rstrip("\r\n"):
        raise click.UsageError(words.phrase("passphrase-empty"))
    return line.rstrip("\r\n")


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(4096)
    except (OSError, UnicodeDecodeError):
        raise click.UsageError(words.phrase("no-text-in", path=str(path))) from None
