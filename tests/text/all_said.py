"""Says what the commands say that need no table, as JSON by command line.

It is a program of its own, which imports whatever p2pgame is first on its path.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.games.registry import GAMES

#: Lines that are refused.
REFUSED = ("play chesss", "join xx", "verify nothing", "rules nothing", "host")
#: Lists that are empty in an empty home.
EMPTY = ("games", "tables", "contacts", "settings list", "invitations", "evening")


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


if __name__ == "__main__":
    said = {line: CliRunner().invoke(main, line.split()).output for line in lines()}
    json.dump(said, sys.stdout)
