"""The command that turns games of chess into PGN, and checks PGN by our rules."""

from __future__ import annotations

from pathlib import Path

import click

from ... import options
from .. import limits
from . import written_games
from .written_games import Notation, print_or_check

PGN = Notation(
    *("pgn", "chess"),
    *("p2pgame.games.chess.pgn_text", "p2pgame.games.chess.pgn_reading"),
    ("White", "Black"),
)


@click.command()
@click.argument("file", type=options.TranscriptFile())
@written_games.number
@limits.limit
def pgn(file: Path, number: int | None, limit: float) -> None:
    """Print a transcript of chess as PGN, or check games that are PGN already.

    A PGN file of several games is checked game by game: who played whom, when, how many
    moves, the result, and what is unusual, or why a game can't be played by our rules.

    A transcript has no clock, so the tag Date is the day when its file was written:
    that on which the game ended, unless the file was made anew since.

    Exit status 1: a game breaks the rules, or the transcript does not hold.
    """
    print_or_check(PGN, file, number, limit)
