"""Dice, rolled by all players jointly.

A public die's number is part of the state: :class:`Dice` holds it.  A private
die is a slot, as a hidden card is: its face is known to who rolled it, it lies
in a stack, and it is shown to whom that stack's zone is visible.

The engine counts the sides of a die from 0; people count the pips from 1.
"""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Roll, Rolled, State


class Dice(State, frozen=True):
    """Public dice of one kind; ``pips`` are 0 of one that was not rolled yet."""

    sides: int
    pips: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.pips)

    def roll(self, keep: tuple[int, ...] = ()) -> Roll:
        """Return the turn that rolls them, but for those in the places ``keep``."""
        return Roll(self.sides, len(self._rolling(keep)))

    def rolled(self, event: Rolled, keep: tuple[int, ...] = ()) -> Dice:
        """Return the dice after the roll; those in the places ``keep`` lie still.

        Raises:
          ValueError: The roll was of fewer or more dice.
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
    """Return the faces that a private die may have, by rising pips."""
    return tuple(map(str, range(sides)))


def die_pips(face: str, sides: int = 6) -> int:
    """Return the pips of a private die, 1 and up.

    Raises:
      ValueError: No die of so many sides has this face.
    """
    if face not in die_faces(sides):
        raise ValueError(f"no die of {sides} sides shows {face!r}")
    return int(face) + 1
