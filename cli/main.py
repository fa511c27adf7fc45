"""The command ``p2pgame``: play, verify and read games.

A command's module is imported when that command is asked for: ``p2pgame --version``
and ``p2pgame --help`` load none of them.

Exit status: 0 done; 1 it was tried and is not so (a file is refuted, a game could
not be finished, or a player's fork has come to light after its end); 2 the command
line makes no sense; 3 nobody can tell here, for the rules of a file's game are not
here.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType

import click
from click.shell_completion import CompletionItem

from .listed import COMMANDS, GROUPS


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None or cmd_name in self.commands:
            return self.commands.get(cmd_name)
        faults = _loaded("faults")  # not for --version
        found = getattr(_loaded(f"commands.{place.module}"), place.name)
        assert isinstance(found, click.Command)
        if not gc.get_freeze_count():
            gc.freeze()  # what is imported stays: no later collection looks at it
        self.add_command(faults.tell_faults(found), cmd_name)
        return found

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        for title, listed in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, one.does) for name, one in listed.items()])

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
        with _importing():
            return import_module(f"{__package__}.{module}")
    except ImportError as error:
        if isinstance(error.__cause__, OSError):
            raise click.ClickException(f"{error}.") from None
        raise


@contextmanager
def _importing() -> Iterator[None]:
    """Look for no garbage meanwhile: an import leaves next to none."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Speak the language that is asked for, or else that of the environment."""
    if ctx.resilient_parsing:
        return  # a shell completes what is typed, and nothing is said
    with _importing():
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
