"""The command that writes hands of hold'em as PHH, and replays recorded ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from p2pgame.client.transcripts import bounded, checking
from p2pgame.client.transcripts.exports import export

from ....text import words
from ... import options
from .. import limits
from . import phh
from .phh_record import Fields, hands


@click.command(name="phh")
@click.argument("files", nargs=-1, required=True, type=options.TranscriptFile())
@click.option(
    "--game",
    "number",
    metavar="N",
    help="Check only this game, or hand, of a file of several.",
)
@limits.limit
def replay_phh(files: tuple[Path, ...], number: str | None, limit: float) -> None:
    """Print a transcript of hold'em as PHH, or replay recorded hands by our rules.

    A recorded hand has whole chips or decimals of a currency; a file of several
    (.phhs) has a line for each hand. What the record says of final stacks and of
    winnings is compared with what our rules come to; a rake is told.

    Exit status 1: a hand differs, or can not be replayed.
    """
    if len(files) == 1 and checking.load(files[0]).startswith(checking.TRANSCRIPT):
        reads = bounded.within(limit)
        click.echo(export(str(files[0]), "phh", reads).text, nl=False)
        return
    count = different = 0
    with click.progressbar(files, file=sys.stderr, hidden=not sys.stderr.isatty()) as f:
        for path in f:
            for name, fields in _hands(path, number):
                said, is_alike = _replayed(fields)
                count, different = count + 1, different + (not is_alike)
                click.echo(f"{name}: {said}")
    if different:
        said = words.phrase("hands-differ", different=different, hands=count)
        raise click.ClickException(said)


def _hands(path: Path, number: str | None) -> Iterator[tuple[str, Fields | ValueError]]:
    """Yield the hands of a file, each with its name; what is no such file fails."""
    try:
        found = hands(checking.load(path).decode(errors="replace"))
    except ValueError as error:
        yield str(path), error
        return
    if number is not None and number not in found:
        there = words.phrase("no-such-hand", hand=number, hands=len(found))
        raise click.UsageError(f"{path}: {there}")
    for name, fields in found.items():
        if number in (None, name):
            several = words.phrase("written-hand", path=str(path), hand=name)
            yield several if len(found) > 1 else str(path), fields


def _replayed(fields: Fields | ValueError) -> tuple[str, bool]:
    """Return what there is to say of a hand, and whether it ends as recorded."""
    if isinstance(fields, ValueError):
        return words.told(fields), False
    try:
        replayed = phh.replayed(fields)
    except ValueError as error:
        return words.told(error), False
    return words.reason(str(replayed)), replayed.difference is None
