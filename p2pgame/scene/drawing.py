"""Draws a scene in the room that a terminal has."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look
from p2pgame.engine.scene import Chips, Puzzle, Scene, Spread, Stack

from .boards import drawn_boards
from .compass import drawn_compass
from .puzzles import drawn_puzzle
from .ring import drawn_ring
from .table import drawn_table


def drawn(scene: Scene, look: Look, before: Scene | None = None) -> Drawing | None:
    """Return the table drawn; ``before`` is the scene before the last move.

    None: the rules' own words say more than a drawing would.
    """
    if scene.round:
        if _is_compass(scene):
            return drawn_compass(scene, look)
        return drawn_ring(scene, look) or drawn_table(scene, look)
    for part in scene.parts:
        if isinstance(part, Puzzle):
            return drawn_puzzle(scene, part, look)
    return None if scene.lines else drawn_boards(scene, look, before)


def _is_compass(scene: Scene) -> bool:
    """Return whether four lay cards into the middle, where nothing else lies."""
    lies = any(isinstance(part, Spread | Stack | Chips) for part in scene.parts)
    laid = any(seat.hand or seat.laid for seat in scene.seats)
    return (
        len(scene.seats) == 4
        and not scene.lines
        and not lies
        and bool(laid or scene.deck)
    )
