"""The options of commands that open a table or sit down at one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from p2pgame.engine import Message

from ..text import words
from . import options

F = TypeVar("F", bound=Callable[..., None])

_FILE = click.Path(path_type=Path)
_DECKS = ("masked", "proved", "commutative")
name = click.option("--name", type=options.PlayerName(), help="Your name at the table.")
transcript = click.option(
    "--transcript",
    type=_FILE,
    help="Where the transcript goes (default: the folder for transcripts).",
)
players = click.option("--players", type=int, help="Seats at the table.")
hands = click.option("--hands", type=int, help="Hands to play, in a game of hands.")
option = click.option(
    "-o",
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; NAME=@FILE takes its text from a file.",
)
quorum = click.option(
    "--quorum",
    type=click.IntRange(0),
    help="Players who can go on without the others, Q of N (0: nobody can; by default "
    "more than two thirds, if at least three play).  N - Q may vanish and the game "
    "goes on; 2Q - N who conspire and control the network could read cards, and so "
    "could any Q who conspire.  By default that is 1 and 1 of three players, 1 and 2 "
    "of four, 1 and 3 of five, 1 and 4 of six, 2 and 3 of seven; of six with --quorum "
    "4 it is 2 and 2.",
)


class _Deck(click.Option):
    """The choice of a deck, of which help says what forms on the page say, too."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        promises = {one: Message.of("deck-promise", deck=one) for one in _DECKS}
        ours = copy.copy(self)
        ours.help = words.phrase("deck-help", **promises)
        return click.Option.get_help_record(ours, ctx)


deck = click.option(
    "--deck",
    cls=_Deck,
    type=click.Choice(_DECKS),
    default="masked",
    show_default=True,
)
bank = click.option(
    "--bank",
    type=click.IntRange(0, 10**6),
    default=0,
    show_default=True,
    metavar="SECONDS",
    help="How long somebody may decide in the whole game (0: for ever); after that "
    "a tenth of the patience is left for each decision.",
)
_TIME = click.IntRange(0, 10**6)
_CLOCKS = [
    click.option(
        "--time",
        type=_TIME,
        default=0,
        metavar="SECONDS",
        help="A clock for each player: how long all decisions of a game may take "
        "(0: none).  All players need this release, or a later one.",
    ),
    click.option(
        "--increment",
        type=_TIME,
        default=0,
        metavar="SECONDS",
        help="What a clock gains with each decision.",
    ),
    click.option(
        "--delay",
        type=_TIME,
        default=0,
        metavar="SECONDS",
        help="How long a clock waits at each decision before it runs.",
    ),
    click.option(
        "--programs-bank",
        type=_TIME,
        metavar="SECONDS",
        help="How long a program may take in the whole game for all that it says by "
        "itself (0: for ever; by default twice the patience).",
    ),
]


def clocks(function: F) -> F:
    """Add the options of clocks."""
    for clock in reversed(_CLOCKS):
        function = clock(function)
    return function


absence = click.option(
    "--absence",
    type=click.Choice(["wait", "default", "forfeit", "finish"]),
    help="What becomes of the game if somebody is silent for too long.  wait: "
    "nothing; default: a move is made for them; forfeit: they have lost, and it is "
    "over; finish: the others go on without them (the usual, where they can).",
)
hide_address = click.option(
    "--hide-address",
    is_flag=True,
    help="Tell nobody your address: everything goes by a relay.",
)
bot = click.option("--bot", is_flag=True, help="Let a program play this seat.")
agent = click.option(
    "--agent",
    metavar="NAME",
    help="Let this program play the seat: one that p2pgame bots lists, "
    "search:SIMULATIONS, exec:COMMAND, uci:ENGINE (chess) or policy:FILE.",
)
pace = click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="How long programs take for a decision (default: 1 where a person watches).",
)
seats = click.option(
    "--seat",
    "seated",
    type=options.Seated(),
    multiple=True,
    metavar="N=NAME",
    help="Who plays seat N (1 is yours): a program that p2pgame bots lists, "
    "search:SIMULATIONS, exec:COMMAND, uci:ENGINE (chess) or policy:FILE; may be "
    "repeated.",
)


def patience(default: int) -> Callable[[F], F]:
    return click.option(
        "--patience",
        type=click.IntRange(0, 10**6),
        default=default,
        show_default=True,
        metavar="SECONDS",
        help="How long the others wait for somebody (0: for ever).",
    )
