"""Asks somebody who has typed only the program's name what to do."""

from __future__ import annotations

import shutil

import click

from p2pgame.client.game_names import shown_name
from p2pgame.client.profile import tables
from p2pgame.engine import AnyGame, Message
from p2pgame.games.registry import GAMES, find, here

from ..text import words
from ..text.printing import print_text
from ..text.wrapping import wrapped
from . import invited, options
from .invite_typed import whole

#: What is played by somebody who names no game.
USUAL = "holdem"


def chosen() -> list[str]:
    """Ask what to do; return the command and its arguments.

    While the question waits, a contact's invitation is asked about.
    """
    click.echo(words.say(Message.of("menu")))
    which = words.say(Message.of("menu-which"))
    asked = f"{which} (1, 2, 3) [1]: "
    invite = invited.InvitationAsker().wait_for_line(asked)
    if invite is not None:
        return ["join", invite]
    match _way(asked):
        case "1":
            return ["play", _game()]
        case "2":
            return _with_friends()
    seats = tables.kept()
    count = sum(one.is_open for one in seats)
    leads_on = not count and any(one.leads_on for one in seats)
    return ["resume" if count == 1 or leads_on else "next"]


def _way(asked: str) -> str:
    """Return what is answered to a question that is shown already."""
    while True:
        way = str(click.prompt("", "1", show_default=False, prompt_suffix="")).strip()
        if way in ("1", "2", "3"):
            return way
        print_text(words.say(Message.of("menu-one-of-three")))
        click.echo(asked, nl=False)


def _with_friends() -> list[str]:
    asked = words.say(Message.of("menu-invite"))
    invite = click.prompt(asked, default="", show_default=False).strip()
    if invite:
        return ["join", whole(invite, _next_line)]
    game = _game(2)
    seats = find(game).seats
    if len(seats) == 1:
        return ["host", game, "--players", str(seats[0])]
    players = click.prompt(
        words.say(Message.of("menu-players", low=seats[0], high=seats[-1])),
        type=click.IntRange(seats[0], seats[-1]),
        default=max(2, seats[0]),
    )
    return ["host", game, "--players", str(players)]


def _next_line() -> str:
    return str(click.prompt("", default="", show_default=False, prompt_suffix=""))


def _game(players: int = 1) -> str:
    """Ask for a game that so many can play, by any name that people have for it."""
    too_small = {game.name for game in here() if game.seats[-1] < players}
    titles = sorted(map(shown_name, {*GAMES} - too_small), key=str.casefold)
    for line in wrapped(" · ".join(titles), shutil.get_terminal_size().columns):
        click.echo(line)
    asked, usual = words.say(Message.of("menu-game")), shown_name(USUAL)
    game: AnyGame = click.prompt(asked, type=options.GameName(), default=usual)
    return game.name
