"""Says what the commands say that need no table, as JSON by command line.

It is a program of its own, which imports whatever p2pgame is first on its path.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click
from click.testing import CliRunner

from p2pgame.agents.registry import opponents
from p2pgame.cli.main import main
from p2pgame.games.registry import GAMES
from p2pgame.playtest.form import form
from p2pgame.text.descriptions import description_of

#: Lines that are refused.
REFUSED = ("play chesss", "join xx", "verify nothing", "rules nothing", "host")
#: Lists that are empty in an empty home.
EMPTY = (
    "games",
    "bots",
    "tables",
    "contacts",
    "settings list",
    "invitations",
    "ledger",
)


def _commands(group: click.Group, at: tuple[str, ...] = ()) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield " ".join((*at, name, "--help"))
        if isinstance(command, click.Group):
            yield from _commands(command, (*at, name))


def lines() -> Iterator[str]:
    """Yield command lines."""
    yield "--help"
    yield from _commands(main)
    for game in GAMES:
        yield f"rules {game}"
        yield f"bots {game}"
    yield from (*REFUSED, *EMPTY)


def typed() -> Iterator[str]:
    """Yield what is a name in every language: of commands, options, moves, programs."""
    yield from _named(main)
    for game in GAMES.values():
        yield game.name
        described = description_of(game)
        for field in form(game, game.seats[0]):
            yield from map(str, (field.name, field.default, *field.choices))
        yield from (*described.moves, *described.placements, *described.state)
        for part in described.parts.values():
            yield from part.words
    yield from (one.display for one in opponents(None))


def _named(group: click.Group) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield name
        for one in command.params:
            yield from (*one.opts, *one.secondary_opts, one.name or "")
            if isinstance(one.type, click.Choice):
                yield from one.type.choices
        if isinstance(command, click.Group):
            yield from _named(command)


if __name__ == "__main__":
    said = {line: CliRunner().invoke(main, line.split()).output for line in lines()}
    json.dump({"said": said, "typed": [*typed()]}, sys.stdout)
