"""Lays out a game of pig: how far everybody has come."""

from __future__ import annotations

from p2pgame.engine import NOTHING, Message, plain
from p2pgame.engine.scene import Bar, Note, Scene, SeatShown

from .pig import Points


def scene(state: Points) -> Scene:
    """Return everybody's points and this turn's total: all see the same."""
    seats = tuple(_seat(state, seat) for seat in range(len(state.points)))
    goal = Note(Message.of("pig-drawn-goal", goal=state.goal))
    rolls = Note(Message.of("pig-drawn-rolls"), "to-move", NOTHING)
    told = Message.by("pig-table-turn", state.player, total=state.total)
    total = Note(told, "strong")
    notes = (*[rolls] * state.rolling, *[total] * (state.total > 0))
    return Scene(seats, title=(goal, *notes), round=True)


def _seat(state: Points, seat: int) -> SeatShown:
    points = state.points[seat]
    total = state.total if seat == state.player else 0
    aloud = Message.by("pig-table-points", seat, points=points)
    notes = [Note(plain(str(points)), "strong", aloud)]
    if total:
        notes.append(Note(plain(f"+{total}"), "to-move", NOTHING))
    return SeatShown(notes=tuple(notes), bar=Bar(points, total, state.goal))
