"""The command ``p2pgame``: play, verify and read games.

A command's module is imported when that command is asked for: ``p2pgame --version``
and ``p2pgame --help`` load none of them.

Exit statuses are those of :mod:`.statuses`; docs/exit-statuses.md says what they mean.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
from click.shell_completion import CompletionItem

import p2pgame

from .listed import COMMANDS, GROUPS

#: What names a language, the first that is set, unless --lang does.
_VARIABLES = ("P2PGAME_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
#: Terminals that would show an invisible character, and words of lines that give JSON.
_UNABLE, _JSON = ("dumb", "linux"), {"--json", "pipe", "serve"}
#: Where the texts of each language are.
_TEXTS = Path(p2pgame.__path__[0]) / "text"


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what the machine refuses is told in a sentence."""
        from . import faults, surroundings  # not for --version

        with surroundings.told(), faults.told():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        if cmd_name not in self.commands:
            faults = _loaded("faults")  # not for --version
            made = getattr(_loaded(f"commands.{place.module}"), place.name)
            assert isinstance(made, click.Command)
            if not gc.get_freeze_count():
                gc.freeze()  # what is imported stays: no later collection looks at it
            self.add_command(faults.tell_faults(made), cmd_name)
        _isolate()
        found = self.commands[cmd_name]
        texts = _translations()
        return texts.in_our_language(found, cmd_name) if texts else found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Speak the language that is asked for, also in help and in refusals."""
        if not ctx.resilient_parsing:
            _speak_at_once(args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(LazyGroup, self._translated()).format_help(ctx, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return super(LazyGroup, self._translated()).collect_usage_pieces(ctx)

    def _translated(self) -> LazyGroup:
        texts = _translations()
        return texts.in_our_language(self, "p2pgame") if texts else self

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        texts = _translations()
        for title, listed in GROUPS.items():
            rows = [(name, one.does) for name, one in listed.items()]
            if texts is not None:
                title = texts.title(title)
                rows = [(name, texts.listed(name) or does) for name, does in rows]
            with formatter.section(title):
                formatter.write_dl(rows)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a command's name without importing any."""
        named = [
            CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)
        ]
        return named + super(click.Group, self).shell_complete(ctx, incomplete)


def _loaded(module: str) -> ModuleType:
    """Import a command's module."""
    with _importing():
        return import_module(f"{__package__}.{module}")


@contextmanager
def _importing() -> Iterator[None]:
    """Look for no garbage meanwhile: an import leaves next to none."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _isolate() -> None:
    """Have a terminal keep apart what is written from right to left, if it can.

    Nothing invisible goes into a file, a pipe or JSON.
    """
    words = sys.modules.get("p2pgame.client.words")
    if words is not None:
        encoding = (getattr(sys.stdout, "encoding", None) or "").lower()
        is_able = sys.stdout.isatty() and encoding.startswith("utf")
        is_plain = os.environ.get("TERM", "dumb") in _UNABLE or bool(
            _JSON & {*sys.argv[1:]}
        )
        words.isolate(is_able and not is_plain)


def _translations() -> ModuleType | None:
    """Return what says help in the language that is spoken, unless that is English."""
    texts = sys.modules.get(f"{__package__}.help_texts")
    return texts if texts is not None and texts.is_needed() else None


def _speak_at_once(args: list[str]) -> None:
    """Speak the language of a command line that may ask for help, or make no sense.

    A language without help of its own needs no import: the help is in English.
    """
    tag = _asked_for(args)
    name = re.match("[a-z]*", tag.lower())
    assert name is not None
    has_help = (_TEXTS / name[0] / "help.ftl").is_file()
    if not has_help and "p2pgame.client.words" not in sys.modules:
        return
    texts = _loaded("help_texts")
    texts.speak(tag)


def _asked_for(args: list[str]) -> str:
    """Return the tag of a language that --lang or the environment names, or none."""
    for number, word in enumerate(args):
        if not word.startswith("-"):
            break  # the command, whose options are its own
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang":
            return "".join(args[number + 1 : number + 2])
    return next(filter(None, map(os.environ.get, _VARIABLES)), "")


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Speak the language that is asked for, or else that of the environment."""
    if ctx.resilient_parsing:
        return  # a shell completes what is typed, and nothing is said
    with _importing():
        from p2pgame.client.errors import Refusal  # not for --version
        from p2pgame.client.words import language_in, say, speak

    try:
        speak(language_in(os.environ) if value is None else value)
    except Refusal as refusal:
        raise click.UsageError(say(refusal.message)) from None


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
