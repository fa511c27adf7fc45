"""The command ``p2pgame``: play, verify and read games.

Exit status: 0 done; 1 it was tried and is not so (a file is refuted, a game
could not be finished); 2 the command line makes no sense.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar, get_args

import click
import msgspec

from games.registry import GAMES
from p2pgame.engine import AnyGame
from p2pgame.session import Refuted
from p2pgame.session.payloads import Absence
from p2pgame.session.seat import Deck
from p2pgame.transport.invite import InvalidInvite, Invite, split_address

from . import (
    addresses,
    joining,
    local,
    moving,
    opening,
    options,
    phh,
    proof,
    reading,
    rehearsal,
    running,
    tables,
)
from .keyboard import read_line

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., None])

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
    "-o",
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; NAME=@FILE takes its text from a file.",
)
_quorum = click.option(
    "--quorum",
    type=click.IntRange(0),
    help="Players who can go on without the others (0: nobody can; by default the "
    "fewest that are safe, if at least three play).",
)
_deck = click.option(
    "--deck",
    type=click.Choice(["masked", "proved", "commutative"]),
    default="masked",
    show_default=True,
    help="How cards are hidden.  commutative is faster and promises less: who marks "
    "or peeks at cards is found out only when the game is over, and all cards, "
    "folded ones too, are then shown.  proved is checked at once.  With either "
    "nobody can go on without a player, and some games cannot be played.",
)
_bank = click.option(
    "--bank",
    type=click.IntRange(0, 10**6),
    default=0,
    show_default=True,
    metavar="SECONDS",
    help="How long somebody may decide in the whole game (0: for ever); after that "
    "a tenth of the patience is left for each decision.",
)
_absence = click.option(
    "--absence",
    type=click.Choice(get_args(Absence)),
    help="What becomes of the game if somebody is silent for too long.  wait: "
    "nothing; default: a move is made for them; forfeit: they have lost, and it is "
    "over; finish: the others go on without them (the usual, where they can).",
)
_again = click.option(
    "--again",
    type=click.IntRange(0),
    metavar="N",
    help="Play so many further games at once, without asking (where nobody is at a "
    "terminal: 0).",
)
_bot = click.option("--bot", is_flag=True, help="Let a program play this seat.")


def _patience(default: int) -> Callable[[F], F]:
    return click.option(
        "--patience",
        type=click.IntRange(0, 10**6),
        default=default,
        show_default=True,
        metavar="SECONDS",
        help="How long the others wait for somebody (0: for ever).",
    )


@click.group()
@click.version_option(package_name="p2pgame")
def main() -> None:
    """Card and board games among friends: no server, no trusted party."""
    # The memory of a program that ends badly holds what is secret.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


for _command in (
    *tables.COMMANDS,
    *moving.COMMANDS,
    *rehearsal.COMMANDS,
    proof.evidence,
):
    main.add_command(_command)


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
@_quorum
@_patience(0)
@_deck
@_name
@_transcript
def play(
    game: AnyGame,
    players: int | None,
    bots: int | None,
    hands: int | None,
    option: tuple[str, ...],
    quorum: int | None,
    patience: int,
    deck: Deck,
    name: str | None,
    transcript: Path | None,
) -> None:
    """Play at a table on this machine, every seat a process of its own.

    You sit in the first seat if there is a terminal, else a program does; other
    programs take the rest, or as many as --bots says, and people may join.
    """
    offer = options.offer(
        game, players, hands, option, quorum=quorum, patience=patience, deck=deck
    )
    bots = offer.seats - 1 if bots is None else bots
    if bots >= offer.seats:
        raise click.UsageError(
            f"--bots {bots} leaves no seat for you at a table of {offer.seats}"
        )
    seat = running.seat(name, bot=not sys.stdin.isatty(), transcript=transcript)
    here = (local.HOST, 0)
    path = running.run(partial(opening.host, seat, offer, here, bots=bots))
    running.say_verified(path, seat.screen)


@main.command()
@click.argument("game", type=options.GameName())
@_players
@_hands
@_option
@_quorum
@_patience(300)
@_bank
@_absence
@_deck
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
@_again
@_bot
def host(
    game: AnyGame,
    players: int | None,
    hands: int | None,
    option: tuple[str, ...],
    quorum: int | None,
    patience: int,
    bank: int,
    absence: Absence | None,
    deck: Deck,
    name: str | None,
    listen: str,
    address: tuple[str, ...],
    transcript: Path | None,
    again: int | None,
    bot: bool,
) -> None:
    """Open a table, print its invite, and play when all seats are taken."""
    seats = 2 if players is None else players
    offer = options.offer(
        *(game, seats, hands, option),
        quorum=quorum,
        patience=patience,
        deck=deck,
        bank=bank,
        absence=absence,
    )
    where = addresses.listening(listen)
    for text in address:
        _checked(partial(split_address, text))
    seat = running.seat(name, bot=bot, transcript=transcript)
    path = running.run(partial(opening.host, seat, offer, where, address, again=again))
    running.say_verified(path, seat.screen)


@main.command()
@click.argument("invite", type=options.InviteText())
@_name
@_transcript
@_again
@_bot
@click.option("--leashed", is_flag=True, hidden=True)
def join(
    invite: str,
    name: str | None,
    transcript: Path | None,
    again: int | None,
    bot: bool,
    leashed: bool,
) -> None:
    """Join a table by its invite (- reads the invite from standard input)."""
    text = _invite_read() if invite == "-" else invite
    ticket = _checked(partial(Invite.parse, text))
    seat = running.seat(name, bot=bot, transcript=transcript)
    path = running.run(
        partial(joining.join, seat, ticket, leashed=leashed, again=again)
    )
    running.say_verified(path, seat.screen)


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
    if as_json:
        click.echo(reading.as_json(report))
    else:
        click.echo(reading.verified(report))
        click.echo(reading.signed(report))
        click.echo(reading.result(report))


@main.command()
@click.argument("file", type=_FILE)
def show(file: Path) -> None:
    """Step through a transcript in words (on a terminal: a key for each step)."""
    by_key = sys.stdin.isatty() and sys.stdout.isatty()
    if by_key:
        click.echo("any key: next step, q: stop\n")
    with running.refuted():
        for step in reading.story(file):
            click.echo(step + "\n")
            if by_key and click.getchar() == "q":
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


def _invite_read() -> str:
    try:
        return read_line()
    except EOFError:
        raise click.UsageError("There is no invite on standard input.") from None


def _checked(parse: Callable[[], R]) -> R:
    try:
        return parse()
    except InvalidInvite as error:
        raise click.UsageError(str(error)) from None
