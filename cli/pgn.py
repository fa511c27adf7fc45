"""The command that turns games of chess into PGN, and checks PGN by our rules."""

from __future__ import annotations

from pathlib import Path

import click

from games.registry import KNOWN, find
from p2pgame.engine import Event, Undone
from p2pgame.session import Refuted, Start
from p2pgame.session.lobby.events import Declined, Drawn, Happened, Started, TakenBack
from p2pgame.session.table.verify import events, read

from . import reading, words

_TRANSCRIPT = b"p2pgame transcript"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def pgn(file: Path) -> None:
    """Print a transcript of chess as PGN, or check a game that is PGN already.

    Exit status 1: the game breaks the rules, or the transcript does not hold.
    """
    data = reading.load(file)
    try:
        words.learn(find("chess"))
    except ValueError as error:
        raise click.UsageError(words.told(error)) from None
    try:
        if data.startswith(_TRANSCRIPT):
            click.echo(_exported(data), nl=False)
        else:
            click.echo(f"{file}: {_checked(data)}")
    except Refuted as refuted:
        raise click.ClickException(f"{file}: {words.told(refuted)}") from None
    except ValueError as error:
        raise click.ClickException(f"{file}: {words.told(error)}") from None


def _exported(data: bytes) -> str:
    from games.pgn import write

    start, made, drawn = _played(data)
    if start is None or start.game.name != "chess":
        what = "no game" if start is None else start.game.name
        raise click.UsageError(f"the transcript is of {what}, not of chess")
    first = start.game.setup(len(start.players), start.options)
    names = [player.name for player in start.players]
    tags = {"White": names[0], "Black": names[1]}
    return write(first, made, tags, drawn=drawn)


def _played(data: bytes) -> tuple[Start | None, list[Event], bool]:
    """Return what a transcript's game started from, and the events that stand.

    With them, whether the players agreed on a draw.
    """
    start: Start | None = None
    drawn = False
    made: list[Event] = []
    for event in events(read(data, KNOWN)):
        match event:
            case Declined(error):
                raise click.UsageError(words.told(error))
            case Started():
                start = event.start
            case Happened(_, Undone(_, levels) | TakenBack(levels)):
                del made[-levels:]
            case Happened(_, Drawn()):
                drawn = True
            case Happened(_, happened):
                assert not isinstance(happened, Undone | TakenBack | Drawn)
                made.append(happened)
    return start, made, drawn


def _checked(data: bytes) -> str:
    from games.pgn import read as read_pgn

    try:
        record = read_pgn(data.decode())
    except UnicodeDecodeError:
        raise click.UsageError("that is neither a transcript nor a text") from None
    white, black = record.tags.get("White", "?"), record.tags.get("Black", "?")
    return f"OK, {white} – {black}, {len(record.moves)} moves, {record.result}"
