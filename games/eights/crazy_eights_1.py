"""The first version of crazy eights, for tables and transcripts of its rules."""

from __future__ import annotations

from msgspec.structs import replace

from .crazy_eights import CrazyEights
from .eights_state import Eights


class CrazyEights1(CrazyEights):
    """In version 1 an eight turned up first goes under the pile, as Bicycle has it."""

    version = 1

    def turned_up(self, state: Eights, face: str) -> Eights:
        first, *rest = state.pile
        if face[0] == "8":
            return replace(state, pile=(*rest, first))
        return super().turned_up(state, face)
