"""The command ``p2pgame``: play, verify and read games.

Exit status: 0 done; 1 it was tried and is not so (a file is refuted, a game
could not be finished); 2 the command line makes no sense.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
import msgspec
import trio

from games.registry import GAMES
from p2pgame.engine import AnyGame
from p2pgame.session import Refuted
from p2pgame.transport.invite import InvalidInvite, Invite, split_address

from . import addresses, local, options, phh, reading, sitting
from .people import Bot, Decider, Person
from .screen import Screen
from .sitting import Seat

R = TypeVar("R")

_FILE = click.Path(path_type=Path)
_name = click.option(
    "--name", type=options.PlayerName(), help="Your name at the table."
)
_transcript = click.option(
    "--transcript", type=_FILE, help="Where the transcript goes (default: here)."
)
_players = click.option("--players", type=int, help="Seats at the table.")
_hands = click.option("--hands", type=int, help="Hands to play, in a game of hands.")
_option = click.option(
    "-o", "--option", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
_bot = click.option("--bot", is_flag=True, help="Let a program play this seat.")


@click.group()
@click.version_option(package_name="p2pgame")
def main() -> None:
    """Card and board games among friends: no server, no trusted party."""


@main.command()
def games() -> None:
    """List the games, for how many players, with their options."""
    for game in GAMES.values():
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low}" if low == high else f"{low} to {high}"
        defaults = msgspec.to_builtins(game.options())
        values = "  ".join(f"{name}={value}" for name, value in defaults.items())
        click.echo(f"{game.name:12} {seats:>7} players  {values}".rstrip())


@main.command()
@click.argument("game", type=options.GameName())
@_players
@click.option("--bots", type=click.IntRange(0), help="Seats that programs take.")
@_hands
@_option
@_name
@_transcript
def play(
    game: AnyGame,
    players: int | None,
    bots: int | None,
    hands: int | None,
    option: tuple[str, ...],
    name: str | None,
    transcript: Path | None,
) -> None:
    """Play at a table on this machine, every seat a process of its own.

    You sit in the first seat if there is a terminal, else a program does; other
    programs take the rest, or as many as --bots says, and people may join.
    """
    offer = options.offer(game, players, hands, option)
    bots = offer.seats - 1 if bots is None else bots
    if bots >= offer.seats:
        raise click.UsageError(
            f"--bots {bots} leaves no seat for you at a table of {offer.seats}"
        )
    seat = _seat(name, bot=not sys.stdin.isatty(), transcript=transcript)
    path = _run(partial(local.play, seat, offer, bots, _invite_shown(seat.screen)))
    _say_verified(path)


@main.command()
@click.argument("game", type=options.GameName())
@_players
@_hands
@_option
@_name
@click.option(
    "--listen",
    default="0.0.0.0:0",
    metavar="HOST:PORT",
    help="Where to listen (default: any free port, from anywhere).",
)
@click.option(
    "--address",
    multiple=True,
    metavar="HOST:PORT",
    help="Where guests reach you, if it is not where you listen; may be repeated.",
)
@_transcript
@_bot
def host(
    game: AnyGame,
    players: int | None,
    hands: int | None,
    option: tuple[str, ...],
    name: str | None,
    listen: str,
    address: tuple[str, ...],
    transcript: Path | None,
    bot: bool,
) -> None:
    """Open a table, print its invite, and play when all seats are taken."""
    offer = options.offer(game, 2 if players is None else players, hands, option)
    where = addresses.listening(listen)
    for text in address:
        _checked(partial(split_address, text))
    seat = _seat(name, bot=bot, transcript=transcript)
    shown = _invite_shown(seat.screen)

    def invite(secret: bytes, port: int) -> Invite:
        return Invite(secret, address or addresses.reachable(where[0], port))

    path = _run(partial(sitting.host, seat, offer, where, invite, shown))
    _say_verified(path)


@main.command()
@click.argument("invite")
@_name
@_transcript
@_bot
def join(invite: str, name: str | None, transcript: Path | None, bot: bool) -> None:
    """Join a table by its invite (- reads the invite from standard input)."""
    text = sys.stdin.readline() if invite == "-" else invite
    ticket = _checked(partial(Invite.parse, text))
    seat = _seat(name, bot=bot, transcript=transcript)
    path = _run(partial(sitting.join, seat, ticket))
    _say_verified(path)


@main.command()
@click.argument("file", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(file: Path, as_json: bool) -> None:
    """Check a transcript: signatures, proofs, rules and result."""
    try:
        report = reading.report(file)
    except Refuted as refuted:
        if as_json:
            click.echo(reading.as_json(refuted))
            sys.exit(1)
        raise click.ClickException(f"{refuted}.") from None
    click.echo(reading.as_json(report) if as_json else reading.in_words(report))


@main.command()
@click.argument("file", type=_FILE)
def show(file: Path) -> None:
    """Step through a transcript in words (on a terminal: a key for each step)."""
    with _refuted():
        for step in reading.story(file):
            click.echo(step + "\n")
            if sys.stdin.isatty() and sys.stdout.isatty() and click.getchar() == "q":
                return


@main.command(name="phh")
@click.argument("files", nargs=-1, required=True, type=_FILE)
def replay_phh(files: tuple[Path, ...]) -> None:
    """Replay recorded hold'em hands in PHH notation by our rules."""
    different = 0
    with click.progressbar(files, file=sys.stderr, hidden=not sys.stderr.isatty()) as f:
        for path in f:
            text = reading.load(path).decode(errors="replace")
            try:
                replayed = phh.check(text)
            except ValueError as error:
                different += 1
                click.echo(f"{path}: {error}")
            else:
                different += replayed.difference is not None
                click.echo(f"{path}: {replayed}")
    if different:
        raise click.ClickException(f"{different} of {len(files)} hands differ.")


def _seat(name: str | None, *, bot: bool, transcript: Path | None) -> Seat:
    screen = Screen()
    decider: Decider = Bot(random.Random()) if bot else Person(screen)
    return Seat(
        name or ("Host bot" if bot else options.own_name()), decider, screen, transcript
    )


def _invite_shown(screen: Screen) -> Callable[[Invite], None]:
    def shown(invite: Invite) -> None:
        screen.line("Invite your friends with this line; whoever has it can join:")
        screen.line(f"  p2pgame join {invite.encode()}")

    return shown


def _say_verified(path: Path) -> None:
    with _refuted():
        click.echo(reading.in_words(reading.report(path)))
    click.echo(f"The transcript is in {path}.")


@contextmanager
def _refuted() -> Iterator[None]:
    try:
        yield
    except Refuted as refuted:
        raise click.ClickException(f"{refuted}.") from None


def _checked(parse: Callable[[], R]) -> R:
    try:
        return parse()
    except InvalidInvite as error:
        raise click.UsageError(str(error)) from None


def _run(main: Callable[[], Awaitable[R]]) -> R:
    """Run the program; what ends it for people comes out of its nurseries whole."""
    try:
        return trio.run(main)
    except BaseExceptionGroup as group:
        for kind in (click.ClickException, KeyboardInterrupt):
            told = group.subgroup(kind)
            while told is not None:
                first = told.exceptions[0]
                if isinstance(first, kind):
                    raise first from None
                assert isinstance(first, BaseExceptionGroup)
                told = first
        raise
