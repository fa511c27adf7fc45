"""Tells a game of pig in sentences."""

from __future__ import annotations

from p2pgame.engine import Message

from .pig import Points


def in_sentences(state: Points) -> tuple[Message, ...]:
    """Return how far everybody has come: all see the same."""
    told = [Message.of("pig-drawn-goal", goal=state.goal)]
    for seat, points in enumerate(state.points):
        told.append(Message.by("pig-table-points", seat, points=points))
    if state.total:
        total = state.total
        told.append(Message.by("pig-table-turn", state.player, total=total))
    return tuple(told)
