"""What a person types on the command line, made into a game that can be offered."""

from __future__ import annotations

import getpass
from pathlib import Path

import click
import msgspec

from games.registry import find
from p2pgame.engine import AnyGame
from p2pgame.session import Offer
from p2pgame.session.entries.payloads import MAX_SEATS, OPTION_LENGTH, Absence, is_name
from p2pgame.session.lobby.lobby import quorum as usual_quorum
from p2pgame.session.lobby.lobby import (
    why_no_absence,
    why_no_bank,
    why_no_deck,
    why_no_quorum,
)
from p2pgame.session.lobby.seat import Deck

from . import words


class GameName(click.ParamType[AnyGame]):
    """The name of a game, as `p2pgame games` lists them."""

    name = "game"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> AnyGame:
        try:
            return find(str(value))
        except ValueError as error:
            self.fail(words.told(error), param, ctx)


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
        if not is_name(name):
            self.fail("a name is 1 to 24 printable characters", param, ctx)
        return name


again = click.option(
    "--again",
    type=click.IntRange(0),
    metavar="N",
    help="Play so many further games at once, without asking (where nobody is at a "
    "terminal: 0).",
)

#: What to say where an invite is missing.
NO_INVITE = (
    "It is the line beginning with p2pgame: that the host's program prints; "
    "- reads it from standard input."
)


def offer(
    game: AnyGame,
    seats: int | None,
    hands: int | None,
    given: tuple[str, ...],
    *,
    quorum: int | None = None,
    patience: int = 0,
    deck: Deck = "masked",
    bank: int = 0,
    absence: Absence | None = None,
    spectators: bool = False,
) -> Offer:
    """Return the offer that the command line describes.

    ``quorum`` and what follows it are as in the genesis, None: the usual.

    Raises:
      UsageError: The game has no such option, or cannot be played like that.
    """
    values = dict(_pair(text) for text in given)
    if hands is not None:
        values["hands"] = str(hands)
    known = msgspec.to_builtins(game.options())
    for name in values:
        if not known:
            raise click.UsageError(f"{game.name} has no options.")
        if name not in known:
            options = ", ".join(known)
            raise click.UsageError(f"{game.name} has no option {name!r}, but {options}")
    try:
        options = msgspec.convert(values, game.options, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"an option of {game.name} is wrong: {error}") from None
    seats = _default_seats(game) if seats is None else seats
    if seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        wanted = f"{low}" if low == high else f"{low} to {high}"
        raise click.UsageError(f"{game.name} takes {wanted} players, not {seats}")
    if seats > MAX_SEATS:
        raise click.UsageError(f"a table has at most {MAX_SEATS} seats, not {seats}")
    unfit = game.why_not(seats, options)
    if unfit is not None:
        words.learn(game)
        why = words.say(unfit)
        raise click.UsageError(f"{game.name} can't be played like that: {why}")
    wrong = None if quorum is None else why_no_quorum(quorum, seats)
    if wrong is not None:
        raise click.UsageError(f"--quorum {quorum}: {wrong}")
    if quorum is None and deck != "masked":
        quorum = 0
    wrong = why_no_deck(deck, game, quorum or 0)
    if wrong is not None:
        raise click.UsageError(f"--deck {deck}: {wrong}")
    terms = quorum, patience, deck, bank, absence
    offer = Offer(game, options, seats, *terms, spectators=spectators)
    _check_silence(offer)
    return offer


def _check_silence(offer: Offer) -> None:
    """Refuse what can't be promised of players who are silent.

    Raises:
      UsageError: It would do nothing, or nobody could play like that.
    """
    quorum = usual_quorum(offer.seats) if offer.quorum is None else offer.quorum
    bank, absence, patience = offer.bank, offer.absence, offer.patience
    if absence is not None:
        wrong = why_no_absence(absence, quorum)
        if wrong is None and absence != "wait" and not patience:
            wrong = "nobody is ever silent for too long without a --patience"
        if wrong is not None:
            raise click.UsageError(f"--absence {absence}: {wrong}")
    wrong = why_no_bank(bank, patience)
    if wrong is None and bank and not quorum:
        wrong = "no time is limited where nobody can go on without another"
    if wrong is not None:
        raise click.UsageError(f"--bank {bank}: {wrong}")


def own_name() -> str:
    """Return the name of whoever is logged in here, or a plain one."""
    try:
        name = getpass.getuser().capitalize()
    except OSError:
        return "Player"
    return name if is_name(name) else "Player"


def _default_seats(game: AnyGame) -> int:
    """Return three players, or the nearest number that the game takes."""
    return min(max(3, game.seats[0]), game.seats[-1])


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"an option is NAME=VALUE, not {text!r}")
    if value.startswith("@"):
        value = _text_of(Path(value[1:]))
    if len(value) > OPTION_LENGTH:
        raise click.UsageError(
            f"the option {name} is longer than {OPTION_LENGTH} characters"
        )
    return name, value


def _text_of(path: Path) -> str:
    """Return what is in a file, as ``-o level=@FILE`` asks for it."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(OPTION_LENGTH + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise click.UsageError(f"{path} cannot be read: {why}") from None
