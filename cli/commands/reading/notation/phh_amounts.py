"""Amounts in PHH: whole chips, or decimals of a currency; our rules count whole chips.

A hand's *unit* is the common denominator of all its amounts: with blinds of 0.25 and
0.50 one chip is worth 0.25.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm

#: Digits before and behind the point: enough for any currency, and quick to scale.
_BEFORE, _BEHIND = 15, 9
#: How a bet or raise is written.
_WRITTEN = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")


def amount(value: object) -> Fraction:
    """Return an amount as a record has it, which must be finite.

    Raises:
      ValueError: It is none, or has too many digits.
    """
    number = _number(value)
    if number is None or not number.is_finite():
        said = repr(value) if isinstance(value, str) else str(value)
        raise ValueError(f"{said[:40]} is no amount of chips, such as 5 or 0.25")
    exponent = number.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    if exponent < -_BEHIND or number.adjusted() >= _BEFORE:
        wanted = f"at most {_BEFORE} digits, and {_BEHIND} behind the point"
        raise ValueError(f"the amount {str(value)[:40]} is too long: it has {wanted}")
    return Fraction(number)


def is_unknown(value: object) -> bool:
    """Return whether this is ``inf``, as records write a stack that nobody noted."""
    number = _number(value)
    return number is not None and number == Decimal("Infinity")


def _number(value: object) -> Decimal | None:
    match value:
        case bool():
            return None
        case Decimal():
            return value
        case int() if value.bit_length() <= 64:
            return Decimal(value)
        case str() if len(value) < 40 and _WRITTEN.fullmatch(value):
            return Decimal(value)
    return None


def amounts(fields: Mapping[str, object], name: str) -> tuple[Fraction, ...]:
    """Return the amounts of a list, one for each player."""
    return tuple(map(amount, listed(fields, name)))


def listed(fields: Mapping[str, object], name: str) -> list[object]:
    """Return a list that every record has.

    Raises:
      ValueError: It is missing.
    """
    match fields.get(name):
        case list(values):
            return values
    raise ValueError(f"the list {name} is missing")


@dataclass(frozen=True, slots=True)
class Unit:
    """How many of our chips are 1 in the record."""

    chips: int

    @classmethod
    def of(cls, amounts: Iterable[Fraction]) -> Unit:
        """Return the unit in which all ``amounts`` are whole."""
        return cls(lcm(*(each.denominator for each in amounts)))

    def count(self, amount: Fraction) -> int:
        """Return how many chips an amount is."""
        return int(amount * self.chips)

    def counts(self, amounts: Iterable[Fraction]) -> tuple[int, ...]:
        return tuple(map(self.count, amounts))

    def written(self, chips: int) -> str:
        """Return chips as the record writes amounts."""
        if chips % self.chips == 0:
            return str(chips // self.chips)
        return f"{Decimal(chips) / Decimal(self.chips):f}"
