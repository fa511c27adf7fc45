"""Reads games, names and options from the command line, and makes offers of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from p2pgame.client import system_reason
from p2pgame.client.errors import InvalidRequest, Unusable
from p2pgame.client.game_names import game_called
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.profile import contacts, rules_files, tables, transcripts
from p2pgame.client.profile.ticket import Offer
from p2pgame.client.requests import Host, why_no_name
from p2pgame.engine import AnyGame
from p2pgame.games.registry import GAMES, from_files

from .. import faults
from ..text import words
from ..text.printing import print_text
from . import running
from .running import PLAIN

F = TypeVar("F", bound=Callable[..., Any])


def _be_plain(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        os.environ[PLAIN] = "1"


#: Every command that shows a game can show it without a window.
plain = click.option(
    "--plain",
    is_flag=True,
    expose_value=False,
    callback=_be_plain,
    help="Tell the game in sentences, as for a screen reader: no window, no tables "
    "unless you type table or hand (or set P2PGAME_PLAIN=1).",
)


def _be_on_page(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        running.go_on_page()


#: Every command that shows a game can show it on the page.
on_page = click.option(
    "--web",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_be_on_page,
    help="Play on the page in the browser, as with p2pgame web.",
)


def _use_rules(
    ctx: click.Context, param: click.Parameter, value: tuple[Path, ...]
) -> None:
    with faults.told():
        for path in value:
            rules_files.use(path)


#: Every command that reads what was played by rules of a file can be told which.
rules = click.option(
    "--rules",
    type=click.Path(path_type=Path),
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_use_rules,
    metavar="FILE",
    help="A file of your own with the rules of a game, such as ./my_game.py; may be "
    "repeated.",
)


class GameName(click.ParamType[AnyGame]):
    """What people call a game, as `p2pgame games` does, or a file: ./my_game.py."""

    name = "game"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> AnyGame:
        text = str(value)
        if text.endswith(".py") or os.sep in text:
            with faults.told():
                return rules_files.use(Path(text))
        try:
            found = game_called(text)
        except InvalidRequest as error:
            self.fail(words.told(error), param, ctx)
        if found.note is not None:
            print_text(words.say(found.note), err=True)
        return found.game

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        if os.sep in incomplete or incomplete.endswith(".py"):
            return [CompletionItem(incomplete, type="file")]
        names = (*GAMES, *from_files())
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def game(*, required: bool = True) -> Callable[[F], F]:
    """Return an argument that is a game, whose name may be of several words."""
    kind = GameName()

    def joined(
        ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
    ) -> AnyGame | None:
        return kind.convert(" ".join(value), param, ctx) if value else None

    return click.argument(
        "game",
        nargs=-1,
        required=required,
        metavar="GAME" if required else "[GAME]",
        callback=joined,
        shell_complete=kind.shell_complete,
    )


def completed_table(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the number of a table, with its game beside it."""
    return [
        CompletionItem(str(one.number), help=one.ticket.game)
        for one in tables.kept()
        if str(one.number).startswith(incomplete)
    ]


def completed_contact(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a contact."""
    names = [one.name for one in contacts.kept()]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class Seated(click.ParamType[tuple[int, str]]):
    """A seat and the program that plays it: ``2=Random``; seats count from 1."""

    name = "seat"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, str]:
        number, _, agent = str(value).partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) < 3 and agent):
            self.fail(words.phrase("seat-form", text=repr(value)), param, ctx)
        return int(number), agent


class PlayerName(click.ParamType[str]):
    """A name that can be shown on everybody's screen."""

    name = "name"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        name = str(value)
        if why := why_no_name(name):
            self.fail(words.say(why), param, ctx)
        return name


def _chosen(text: str, ctx: click.Context | None) -> Path:
    """Return the file that is meant: a copy, until the command ends, if it is a pipe.

    A pipe can be read but once, and only by this process.
    """
    path = transcripts.chosen(text)
    if ctx is None or not path.is_fifo():
        return path
    from p2pgame.client.transcripts import checking  # not for a seat

    data = checking.load(path)
    try:
        folder = ctx.with_resource(TemporaryDirectory(prefix="p2pgame-"))
        copy = Path(folder, path.name)
        copy.write_bytes(data)
    except OSError as error:
        why = system_reason.why(error)
        raise Unusable("file-unreadable", path=str(path), why=why) from None
    return copy


class TranscriptFile(click.ParamType[Path]):
    """A file or pipe, or the name or number of one in the folder for transcripts."""

    name = "file"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        with faults.told():
            return _chosen(str(value), ctx)


class Position(click.ParamType[tuple[Path, int | None]]):
    """A transcript, and how many of its turns have been played: ``FILE:12``."""

    name = "position"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[Path, int | None]:
        if isinstance(value, tuple):
            return value
        text = str(value)
        file, colon, turn = text.rpartition(":")
        with faults.told():
            if colon and turn.isascii() and turn.isdecimal() and len(turn) < 10:
                return _chosen(file, ctx), int(turn)
            return _chosen(text, ctx), None


again = click.option(
    "--again",
    type=click.IntRange(0),
    metavar="N",
    help="Play so many further games at once, without asking (where nobody is at a "
    "terminal: 0).",
)


#: So much of a file is read; rules make a short option of it, or refuse it.
_LONGEST = 1_000_000


def game_offer(game: AnyGame, players: int | None, option: tuple[str, ...]) -> Offer:
    """Return the offer of a game with options as they are typed.

    Raises:
      InvalidRequest: The game has no such option, or cannot be played like that.
      UsageError: An option is written wrong.
    """
    values: dict[str, str | int | bool] = dict(map(pair, option))
    return offer_of(Host(game=game.name, players=players, options=values))


def pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(words.phrase("option-form", text=repr(text)))
    if value.startswith("@"):
        value = _text_in(value[1:])
    return name, value


def _text_in(file: str) -> str:
    """Return what ``@FILE`` stands for, and ``@FILE:N``: one of the levels in it."""
    path, colon, number = file.rpartition(":")
    if colon and number.isascii() and number.isdecimal() and not Path(file).exists():
        return f"choose {number}\n{_text_of(Path(path))}"
    return _text_of(Path(file))


def _text_of(path: Path) -> str:
    """Return what is in a file, as ``-o level=@FILE`` asks for it."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(_LONGEST)
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, UnicodeDecodeError):
            said = words.phrase("no-text-in", path=str(path))
        else:
            said = words.phrase(
                "file-unreadable", path=str(path), why=system_reason.why(error)
            )
        raise click.UsageError(said) from None
