"""The command that tells rules, and those that add somebody else's."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from p2pgame.client import rules_checked
from p2pgame.client.game_rules import in_words, moves_shown, options_shown, rules_of
from p2pgame.client.profile import rules_files
from p2pgame.client.states_shown import states_of
from p2pgame.engine import AnyGame
from p2pgame.engine.exact_json import encode
from p2pgame.engine.rules import shown_hash
from p2pgame.playtest.form import form

from ..text import words
from ..text.columns import columns
from ..text.printing import print_text
from ..text.wrapping import broken_between_words
from . import options
from .confirming import confirm

#: The longest line of the rules.
_WIDEST = 100


class _OrGame(click.Group):
    """A group in which whatever is none of its commands is a game."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return super().resolve_command(ctx, ["show", *args])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return ["GAME [--json | --states] | COMMAND [ARGS]..."]


@click.group(
    cls=_OrGame, no_args_is_help=True, context_settings={"ignore_unknown_options": True}
)
def rules() -> None:
    """Say how a game is played, and with what options.

    GAME is a name or a file: p2pgame rules ./my_game.py. With --json, for authors of
    other programs: docs/client.md names the fields. With --states, games in the form
    of docs/wire.md, "Recorded games".

    Friends who play a game of a file need that file. Each looks at it and adds it; it
    then runs with limits on time, memory, files and network.
    """


@rules.command(name="show", hidden=True)
@options.game()
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object: how state, options and moves are laid out.",
)
@click.option(
    "--states",
    is_flag=True,
    help="Print games played at random: each event, the state and turn that follow.",
)
def tell(game: AnyGame, as_json: bool, states: bool) -> None:
    """Say how a game is played, and with what options."""
    if states:
        for line in states_of(game):
            click.echo(line)
        return
    if as_json:
        click.echo(encode(rules_of(game)))
        return
    _head(game)
    fields = form(game, game.seats[0])
    for field, option in zip(fields, options_shown(game), strict=True):
        print_text(words.phrase("rules-option", option=str(field)))
        if option.title:
            click.echo(f"    {option.title}: {option.about}")
        for value, title in zip(option.choices, option.titles, strict=True):
            if str(value) != title:
                click.echo(f"    {value}: {title}")
    if moves := moves_shown(game):
        rows = [(f"    {form}", about) for form, about in moves]
        click.echo("\n".join([words.phrase("rules-moves"), *columns(rows, 2)]))
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    click.echo(f"\n{broken_between_words(in_words(game), width)}")


@rules.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Don't ask.")
def add(file: Path, yes: bool) -> None:
    """Show somebody's FILE of rules, and add them if you say so."""
    text, game = rules_files.examine(file)
    for number, line in enumerate(text.splitlines(), 1):
        click.echo(f"{number:5}  {_shown(line)}")
    click.echo()
    _head(game)
    print_text(words.phrase("rules-limits"))
    if not yes:
        confirm("rules-add")
    rules_files.add(text, game)
    print_text(words.phrase("rules-added", game=game.name, name=game.name))


@rules.command()
@options.game()
def check(game: AnyGame) -> None:
    """Play games in two fresh programs, and say if both come to what this one does.

    GAME may be that of an installed package, or a file. Rules that go by a clock,
    chance, an address or the order of a set contradict themselves so: status 4.
    """
    lines = rules_checked.check(game)
    print_text(words.phrase("rules-same", game=game.name, lines=lines))


@rules.command(name="list")
def list_rules() -> None:
    """List the rules that you have added."""
    added = rules_files.kept()
    for one in added:
        version = words.phrase("rules-version", version=one.version)
        click.echo(f"{one.name:20} {version}  {one.path}")
    if not added:
        print_text(words.phrase("rules-none"))


@rules.command()
@click.argument("game")
def remove(game: str) -> None:
    """Forget all rules of GAME that you have added."""
    count = rules_files.remove(game)
    print_text(words.phrase("rules-removed", game=repr(game), count=count))


def _head(game: AnyGame) -> None:
    """Say which game it is, for how many, and whose rules."""
    low, high = game.seats[0], game.seats[-1]
    several = words.phrase("from-to", low=low, high=high)
    seats = f"{low}" if low == high else several
    about = {"version": game.version, "most": high}
    print_text(words.phrase("rules-of", game=game.name, seats=seats, **about))
    if game.rules:
        print_text(words.phrase("rules-hash", hash=game.rules.hex()))
        shown = shown_hash(game.rules)
        print_text(words.phrase("rules-fingerprint", fingerprint=shown))


def _shown(line: str) -> str:
    """Return a line of a stranger's text, in which what is no text is spelled out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line.expandtabs(4))
