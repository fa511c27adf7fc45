"""Tells a match of rock paper scissors in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Message

from .rps import Match


def in_sentences(state: Match) -> tuple[Message, ...]:
    """Return how many rounds are left and won: all see the same."""
    return tuple(_told(state))


def _told(state: Match) -> Iterator[Message]:
    yield Message.of("rps-drawn-rounds", rounds=state.left)
    for seat, won in enumerate(state.wins):
        if seat not in state.seats.present:
            yield Message.by("player-has-left", seat)
            continue
        yield Message.by("rps-table-won", seat, rounds=won)
        if seat not in state.standing:
            yield Message.by("rps-table-out", seat)
