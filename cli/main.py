"""The command ``p2pgame``: play, verify and read games.

A command's module is imported when that command is asked for, or when all are
listed: ``p2pgame --version`` loads none of them.

Exit status: 0 done; 1 it was tried and is not so (a file is refuted, a game could
not be finished, or a player's fork has come to light after its end); 2 the command
line makes no sense; 3 nobody can tell here, for the rules of a file's game are not
here.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from types import ModuleType

import click
from click.shell_completion import CompletionItem

#: Where each command is, for whom: a module of ``cli.commands``, and a name there.
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "For players": {
        "play": ("playing", "play"),
        "web": ("web", "web"),
        "join": ("playing", "join"),
        "next": ("turns", "next_table"),
        "resume": ("tables", "resume"),
        "watch": ("watching", "watch_command"),
        "games": ("viewing", "games"),
        "rules": ("rehearsal", "rules"),
        "bots": ("bots", "bots"),
        "invitations": ("inviting", "invitations"),
        "contacts": ("contacts", "contacts"),
        "tables": ("tables", "tables"),
        "move-seat": ("moving", "move_seat"),
        "take-seat": ("moving", "take_seat"),
        "settings": ("settings", "settings"),
        "doctor": ("doctor", "doctor"),
        "completion": ("completion", "completion"),
    },
    "For hosts": {
        "host": ("playing", "host"),
        "invite": ("inviting", "invite"),
    },
    "For readers of transcripts": {
        "verify": ("verifying", "verify"),
        "show": ("viewing", "show"),
        "pgn": ("notation.pgn", "pgn"),
        "phh": ("viewing", "replay_phh"),
        "evidence": ("proof", "evidence"),
        "receipt": ("receipt", "receipt"),
    },
    "For authors of games and programs": {
        "newgame": ("newgame", "newgame"),
        "playthrough": ("rehearsal", "playthrough"),
        "perft": ("rehearsal", "perft"),
        "pipe": ("piping", "pipe"),
        "serve": ("web", "serve"),
        "token": ("web", "token"),
        "arena": ("arena", "arena"),
        "train": ("training", "train"),
    },
    "For operators": {
        "relay": ("relaying", "relay"),
    },
}
COMMANDS = {name: place for group in GROUPS.values() for name, place in group.items()}


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

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

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        width = formatter.width - 6 - max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            with formatter.section(title):
                found = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl(
                    [
                        (name, command.get_short_help_str(width))
                        for name, command in found
                        if command is not None
                    ]
                )

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a command's name without importing any."""
        named = [
            CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)
        ]
        return named + super(click.Group, self).shell_complete(ctx, incomplete)


def _loaded(module: str) -> ModuleType:
    """Import a command's module; a library that finds no room is told in a sentence."""
    try:
        return import_module(f"{__package__}.{module}")
    except ImportError as error:
        if isinstance(error.__cause__, OSError):
            raise click.ClickException(f"{error}.") from None
        raise


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Speak the language that is asked for, or else that of the environment."""
    if ctx.resilient_parsing:
        return  # a shell completes what is typed, and nothing is said
    from p2pgame.client.words import language_in, speak  # not for --version

    with _loaded("faults").told():
        speak(language_in(os.environ) if value is None else value)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--lang",
    envvar="P2PGAME_LANG",
    callback=_speak,
    expose_value=False,
    help="The language of what is said: de or en; else that of LC_ALL or LANG.",
)
@click.version_option(package_name="p2pgame")
@click.pass_context
def main(context: click.Context) -> None:
    """Card and board games among friends: no server, no trusted party.

    Play with programs: p2pgame play.  Play with friends: p2pgame host, and they join.
    Go on where you left: p2pgame next.
    """
    # The memory of a program that ends badly holds what is secret.
    with suppress(ImportError):  # Windows writes no such files
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(context.get_help())
        return
    menu = _loaded("commands.menu")
    name, *arguments = menu.chosen()
    command = main.get_command(context, name)
    assert command is not None
    with command.make_context(name, arguments, parent=context) as inner:
        command.invoke(inner)
