"""Draws a scene in the room that a terminal has."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look
from p2pgame.engine.scene import Scene

from .boards import drawn_boards
from .compass import drawn_compass


def drawn(scene: Scene, look: Look, before: Scene | None = None) -> Drawing:
    """Return the table drawn; ``before`` is the scene before the last move."""
    if scene.round:
        return drawn_compass(scene, look)
    return drawn_boards(scene, look, before)
