"""Commands that open a table, and that sit down at one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from msgspec.structs import replace

from p2pgame.client.meeting.offering import doors_of, offer_of
from p2pgame.client.requests import Host, Join, Practise
from p2pgame.engine import AnyGame

from ..text import words
from . import options, running, table_options
from .invite_typed import invite_in
from .running import Deciding
from .settings import Relay


@click.command()
@options.game(required=False)
@click.option(
    "--from",
    "start",
    type=options.Position(),
    metavar="FILE[:TURN]",
    help="Go on from a position of a transcript, against programs (default: from its "
    "end).  Nothing is signed or kept, and --seat counts the seats of that game.",
)
@click.option(
    "--as",
    "own_seat",
    type=click.IntRange(1),
    metavar="SEAT",
    help="With --from: your seat (default: the one that decides there).",
)
@table_options.players
@click.option("--bots", type=click.IntRange(0), help="Seats that programs take.")
@table_options.hands
@table_options.option
@table_options.quorum
@table_options.patience(0)
@table_options.deck
@table_options.seats
@table_options.pace
@table_options.name
@table_options.transcript
@click.option(
    "--debug",
    is_flag=True,
    help="For authors of games: see everything, and move for every seat.  No table, "
    "nothing is signed, and --transcript proves nothing.",
)
@click.option("--seed", type=int, help="With --debug: which cards and dice.")
@options.plain
@options.on_page
def play(
    game: AnyGame | None,
    start: tuple[Path, int | None] | None,
    own_seat: int | None,
    bots: int | None,
    seated: tuple[tuple[int, str], ...],
    pace: float | None,
    **given: Any,
) -> None:
    """Play at a table on this machine, every seat a process of its own.

    You sit in the first seat if there is a terminal, else a program does; other
    programs take the rest, or as many as --bots says, and people may join.
    """
    programs, watched = dict(seated), running.has_terminal()
    debug, seed = given.pop("debug"), given.pop("seed")
    if debug:
        _debug(game, given, seed or 0)
        return
    if seed is not None:
        raise click.UsageError(words.phrase("debug-only-seed"))
    if pace is None:
        pace = 1.0 if watched else 0.0
    if start is not None:
        _refuse_beside_position(game, bots)
        file, turns = start
        running.sit_down(
            Practise(
                file=str(file),
                turns=turns,
                seat=own_seat,
                programs=programs,
                pace=pace,
                name=given["name"],
                program=not watched,
            ),
            by=Deciding(None, pace),
        )
        return
    if game is None:
        raise click.UsageError(words.phrase("play-what"))
    if own_seat is not None:
        raise click.UsageError(words.phrase("as-without-position"))
    own = programs.pop(1, None)
    _check(own, game)
    table = _table(game, given, program=own is not None or not watched, agent=own)
    seats = offer_of(table).seats
    table = replace(
        table,
        bots=seats - 1 if bots is None else bots,
        players=seats,
        programs=programs,
        pace=pace,
        listen="127.0.0.1:0",
        relays=(),
        again=None,
    )
    running.sit_down(table, by=Deciding(own, pace))


def _debug(game: AnyGame | None, given: dict[str, Any], seed: int) -> None:
    """Let an author play with open cards.

    Raises:
      UsageError: It makes no sense with the rest.
    """
    context = click.get_current_context()
    others = ("start", "own_seat", "bots", "seated", "pace")
    asked = [
        one
        for one in others
        if context.get_parameter_source(one) is ParameterSource.COMMANDLINE
    ]
    if asked or running.is_on_page():
        raise click.UsageError(words.phrase("debug-or-else"))
    if game is None:
        raise click.UsageError(words.phrase("play-what"))
    from .authoring.debugging import debug

    transcript = given["transcript"]
    table = _table(game, given, program=False, agent=None)
    debug(offer_of(table), seed, transcript)


def _refuse_beside_position(game: AnyGame | None, bots: int | None) -> None:
    """Refuse what a position says by itself.

    Raises:
      UsageError: It was given.
    """
    context = click.get_current_context()
    said = ("players", "hands", "option", "quorum", "patience", "deck", "transcript")
    asked = [
        name
        for name in said
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if game is not None or bots is not None or asked:
        raise click.UsageError(words.phrase("position-says-all"))


@click.command()
@options.game()
@table_options.players
@table_options.hands
@table_options.option
@table_options.quorum
@table_options.patience(300)
@table_options.bank
@table_options.clocks
@table_options.absence
@table_options.deck
@table_options.name
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
    type=Relay(),
    multiple=True,
    metavar="URL",
    help="A relay where guests find you, too (default: those of p2pgame settings).",
)
@click.option(
    "--relay-token-file",
    envvar="P2PGAME_RELAY_TOKEN_FILE",
    metavar="FILE",
    help="The token of a relay that admits only those who have it, in a file that "
    "nobody else may read.  Guests get it with the invite.",
)
@click.option("--no-relay", is_flag=True, help="Use no relay at this table.")
@table_options.hide_address
@click.option(
    "--invite",
    multiple=True,
    metavar="WHO",
    help="Leave this contact, by number or name, an invitation once the table is "
    "open; may be repeated.",
)
@click.option("--qr", is_flag=True, help="Show the invite as a QR code, too.")
@click.option(
    "--words", is_flag=True, help="Show words to tell, too: 7-purple-sausages-river."
)
@click.option(
    "--no-lan",
    is_flag=True,
    help="Don't let this network see the table (without a terminal it never does), and "
    "ask its router for no port.",
)
@table_options.transcript
@options.again
@table_options.bot
@table_options.agent
@table_options.seats
@table_options.pace
@click.option(
    "--spectators",
    is_flag=True,
    help="Let people look on without a seat: a line for them is shown, too, which "
    "lets nobody play.  All players are told.",
)
@options.plain
@options.on_page
def host(
    game: AnyGame,
    players: int | None,
    relays: tuple[str, ...],
    relay_token_file: str | None,
    no_relay: bool,
    qr: bool,
    no_lan: bool,
    bot: bool,
    agent: str | None,
    seated: tuple[tuple[int, str], ...],
    pace: float | None,
    address: tuple[str, ...],
    **given: Any,
) -> None:
    """Open a table, print its invite, and play when all seats are taken."""
    if relays and no_relay:
        raise click.UsageError(words.phrase("relays-or-none"))
    ways = {
        key: given.pop(key)
        for key in ("listen", "words", "hide_address", "again", "invite")
    }
    given["players"] = _fewest(game) if players is None else players
    programs = dict(seated)
    agent = programs.pop(1, agent)
    bot = bot or agent is not None
    _check(agent, game)
    table = _table(game, given, program=bot, agent=agent)
    if pace is None:
        pace = 0.0 if bot else 1.0
    request = replace(
        table,
        programs=programs,
        pace=pace,
        relays=() if no_relay else relays or None,
        relay_token_file=relay_token_file,
        addresses=address,
        network=not (no_lan or bot) and running.has_terminal(),
        outside=not no_lan,
        **ways,
    )
    if qr and not doors_of(request).relays:
        raise click.UsageError(words.phrase("words-need-relay"))
    running.sit_down(request, code=qr, by=Deciding(agent, pace))


def _fewest(game: AnyGame) -> int:
    """Return two players, or the nearest number that the game takes."""
    return min(max(2, game.seats[0]), game.seats[-1])


def _check(agent: str | None, game: AnyGame | None) -> None:
    """Refuse an opponent that there is not.

    Raises:
      InvalidRequest: There is none of this name, for this game.
    """
    if agent is not None:
        from p2pgame.client.programs.opponents import check

        check(agent, game)


def _table(
    game: AnyGame, given: dict[str, Any], *, program: bool, agent: str | None
) -> Host:
    """Return the table that the command line describes.

    Raises:
      UsageError: An option of the game is written wrong.
    """
    hands, option = given.pop("hands"), given.pop("option")
    transcript, name = given.pop("transcript"), given.pop("name")
    values = dict(map(options.pair, option))
    if hands is not None:
        values["hands"] = str(hands)
    if name is None and program:
        name = _name_of(agent)
    where = None if transcript is None else str(transcript)
    texts = {"options": values, "transcript": where, "name": name}
    return Host(game=game.name, program=program, **texts, **given)


@click.command()
@options.rules
@click.argument("invite", nargs=-1)
@table_options.name
@table_options.transcript
@options.again
@table_options.bot
@table_options.agent
@table_options.pace
@table_options.hide_address
@click.option("--leashed", is_flag=True, hidden=True)
@options.plain
@options.on_page
def join(
    invite: tuple[str, ...],
    name: str | None,
    transcript: Path | None,
    again: int | None,
    bot: bool,
    agent: str | None,
    pace: float | None,
    hide_address: bool,
    leashed: bool,
) -> None:
    """Join a table by its invite: a link, a QR code's text, or words told to you.

    A contact's name or number leads to the table to which it has invited you, or to its
    table in this network.
    - reads the invite from standard input.  Without any you see the tables of this
    network.
    """
    if not invite and not running.has_terminal():
        raise click.UsageError(words.phrase("invite-missing"))
    _check(agent, None)
    bot = bot or agent is not None
    if name is None and bot:
        name = _name_of(agent)
    request = Join(
        invite=invite_in(invite) if invite else None,
        waits=leashed,
        nearby=leashed,
        name=name,
        transcript=None if transcript is None else str(transcript),
        again=again,
        program=bot,
        hide_address=hide_address,
    )
    running.sit_down(request, leashed=leashed, by=Deciding(agent, pace or 0.0))


def _name_of(agent: str | None) -> str:
    """Return the name of a program's seat that nobody has named."""
    if agent is None:
        return "Host bot"
    from p2pgame.client.programs.opponents import check

    return check(agent)
