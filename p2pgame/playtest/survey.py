"""This module plays some short games at random, to see what a game asks of its players.

A game does not declare which kinds of turns it has, or which faces its cards.  Both
show when it is played: with few and many seats, and with each option at its ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

import msgspec

from p2pgame.engine import AnyGame, Options, Place, Roll, RulesError, Shuffle, Turn

from .form import form
from .playout import played

#: Games with the usual options, turns of each, and turns of each game with others.
GAMES, TURNS, FEW = 3, 2000, 100
#: Seats of the larger tables that are tried.
MOST_SEATS = 10


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces that a kind of turn puts on slots, in their order.

    ``fixed``: they were the same with all seats and options that were tried.
    """

    turn: str
    faces: tuple[str, ...]
    fixed: bool


@dataclass(frozen=True, slots=True)
class Survey:
    """The kinds of turns that were seen, and the faces of the first game."""

    turns: tuple[str, ...]
    faces: tuple[Faces, ...]


def survey(game: AnyGame) -> Survey:
    """Return what is seen of a game, which is always the same.

    Cost: some tenths of a second; for games of many turns about one second.
    """
    kinds, first, others = set[type](), dict[str, tuple[str, ...]](), set[str]()
    for turn in _turns(game):
        kinds.add(type(turn))
        faces = _faces(turn)
        if faces is not None:
            name = kind_of(turn)
            if first.setdefault(name, faces) != faces:
                others.add(name)
    names = [kind.__name__.lower() for kind in get_args(Turn) if kind in kinds]
    seen = (Faces(name, faces, name not in others) for name, faces in first.items())
    return Survey(tuple(names), tuple(seen))


def kind_of(turn: Turn) -> str:
    """Return the name of a kind of turn, for instance ``choose``."""
    return type(turn).__name__.lower()


def _faces(turn: Turn) -> tuple[str, ...] | None:
    match turn:
        case Shuffle(faces) | Place(_, _, faces):
            return faces
        case Roll(sides, _, hands) if hands:
            return tuple(map(str, range(sides)))
    return None


def _turns(game: AnyGame) -> Iterator[Turn]:
    usual = game.options()
    tables = sorted({game.seats[0], min(game.seats[-1], MOST_SEATS)})
    for seats in tables:
        if game.why_not(seats, usual) is None:
            for seed in range(GAMES):
                yield from _game(game, seats, usual, seed, TURNS)
            for options in _variants(game, seats):
                yield from _game(game, seats, options, 0, FEW)


def _variants(game: AnyGame, seats: int) -> Iterator[Options]:
    """Yield the usual options with one of them at an end of its range.

    Of a text that is several words the last one is left out.
    """
    usual = game.options()
    for field in form(game, seats):
        shorter = str(field.default).rpartition(" ")[0] or None
        for value in (field.low, field.high, *field.choices, shorter):
            if value is not None and value != field.default:
                options = msgspec.structs.replace(usual, **{field.name: value})
                if game.why_not(seats, options) is None:
                    yield options


def _game(
    game: AnyGame, seats: int, options: Options, seed: int, most: int
) -> Iterator[Turn]:
    try:
        for count, moment in enumerate(played(game, seats, options, seed)):
            yield moment.turn
            if count == most:
                return
    except (RulesError, ValueError):
        return  # no move, or a false one: the game's own tests tell of that
