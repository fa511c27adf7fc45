"""This module has dice, which all players roll jointly.

A public die's number is part of the state, in :class:`Dice`.  A private die is a
slot, like a hidden card: its player knows its face, it lies in a stack, and the
stack's zone says who sees it.

The engine counts the sides of a die from 0; people count the pips from 1.
"""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Roll, Rolled, State


class Dice(State, frozen=True):
    """Public dice of one kind; a die not rolled yet has 0 ``pips``."""

    sides: int
    pips: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.pips)

    def roll(self, keep: tuple[int, ...] = ()) -> Roll:
        """Return the turn that rolls the dice, except those in the places ``keep``."""
        return Roll(self.sides, len(self._rolling(keep)))

    def rolled(self, event: Rolled, keep: tuple[int, ...] = ()) -> Dice:
        """Return the dice after the roll; those in the places ``keep`` are unchanged.

        Raises:
          ValueError: The number of rolled dice differs.
        """
        pips = list(self.pips)
        for place, value in zip(self._rolling(keep), event.values, strict=True):
            pips[place] = value + 1
        return replace(self, pips=tuple(pips))

    def _rolling(self, keep: tuple[int, ...]) -> list[int]:
        return [place for place in range(len(self.pips)) if place not in keep]


def unrolled(count: int, sides: int = 6) -> Dice:
    """Return ``count`` dice, not rolled yet."""
    return Dice(sides, (0,) * count)


def die_faces(sides: int = 6) -> tuple[str, ...]:
    """Return the faces of a private die, by rising pips."""
    return tuple(map(str, range(sides)))


def die_pips(face: str, sides: int = 6) -> int:
    """Return the pips of a private die, 1 and up.

    Raises:
      ValueError: No die of so many sides has this face.
    """
    if face not in die_faces(sides):
        raise ValueError(f"no die of {sides} sides shows {face!r}")
    return int(face) + 1
