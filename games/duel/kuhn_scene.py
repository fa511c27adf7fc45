"""Lays out a game of Kuhn poker."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine.scene import Scene

from .duel_scene import duel_scene
from .kuhn import Kuhn

#: The actions that cost a chip.
_PAYING = ("bet", "call")


def scene(state: Kuhn, faces: Mapping[int, str]) -> Scene:
    """Return the table as those see it who know ``faces``."""
    paid = [1 + sum(d in _PAYING for d in state.actions[seat::2]) for seat in (0, 1)]
    return duel_scene(faces, paid, state.actions, dealt=state.dealt)
