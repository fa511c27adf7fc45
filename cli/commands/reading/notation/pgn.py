"""The command that turns games of chess into PGN, and checks PGN by our rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgame.client.game_names import game_called
from p2pgame.client.transcripts import bounded
from p2pgame.client.transcripts.checking import (
    TRANSCRIPT,
    NotVerified,
    RulesNotHere,
    load,
)
from p2pgame.client.transcripts.exports import export
from p2pgame.workers import Hear

from .... import faults
from ....text import words
from ... import options
from .. import limits

if TYPE_CHECKING:
    from games.chess.pgn_text import Written

#: Characters of a tag that are shown.
_SHOWN = 60
#: What is told of players that no tag names.
_NOBODY = "? – ?"


@click.command()
@click.argument("file", type=options.TranscriptFile())
@click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Check only this game, or hand, of a file of several.",
)
@limits.limit
def pgn(file: Path, number: int | None, limit: float) -> None:
    """Print a transcript of chess as PGN, or check games that are PGN already.

    A PGN file of several games is checked game by game: who played whom, when, how many
    moves, the result, and what is unusual, or why a game can't be played by our rules.

    A transcript has no clock, so the tag Date is the day when its file was written:
    that on which the game ended, unless the file was made anew since.

    Exit status 1: a game breaks the rules, or the transcript does not hold.
    """
    data = load(file)
    with faults.told():
        words.learn(game_called("chess").game)
    try:
        if data.startswith(TRANSCRIPT):
            reads = bounded.within(limit)
            click.echo(export(str(file), "pgn", reads).text, nl=False)
        else:
            _check(file, data, number, limit)
    except RulesNotHere:
        raise
    except NotVerified as refuted:
        raise click.ClickException(f"{file}: {refuted}") from None
    except ValueError as error:
        raise click.ClickException(f"{file}: {words.told(error)}") from None


def _check(file: Path, data: bytes, number: int | None, limit: float) -> None:
    """Print a line for each game of a PGN text, or for the one with this number."""
    from games.chess.pgn_text import NotText, decoded, games_in

    try:
        text = decoded(data)
    except NotText:
        raise click.UsageError("that is neither a transcript nor a text") from None
    count = sum(1 for _ in games_in(text))
    if number is not None and number > count:
        there = words.phrase("no-such-pgn-game", number=number, games=count)
        raise click.UsageError(f"{file}: {there}")
    if not count:
        raise ValueError("there is no game of chess in this text")
    refused = 0
    for n, said, is_legal in bounded.told_in(limit, file, _tell, (text, number)):
        place = f"{file}, game {n}" if count > 1 else str(file)
        if count == 1 and not is_legal:
            raise ValueError(said)
        click.echo(f"{place}: {said}")
        refused += not is_legal
    if refused:
        games = 1 if number is not None else count
        said = words.phrase("games-refused", refused=refused, games=games)
        raise click.ClickException(said)


def _tell(asked: tuple[str, int | None], hear: Hear) -> None:
    """Tell of each game its number, what there is to say, and whether it is legal."""
    from games.chess.pgn_text import games_in

    text, number = asked
    for n, game in enumerate(games_in(text), 1):
        if number in (None, n):
            hear((n, *_checked(game)))


def _checked(game: Written) -> tuple[str, bool]:
    from games.chess.pgn_reading import played

    about = ", ".join(_about(game))
    try:
        record = played(game)
    except ValueError as error:
        said = words.told(error)
        return said if about == _NOBODY else f"{about}: {said}", False
    told = f"{len(record.moves)} moves, {record.result}"
    return "; ".join([f"OK, {about}, {told}", *record.remarks]), True


def _about(game: Written) -> Iterator[str]:
    """Yield who played, and when, as far as the tags say so."""
    white, black, date = (
        "".join(c if c.isprintable() else "\ufffd" for c in one)[:_SHOWN]
        for one in (game.tags.get(name, "?") for name in ("White", "Black", "Date"))
    )
    yield f"{white} – {black}"
    if date.strip("?."):
        yield date
