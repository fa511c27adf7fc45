"""What rules may ask for in a turn, what answers it, and what rules are.

A game's rules are given to the reader: it has some of its own, in ``rules``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from .states import Field

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Choose:
    """``numbers`` are verbs with the lowest and the highest number they take.

    ``default`` is the move of the turn's timer, if it has one.
    """

    player: int
    moves: tuple[str, ...]
    numbers: tuple[tuple[str, int, int], ...] = ()
    default: str | None = None


def first_offered(turn: Choose) -> str | None:
    """Return the move that is made for a silent player where the game names none."""
    if turn.default is not None or turn.moves:
        return turn.default or turn.moves[0]
    return next((f"{verb} {low}" for verb, low, _ in turn.numbers), None)


@dataclass(frozen=True, slots=True)
class Together:
    choices: tuple[Choose, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    choices: tuple[Choose, ...]
    horizon: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """``hands``: the slots of each player under whose dice numbers are laid."""

    sides: int
    dice: int = 1
    hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shuffle:
    faces: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    slots: tuple[int, ...]
    players: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Slot → seat."""

    slots: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Open:
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    player: int
    slots: tuple[int, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prove:
    """With ``refused`` the faces are those that none of the cards has."""

    player: int
    slots: tuple[int, ...]
    faces: tuple[str, ...]
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    payoffs: tuple[int, ...]


Turn: TypeAlias = (
    Choose
    | Together
    | Tick
    | Roll
    | Shuffle
    | Reshuffle
    | Deal
    | Open
    | Place
    | Prove
    | Over
)

Value: TypeAlias = "str | int | Sequence[Value] | None"


@dataclass(frozen=True, slots=True)
class Event:
    """A kind and its values, as in a line of a trace."""

    kind: str
    values: tuple[Value, ...] = ()


class Rules(Protocol[S]):
    """A game: states are its own; fix-ups are part of whatever makes a state."""

    name: str
    version: int

    def start(self, seats: int, options: Mapping[str, object]) -> S | None:
        """Return the first state, or nothing if there is no such game."""

    def only_deals(self) -> bool:
        """Say whether all it does with hidden things is shuffle, deal and open."""

    def fields(self, state: S) -> Sequence[Field]: ...

    def turn(self, state: S) -> Turn: ...

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event, and after the fix-ups that follow.

        Raises:
          Refused: The rules do not allow it (fault ``rules``).
        """

    def without(self, state: S, seat: int) -> S | None:
        """Return the state when a seat has gone, or nothing if the game can't go on."""

    def may_draw(self, state: S) -> bool: ...

    def closing(self, state: S) -> S | None:
        """Return the state after a last round is agreed on, if that is possible."""

    def default(self, state: S, turn: Choose) -> str | None:
        """Return the move that is made for a silent player, if the game has one."""

    def team(self, state: S, seat: int) -> frozenset[int]:
        """Return the seats that lose with this one, itself among them."""

    def settled(self, state: S, lost: frozenset[int]) -> tuple[int, ...] | None:
        """Return what each seat has won by the rules if the game breaks up here."""
