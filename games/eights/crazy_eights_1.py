"""The first version of crazy eights, for tables and transcripts of its rules."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from .crazy_eights import CrazyEights, EightsOptions
from .eights_state import Eights

#: The points of each card of a player who has left, and of leaving.
GONE = 50


class Eights1(Eights, frozen=True):
    def of_leaver(self, seat: int) -> int:
        return GONE * (len(self.hands[seat]) + 1)


class CrazyEights1(CrazyEights):
    """In version 1 an eight turned up first goes under the pile, as Bicycle has it.

    Each card of a player who leaves counts 50, and leaving 50 more.  Where the others
    can't play on, a leaver pays 1 to each of them.
    """

    version, state = 1, Eights1

    def setup(self, seats: int, options: EightsOptions) -> Eights:
        return Eights1(*astuple(super().setup(seats, options)))

    def turned_up(self, state: Eights, face: str) -> Eights:
        first, *rest = state.pile
        if face[0] == "8":
            return replace(state, pile=(*rest, first))
        return super().turned_up(state, face)

    def settled(self, state: Eights, gone: frozenset[int]) -> None:
        return None
