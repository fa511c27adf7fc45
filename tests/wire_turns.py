"""What rules may ask for in docs/wire.md, and what they are told of it.

Part of the second reader: it shares no code with the program.  Rules are
generators that yield a state and its turn and are sent the turn's event; they
are written once more for the second reader, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tests.wire_values import Value


@dataclass(frozen=True)
class Choose:
    """``default`` is the move that may be made for somebody who is silent."""

    player: int
    is_legal: Callable[[str], bool]
    default: str | None = None


@dataclass(frozen=True)
class Together:
    choices: tuple[Choose, ...]


@dataclass(frozen=True)
class Roll:
    sides: int
    dice: int


@dataclass(frozen=True)
class Shuffle:
    faces: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True)
class Deal:
    """To whom each slot is dealt."""

    owners: Mapping[int, int]


@dataclass(frozen=True)
class Open:
    slots: tuple[int, ...]


@dataclass(frozen=True)
class Place:
    player: int
    slots: tuple[int, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Over:
    payoffs: tuple[int, ...]


class SeatGone(list[int]):
    """The event that a seat, its only item, has gone."""


Turn: TypeAlias = Choose | Together | Roll | Shuffle | Deal | Open | Place | Over
Event: TypeAlias = list[str] | list[int]
Rules: TypeAlias = Generator[tuple[list[Value], Turn], Event, None]
