"""Checks games that are written down as text, one by one, by our rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from p2pgame.client.game_names import game_called
from p2pgame.client.transcripts import bounded
from p2pgame.client.transcripts.checking import (
    TRANSCRIPT,
    NotVerified,
    RulesNotHere,
    load,
)
from p2pgame.client.transcripts.exports import Format, export
from p2pgame.client.words import language, speak_here, title_of
from p2pgame.engine.printable import printable
from p2pgame.workers import Hear

from .... import faults
from ....text import words

if TYPE_CHECKING:
    from p2pgame.games.chess.pgn_text import Written

#: Characters of a tag that are shown.
_SHOWN = 60
#: What is told of players that no tag names.
_NOBODY = "? – ?"

number = click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Check only this game, or hand, of a file of several.",
)


@dataclass(frozen=True, slots=True)
class Notation:
    """Texts of games: of which game they are, what reads them, who is named first."""

    format: Format
    game: str
    splits: str
    plays: str
    sides: tuple[str, str]

    def games_in(self, text: str) -> Iterator[Written]:
        found: Iterator[Written] = import_module(self.splits).games_in(text)
        return found

    @property
    def played(self) -> Callable[[Written], Any]:
        found: Callable[[Written], Any] = import_module(self.plays).played
        return found


def print_or_check(
    notation: Notation, file: Path, number: int | None, limit: float
) -> None:
    """Print a transcript in a notation, or say what the games of such a text are.

    Raises:
      ClickException: The transcript does not hold, or a game breaks the rules.
    """
    data = load(file)
    with faults.told():
        words.learn(game_called(notation.game).game)
    try:
        if data.startswith(TRANSCRIPT):
            reads = bounded.within(limit)
            click.echo(export(str(file), notation.format, reads).text, nl=False)
        else:
            _check(notation, file, data, number, limit)
    except RulesNotHere:
        raise
    except NotVerified as refuted:
        raise click.ClickException(f"{file}: {refuted}") from None
    except ValueError as error:
        raise click.ClickException(f"{file}: {words.told(error)}") from None


def _check(
    notation: Notation, file: Path, data: bytes, number: int | None, limit: float
) -> None:
    """Print a line for each game of a text, or for the one with this number."""
    from p2pgame.games.chess.pgn_text import NotText, decoded

    try:
        text = decoded(data)
    except NotText:
        said = words.phrase("written-no-text")
        raise click.UsageError(said) from None
    count = sum(1 for _ in notation.games_in(text))
    if number is not None and number > count:
        there = words.phrase("no-such-pgn-game", number=number, games=count)
        raise click.UsageError(f"{file}: {there}")
    if not count:
        title = title_of(notation.game)
        said = words.phrase("written-no-game", title=title)
        raise click.ClickException(f"{file}: {said}")
    refused = 0
    asked = notation, text, number, language()
    for n, said, is_legal in bounded.told_in(limit, file, _tell, asked):
        several = words.phrase("written-game", path=str(file), number=n)
        place = several if count > 1 else str(file)
        if count == 1 and not is_legal:
            raise ValueError(said)
        click.echo(f"{place}: {said}")
        refused += not is_legal
    if refused:
        games = 1 if number is not None else count
        said = words.phrase("games-refused", refused=refused, games=games)
        raise click.ClickException(said)


def _tell(asked: tuple[Notation, str, int | None, str], hear: Hear) -> None:
    """Tell of each game its number, what there is to say, and whether it is legal."""
    notation, text, number, spoken = asked
    speak_here(spoken)
    for n, game in enumerate(notation.games_in(text), 1):
        if number in (None, n):
            hear((n, *_checked(notation, game)))


def _checked(notation: Notation, game: Written) -> tuple[str, bool]:
    about = ", ".join(_about(notation, game))
    try:
        record = notation.played(game)
    except ValueError as error:
        said = words.told(error)
        return said if about == _NOBODY else f"{about}: {said}", False
    moves, result = len(record.moves), record.result
    told = words.phrase("written-ends", moves=moves, result=result)
    remarks = map(words.reason, record.remarks)
    return "; ".join([f"OK, {about}, {told}", *remarks]), True


def _about(notation: Notation, game: Written) -> Iterator[str]:
    """Yield who played, and when, as far as the tags say so."""
    one, other, date = (
        printable(text)[:_SHOWN]
        for text in (game.tags.get(name, "?") for name in (*notation.sides, "Date"))
    )
    yield f"{one} – {other}"
    if date.strip("?."):
        yield date
