"""The command ``p2pgame``: play, verify and read games.

A command's module is imported when that command is asked for, or when all are
listed: ``p2pgame --version`` loads none of them.

Exit status: 0 done; 1 it was tried and is not so (a file is refuted, a game
could not be finished); 2 the command line makes no sense.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from types import ModuleType

import click

#: Where each command is: a module of ``cli.commands``, and a name there.
COMMANDS = {
    "arena": ("arena", "arena"),
    "bots": ("bots", "bots"),
    "contacts": ("contacts", "contacts"),
    "evidence": ("proof", "evidence"),
    "games": ("viewing", "games"),
    "host": ("playing", "host"),
    "invitations": ("inviting", "invitations"),
    "invite": ("inviting", "invite"),
    "join": ("playing", "join"),
    "move-seat": ("moving", "move_seat"),
    "next": ("turns", "next_table"),
    "newgame": ("newgame", "newgame"),
    "perft": ("rehearsal", "perft"),
    "pgn": ("pgn", "pgn"),
    "pipe": ("piping", "pipe"),
    "phh": ("viewing", "replay_phh"),
    "play": ("playing", "play"),
    "playthrough": ("rehearsal", "playthrough"),
    "receipt": ("receipt", "receipt"),
    "relay": ("relaying", "relay"),
    "resume": ("tables", "resume"),
    "rules": ("rehearsal", "rules"),
    "settings": ("settings", "settings"),
    "show": ("viewing", "show"),
    "tables": ("tables", "tables"),
    "take-seat": ("moving", "take_seat"),
    "train": ("training", "train"),
    "verify": ("verifying", "verify"),
    "watch": ("watching", "watch_command"),
}


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None or cmd_name in self.commands:
            return self.commands.get(cmd_name)
        module, name = place
        faults = _loaded("faults")  # not for --version
        found = getattr(_loaded(f"commands.{module}"), name)
        assert isinstance(found, click.Command)
        self.add_command(faults.tell_faults(found), cmd_name)
        return found


def _loaded(module: str) -> ModuleType:
    """Import a command's module; a library that finds no room is told in a sentence."""
    try:
        return import_module(f"{__package__}.{module}")
    except ImportError as error:
        if isinstance(error.__cause__, OSError):
            raise click.ClickException(f"{error}.") from None
        raise


@click.group(cls=LazyGroup)
@click.version_option(package_name="p2pgame")
def main() -> None:
    """Card and board games among friends: no server, no trusted party."""
    # The memory of a program that ends badly holds what is secret.
    with suppress(ImportError):  # Windows writes no such files
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
