"""Lays out a match of rock paper scissors."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.engine.scene import Note, Scene, SeatShown, gone

from .rps import Match


def scene(state: Match) -> Scene:
    """Return the rounds that are won and left: all see the same."""
    seats = tuple(_seat(state, seat) for seat in range(len(state.wins)))
    left = Message.of("rps-drawn-rounds", rounds=state.left)
    return Scene(seats, title=(Note(left),), round=True)


def _seat(state: Match, seat: int) -> SeatShown:
    if seat not in state.seats.present:
        return gone(seat)
    rounds = state.wins[seat]
    won = Message.of("rps-drawn-won", rounds=rounds)
    aloud = Message.by("rps-table-won", seat, rounds=rounds)
    notes = [Note(won, "strong", aloud)]
    if seat not in state.standing:
        out = Message.by("rps-table-out", seat)
        notes.append(Note(Message.of("rps-drawn-out"), "dim", out))
    return SeatShown(notes=tuple(notes), out=seat not in state.standing)
