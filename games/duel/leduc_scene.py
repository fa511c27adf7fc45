"""Lays out a game of Leduc hold'em."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine.scene import Scene

from .duel_scene import duel_scene
from .leduc import Leduc


def scene(state: Leduc, faces: Mapping[int, str]) -> Scene:
    """Return the table as those see it who know ``faces``."""
    table = (state.paid, state.actions)
    return duel_scene(faces, *table, dealt=state.dealt, board=state.board)
