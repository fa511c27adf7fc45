"""Finds out which moves a player may have when its turn comes.

The moves of the others are tried one after another, from the public state alone, so
nothing is known by it that the player could not work out by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    IllegalMove,
    Offer,
    Over,
    RulesError,
    State,
    View,
    advance,
    view,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.engine.turns import is_offered
from p2pgame.engine.views import Faces

#: States that are looked at, and moves that are found, at most.
STATES, MOVES = 150, 300


#: Moves of the others, each with the state in which it is made.
Before: TypeAlias = "tuple[tuple[State, Chosen], ...]"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A position in which the player decides, and what the others do ``before``."""

    state: State
    before: Before


@dataclass
class Ahead:
    """The moves that may be possible, each with a view in which it is.

    ``positions`` are those in which the player may have to decide.  ``is_whole``: there
    can be no others.
    """

    offers: dict[Offer, View[Any]] = field(default_factory=dict)
    positions: list[Foreseen] = field(default_factory=list)
    is_whole: bool = True

    def may_be(self, move: str) -> bool:
        """Return whether a move may be possible when the turn comes."""
        return not self.is_whole or is_offered(move, tuple(self.offers))


def look_ahead(game: AnyGame, state: State, player: int, faces: Faces) -> Ahead:
    """Return what ``player``, who knows ``faces``, may do when its turn comes.

    Where the rules fail, that may be anything: the game may never go there.
    """
    found = Ahead()
    try:
        _look(found, game, state, player, faces)
    except RulesError:
        found.is_whole = False
    return found


def _look(found: Ahead, game: AnyGame, state: State, player: int, faces: Faces) -> None:
    ways, known = [iter([Foreseen(state, ())])], set[State]()
    while ways:
        here = next(ways[-1], None)
        if here is None:
            ways.pop()
            continue
        if here.state in known:
            continue
        known.add(here.state)
        if len(known) > STATES or len(found.offers) > MOVES:
            found.is_whole = False
            break
        match turn_of(game, here.state):
            case Choose(chooser) if chooser == player:
                seen = view(game, here.state, player, faces)
                assert seen.choice is not None
                found.positions.append(here)
                for offer in seen.choice.moves:
                    found.offers.setdefault(offer, seen)
            case Choose() as turn:
                ways.append(_after(game, here, turn))
                found.is_whole &= not any(isinstance(m, Amount) for m in turn.moves)
            case Over():
                pass  # the player has no turn there
            case _:
                found.is_whole = False


def _after(game: AnyGame, here: Foreseen, turn: Choose) -> Iterator[Foreseen]:
    """Yield the states after each move; of those with a number, the lowest."""
    for offer in turn.moves:
        move = f"{offer.verb} {offer.low}" if isinstance(offer, Amount) else offer
        event = Chosen(turn.player, move)
        try:
            state = advance(game, here.state, event).state
        except IllegalMove:
            continue
        yield Foreseen(state, (*here.before, (here.state, event)))
