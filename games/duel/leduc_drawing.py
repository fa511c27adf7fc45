"""This module draws a game of Leduc hold'em."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Turn

from .duel_drawing import Duel, drawn_duel
from .leduc import Leduc


def drawn(state: Leduc, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    cards = [faces.get(seat) if state.dealt else "" for seat in (0, 1)]
    duel = Duel(cards, state.paid, state.actions, turn, look, board=state.board)
    return drawn_duel(duel)
