"""What the puzzles say alike when they are told in sentences."""

from __future__ import annotations

from p2pgame.engine import Message


def ending(*, solved: bool, given_up: bool) -> tuple[Message, ...]:
    """Return how a puzzle has ended, if it has."""
    if solved:
        return (Message.of("puzzle-solved"),)
    return (Message.of("puzzle-given-up"),) if given_up else ()
