"""The command that turns games of checkers into PDN, and checks PDN by our rules."""

from __future__ import annotations

from pathlib import Path

import click

from ... import options
from .. import limits
from . import written_games
from .written_games import Notation, print_or_check

PDN = Notation(
    *("pdn", "checkers"),
    *("p2pgame.games.checkers_pdn", "p2pgame.games.checkers_pdn"),
    ("Black", "White"),
)


@click.command()
@click.argument("file", type=options.TranscriptFile())
@written_games.number
@limits.limit
def pdn(file: Path, number: int | None, limit: float) -> None:
    """Print a transcript of checkers as PDN, or check games that are PDN already.

    A PDN file of several games is checked game by game: who played whom, when, how many
    moves, the result, and what is unusual, or why a game can't be played by our rules.
    The first number of a result is that of Black, who begins.

    A transcript has no clock, so the tag Date is the day when its file was written:
    that on which the game ended, unless the file was made anew since.

    Exit status 1: a game breaks the rules, or the transcript does not hold.
    """
    print_or_check(PDN, file, number, limit)
