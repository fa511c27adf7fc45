"""The command that turns games of chess into PGN, and checks PGN by our rules."""

from __future__ import annotations

from pathlib import Path

import click

from games.registry import find
from p2pgame.client.transcripts import bounded
from p2pgame.client.transcripts.checking import NotVerified, RulesNotHere, load
from p2pgame.client.transcripts.exports import export

from ...text import words
from .. import limits, options

_TRANSCRIPT = b"p2pgame transcript"


@click.command()
@click.argument("file", type=options.TranscriptFile())
@limits.limit
def pgn(file: Path, limit: float) -> None:
    """Print a transcript of chess as PGN, or check a game that is PGN already.

    A transcript has no clock, so the tag Date is the day when its file was written:
    that on which the game ended, unless the file was made anew since.

    Exit status 1: the game breaks the rules, or the transcript does not hold.
    """
    data = load(file)
    try:
        words.learn(find("chess"))
    except ValueError as error:
        raise click.UsageError(words.told(error)) from None
    try:
        if data.startswith(_TRANSCRIPT):
            reads = bounded.within(limit)
            click.echo(export(str(file), "pgn", reads).text, nl=False)
        else:
            click.echo(f"{file}: {_checked(data)}")
    except RulesNotHere:
        raise
    except NotVerified as refuted:
        raise click.ClickException(f"{file}: {refuted}") from None
    except ValueError as error:
        raise click.ClickException(f"{file}: {words.told(error)}") from None


def _checked(data: bytes) -> str:
    from games.chess.pgn import read as read_pgn

    try:
        record = read_pgn(data.decode())
    except UnicodeDecodeError:
        raise click.UsageError("that is neither a transcript nor a text") from None
    white, black = record.tags.get("White", "?"), record.tags.get("Black", "?")
    return f"OK, {white} – {black}, {len(record.moves)} moves, {record.result}"
