"""Copies and compares what the peers of the model know."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from p2pgame.session.game.absence.absence import Absences
from p2pgame.session.game.absence.passed import PassedRounds
from p2pgame.session.game.absence.receipts import Receipts
from p2pgame.session.game.absence.votes import Round, Votes

T = TypeVar("T")

#: The types of most of what states are made of, none of which changes.
PLAIN = frozenset({bool, bytes, frozenset, int, str, type(None)})


def cloned(value: T) -> T:
    """Copy what changes, and share what does not."""
    if type(value) in PLAIN:
        return value
    made: object = value
    match value:
        case dict():
            made = {key: cloned(each) for key, each in value.items()}
        case list():
            made = [cloned(each) for each in value]
        case set():
            made = set(value)
        case Absences() | PassedRounds() | Receipts() | Round() | Votes():
            made = object.__new__(type(value))
            for name, each in vars(value).items():
                setattr(made, name, cloned(each))
    return made  # type: ignore[return-value]


def frozen(value: object) -> Hashable:
    """Return something equal for equal states, whatever the order they came in."""
    if type(value) in PLAIN:
        return value
    match value:
        case dict():
            return frozenset((key, frozen(each)) for key, each in value.items())
        case list() | tuple():
            return tuple(frozen(each) for each in value)
        case set():
            return frozenset(value)
        case Absences() | PassedRounds() | Receipts() | Round() | Votes():
            return frozen(vars(value))
    assert isinstance(value, Hashable)
    return value
