"""The command that lists the opponents."""

from __future__ import annotations

import click

from p2pgame.agents import registry
from p2pgame.agents.opponent import Opponent
from p2pgame.client.choosing import about
from p2pgame.engine import AnyGame

from ..text import words
from . import options


@click.command()
@options.game(required=False)
def bots(game: AnyGame | None) -> None:
    """List the programs that play a game, the weakest first; without one: all.

    p2pgame play GAME --seat 2=NAME plays against one of them.
    """
    for one in registry.opponents(None if game is None else game.name):
        level = words.phrase("bots-level", level=one.level)
        said = words.say(about(one))
        click.echo(f"{one.display:18} {level:9} {said}{_where(game, one)}")


def _where(game: AnyGame | None, one: Opponent) -> str:
    if game is not None:
        return ""
    if one.games is not None:
        return f" ({', '.join(sorted(one.games))})"
    others = ", ".join(sorted(one.but))
    return f" ({words.phrase('bots-play-all', count=len(one.but), others=others)})"
