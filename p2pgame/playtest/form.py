"""This module finds a game's options and their ranges, for a form to show.

A game's ``why_not`` decides which options it takes, so ranges are not declared.
This module searches them on both sides of the default, with all else at its
default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec import inspect

from p2pgame.engine import AnyGame

#: A number that may exceed this counts as unbounded.
ENDLESS = 10**15


@dataclass(frozen=True, slots=True)
class Field:
    """One option: its default, and its permitted values.

    ``low`` and ``high`` bound a number, None without bound; ``choices`` are all
    the values of an option that has few.
    """

    name: str
    default: object
    low: int | None = None
    high: int | None = None
    choices: tuple[object, ...] = ()

    def __str__(self) -> str:
        if self.choices:
            return (
                f"{self.name} = {self.default}  ({', '.join(map(str, self.choices))})"
            )
        if type(self.default) is not int or self.low is self.high is None:
            return f"{self.name} = {self.default}"
        low, high = ("" if n is None else n for n in (self.low, self.high))
        return f"{self.name} = {self.default}  ({low}…{high})"


def form(game: AnyGame, seats: int) -> tuple[Field, ...]:
    """Return the options for a table of ``seats`` players.

    A number's range is that around its default without a gap.
    """
    info = inspect.type_info(game.options)
    if not isinstance(info, inspect.StructType):
        return ()
    return tuple(_field(game, seats, field.name, field.type) for field in info.fields)


def _field(game: AnyGame, seats: int, name: str, kind: inspect.Type) -> Field:
    standard = game.options()
    default = getattr(standard, name)

    def fits(value: object) -> bool:
        options = msgspec.structs.replace(standard, **{name: value})
        return game.why_not(seats, options) is None

    match kind:
        case inspect.BoolType():
            return Field(name, default, choices=tuple(filter(fits, (False, True))))
        case inspect.LiteralType(values):
            return Field(name, default, choices=tuple(filter(fits, values)))
        case inspect.IntType():
            return Field(name, default, _end(fits, default, -1), _end(fits, default, 1))
    return Field(name, default)


def _end(fits: Callable[[int], bool], at: int, way: int) -> int | None:
    """Return the last number that fits, from ``at`` on in direction ``way``."""
    step = 1
    while fits(at + way * step):
        at += way * step
        step *= 2
        if abs(at) > ENDLESS:
            return None
    while step > 1:
        step //= 2
        if fits(at + way * step):
            at += way * step
    return at
