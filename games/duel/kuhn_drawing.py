"""This module draws a game of Kuhn poker."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Turn

from .duel_drawing import Duel, drawn_duel
from .kuhn import Kuhn

#: The actions that cost a chip.
PAYING = ("bet", "call")


def drawn(state: Kuhn, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    cards = [faces.get(seat) if state.dealt else "" for seat in (0, 1)]
    return drawn_duel(Duel(cards, paid(state), state.actions, turn, look))


def paid(state: Kuhn) -> tuple[int, int]:
    """Return the chips that each player has paid."""
    one, other = (
        1 + sum(did in PAYING for did in state.actions[seat::2]) for seat in (0, 1)
    )
    return one, other
