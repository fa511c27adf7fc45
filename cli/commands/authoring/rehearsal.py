"""Commands that count a game's positions, show its rules, and play it at random."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import indent
from typing import TYPE_CHECKING, TypeVar

import click

from p2pgame.engine import AnyGame, Message, RulesError, State, advance, start
from p2pgame.engine.soundness import turn_of

from ...text import words
from .. import options

if TYPE_CHECKING:
    from p2pgame.playtest import Perft

F = TypeVar("F", bound=Callable[..., None])

_game = options.game()


def _setting(command: F) -> F:
    players = click.option("--players", type=int, help="Seats at the table.")
    option = click.option(
        *("-o", "--option"),
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game.",
    )
    return players(option(command))


@click.command()
@_game
@click.option(
    "--depth", type=click.IntRange(1), required=True, help="Turns to look ahead."
)
@click.option(
    "--from", "position", metavar="POSITION", help="Start here, in the game's notation."
)
@click.option(
    "--divide", is_flag=True, help="Count behind each choice, and show where it leads."
)
@_setting
def perft(
    game: AnyGame,
    depth: int,
    position: str | None,
    divide: bool,
    players: int | None,
    option: tuple[str, ...],
) -> None:
    """Count the ways a game can go, after 1 turn, after 2 and so on.

    A roll, a deal and a joint decision are a turn each, and each way in which
    they may fall counts.  Games that are over sooner do not.
    """
    from p2pgame.playtest import Perft

    state, counter = _begun(game, players, option, position), Perft(game)
    if divide:
        with _refused(Message.of("perft-refused", game=game.name, turns=depth)):
            click.echo("\n".join(_divided(counter, state, depth)))
        return
    for ahead in range(1, depth + 1):
        with _refused(Message.of("perft-refused", game=game.name, turns=ahead)):
            click.echo(f"{ahead} {_leaves(counter, state, ahead)}")


def _divided(counter: Perft, state: State, depth: int) -> Iterator[str]:
    """Yield what may come next, with the count behind it and the table then."""
    from p2pgame.playtest.playthrough import event_text, turn_text

    game = counter.game
    turn = turn_of(game, state)
    for event, leaves in counter.divide(state, depth):
        after = advance(game, state, event, turn).state
        yield f"{event_text(turn, event)}  {leaves}"
        yield indent(game.show(after, {}), "    ")
        yield indent(turn_text(turn_of(game, after)), "    ")


def _leaves(counter: Perft, state: State, ahead: int) -> int:
    """Return the count, with a bar on a terminal for who waits."""
    if ahead == 1:
        return counter.leaves(state, 1)
    with click.progressbar(
        counter.divide(state, ahead),
        length=counter.leaves(state, 1),
        label=f"{ahead} turns",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as divided:
        return sum(leaves for _, leaves in divided)


@click.command()
@_game
@click.option("--seed", type=int, default=0, help="Which of the random games.")
@click.option(
    "--tables", type=click.IntRange(0), help="Turns of which to show the table."
)
@_setting
def playthrough(
    game: AnyGame,
    seed: int,
    tables: int | None,
    players: int | None,
    option: tuple[str, ...],
) -> None:
    """Print a whole random game: what was offered, done, opened and seen."""
    from p2pgame import playtest

    words.learn(game)
    offer = options.game_offer(game, players, option)
    with _refused(Message.of("playthrough-refused", game=game.name)):
        played = playtest.play(game, offer.seats, offer.options, seed)
    shown = len(played.turns) if tables is None else tables
    click.echo(playtest.playthrough(played, words.say, tables=shown), nl=False)


def _begun(
    game: AnyGame, players: int | None, option: tuple[str, ...], position: str | None
) -> State:
    words.learn(game)
    offer = options.game_offer(game, players, option)
    if position is None:
        begun: State = start(game, offer.seats, offer.options).state
        return begun
    try:
        described: State = game.position(offer.seats, offer.options, position)
    except ValueError as error:
        raise click.UsageError(f"{words.told(error)}.") from None
    return described


@contextmanager
def _refused(what: Message) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise click.UsageError(_because(what, error)) from None
    except RulesError as error:
        raise click.ClickException(_because(what, error)) from None


def _because(what: Message, error: Exception) -> str:
    return f"{words.phrase('because', what=what, why=words.told(error))}."
