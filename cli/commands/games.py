"""The command that lists the games, for people or for programs."""

from __future__ import annotations

import shutil
import sys

import click

from p2pgame.client import choosing
from p2pgame.client.extras import install_line
from p2pgame.client.game_names import minutes_of, short_of, shown_name
from p2pgame.engine.exact_json import encode
from p2pgame.games.registry import here, missing

from ..text import words
from ..text.games_table import Line, table
from ..text.printing import print_text

#: The width of a list that goes to no terminal.
_USUAL = 80


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def games(*, as_json: bool) -> None:
    """List the games: for how many players, how long one takes, and what it is.

    A game may be called as people call it: hearts, Hearts or poker. p2pgame rules GAME
    says more of one.
    """
    if as_json:
        click.echo(encode(choosing.games()))
        return
    width = shutil.get_terminal_size((_USUAL, 24)).columns
    for line in table(games_here(), width if sys.stdout.isatty() else _USUAL):
        click.echo(line)
    for name, library in missing().items():
        print_text(words.phrase("game-needs-extra", game=shown_name(name)))
        click.echo(f"  {install_line(library)}")


def games_here() -> list[Line]:
    found = []
    for game in here():
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low}" if low == high else words.phrase("from-to", low=low, high=high)
        minutes = minutes_of(game.name)
        about = words.phrase("games-about", minutes=minutes) if minutes else ""
        found.append(Line(shown_name(game.name), seats, about, short_of(game.name)))
    return sorted(found, key=lambda line: line.title.casefold())
