"""An event answers one turn and advances the state.

Three kinds come from outside the turns: :class:`Expired`, when a turn's timer has
run out; :class:`Seated`, when a player joins, sits out or leaves; and
:class:`Closing`, when all agree on a last round.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from .state import State


class Chosen(State, frozen=True):
    """Answers ``Choose``."""

    player: int
    move: str


class ChosenTogether(State, frozen=True):
    """Answers ``Together``: the moves, in the order of its choices."""

    moves: tuple[str, ...]


class Shuffled(State, frozen=True):
    """Answers ``Shuffle``: nobody knows the order."""


class Reshuffled(State, frozen=True):
    """Answers ``Reshuffle``: the cards have new slots, in an unknown order."""


class Dealt(State, frozen=True):
    """Answers ``Deal``; no state holds the faces that were dealt."""


class Opened(State, frozen=True):
    """Answers ``Open``: the faces, in the order of its slots."""

    faces: tuple[str, ...]


class Rolled(State, frozen=True):
    """Answers ``Roll``: one value from 0 to sides − 1 for each public die."""

    values: tuple[int, ...]


class Placed(State, frozen=True):
    """Answers ``Place``: the faces are fixed; their player alone knows them."""


class Proved(State, frozen=True):
    """Answers ``Prove``: the claim is true."""


class Ticked(State, frozen=True):
    """Answers ``Tick``: the orders given, by rising player, one each at most."""

    orders: tuple[tuple[int, str], ...]


class Expired(State, frozen=True):
    """The timer of ``player``'s choice has run out: its move is made."""

    player: int


Status: TypeAlias = Literal["in", "out", "gone"]


class Seated(State, frozen=True):
    """``player`` now plays, sits out, or has left for good."""

    player: int
    status: Status


class Closing(State, frozen=True):
    """All agree that the current round is the last."""


Event: TypeAlias = (
    Chosen
    | ChosenTogether
    | Shuffled
    | Reshuffled
    | Dealt
    | Opened
    | Rolled
    | Placed
    | Proved
    | Ticked
    | Expired
    | Seated
    | Closing
)
