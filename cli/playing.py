"""The commands that open a table, and that sit down at one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar, get_args

import click

from p2pgame.engine import AnyGame
from p2pgame.session.entries.payloads import Absence
from p2pgame.session.lobby.seat import Deck
from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.finding.invite import InvalidInvite, Invite, Short, Watch
from p2pgame.transport.finding.invite import parse as parse_invite
from p2pgame.transport.finding.reach import RELAYS_LIMIT
from p2pgame.transport.finding.words import Code, InvalidCode
from p2pgame.transport.relay.url import RelayUrl

from . import addresses, joining, local, opening, options, running, settings, topics
from .keyboard import read_line
from .meeting import Shows
from .ticket import Doors

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., None])

NO_RELAY = (
    "this invite is found at a relay: p2pgame settings relay URL sets it, with "
    "the URL that your host uses."
)

NO_DOORS = (
    "words are for a relay of p2pgame, and relays of nostr have no doors: an invite's "
    "line or QR code leads there, or being in the same network."
)

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
_hide_address = click.option(
    "--hide-address",
    is_flag=True,
    help="Tell nobody your address: everything goes by a relay.",
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


@click.command()
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
    here = Doors((local.HOST, 0))
    path = running.run(partial(opening.host, seat, offer, here, bots=bots))
    running.say_verified(path, seat.screen)


@click.command()
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
@click.option(
    "--relay",
    "relays",
    type=settings.Relay(),
    multiple=True,
    metavar="URL",
    help="A relay where guests find you, too (default: those of p2pgame settings).",
)
@click.option("--no-relay", is_flag=True, help="Use no relay at this table.")
@_hide_address
@click.option("--qr", is_flag=True, help="Show the invite as a QR code, too.")
@click.option(
    "--words", is_flag=True, help="Show words to tell, too: 7-purple-sausages-river."
)
@click.option(
    "--no-lan",
    is_flag=True,
    help="Don't let this network see the table (without a terminal it never does).",
)
@_transcript
@options.again
@_bot
@click.option(
    "--spectators",
    is_flag=True,
    help="Let people look on without a seat: a line for them is shown, too, which "
    "lets nobody play.  All players are told.",
)
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
    relays: tuple[RelayUrl, ...],
    no_relay: bool,
    hide_address: bool,
    qr: bool,
    words: bool,
    no_lan: bool,
    transcript: Path | None,
    again: int | None,
    bot: bool,
    spectators: bool,
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
        spectators=spectators,
    )
    where = addresses.listening(listen)
    for text in address:
        _checked(partial(split_address, text))
    if relays and no_relay:
        raise click.UsageError("--no-relay, or the relays to use.")
    ways = () if no_relay else relays or settings.relays()
    if len(ways) > RELAYS_LIMIT:
        raise click.UsageError(f"at most {RELAYS_LIMIT} relays are used at a time.")
    if (words or qr) and not ways:
        raise click.UsageError("a QR code or words lead to a relay: --relay URL.")
    if words and not topics.with_doors(ways):
        raise click.UsageError(NO_DOORS)
    if hide_address and (not ways or address):
        raise click.UsageError(
            "--hide-address needs a relay, and no --address: nobody could reach you."
        )
    seat = running.seat(name, bot=bot, transcript=transcript)
    shows = Shows(qr, words, not (no_lan or bot) and sys.stdin.isatty())
    doors = Doors(where, address, tuple(dict.fromkeys(ways)), hidden=hide_address)
    path = running.run(
        partial(opening.host, seat, offer, doors, again=again, shows=shows)
    )
    running.say_verified(path, seat.screen)


@click.command()
@click.argument("invite", required=False)
@_name
@_transcript
@options.again
@_bot
@_hide_address
@click.option("--leashed", is_flag=True, hidden=True)
def join(
    invite: str | None,
    name: str | None,
    transcript: Path | None,
    again: int | None,
    bot: bool,
    hide_address: bool,
    leashed: bool,
) -> None:
    """Join a table by its invite: a link, a QR code's text, or words told to you.

    - reads the invite from standard input.  Without any you see the tables of this
    network.
    """
    if invite is None and not sys.stdin.isatty():
        raise click.UsageError(f"Missing argument 'INVITE'. {options.NO_INVITE}")
    if invite is None and hide_address:
        raise click.UsageError("who looks around in a network shows its address there.")
    text = invite_read() if invite == "-" else invite
    way = None if text is None else _checked(partial(_read, text))
    relays = settings.relays() if isinstance(way, Code | Short) else ()
    named = isinstance(way, Short) and way.relay
    if isinstance(way, Code | Short) and not (named or relays):
        raise click.UsageError(NO_RELAY)
    if isinstance(way, Code):
        relays = topics.with_doors(relays)
        if not relays:
            raise click.UsageError(NO_DOORS)
    seat = running.seat(name, bot=bot, transcript=transcript)
    path = running.run(
        partial(
            joining.join,
            seat,
            way,
            leashed=leashed,
            again=again,
            relays=relays,
            hidden=hide_address,
        )
    )
    running.say_verified(path, seat.screen)


def _read(text: str) -> Invite | Short | Code:
    """Read an invite, or the words that lead to one."""
    if text.strip()[:1].isdecimal():
        return Code.parse(text)
    way = parse_invite(text)
    if isinstance(way, Watch):
        raise InvalidInvite("This is for looking on, not for a seat: p2pgame watch")
    return way


def invite_read() -> str:
    """Return the invite that is on standard input."""
    try:
        return read_line()
    except EOFError:
        raise click.UsageError("There is no invite on standard input.") from None


def _checked(parse: Callable[[], R]) -> R:
    try:
        return parse()
    except (InvalidAddress, InvalidCode, InvalidInvite) as error:
        raise click.UsageError(str(error)) from None


COMMANDS = (play, host, join)
