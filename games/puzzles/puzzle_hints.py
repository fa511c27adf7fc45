"""This module makes the hints of a puzzle from a step toward one of its solutions.

A puzzle's solver finds the solutions, and the puzzle finds the step.  The hints name
first the item to look at, then the kind of step, and then the move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from p2pgame.engine import Message, Reason

T = TypeVar("T")

#: Solutions that are compared: a player may be on the way to any of them.
SOLUTIONS = 8
UNSOLVABLE = Reason.of("unsolvable", "puzzle-hint-unsolvable")
TOO_HARD = Reason.of("too-hard", "puzzle-hint-too-hard")


@dataclass(frozen=True, slots=True)
class Step:
    """A step: a sentence about its item, one about what it does, and its move."""

    look: Message
    kind: Message
    move: str


def block_step(block: str, kind: str, move: str) -> Step:
    """Return a step of a block, with the sentence of this kind about it."""
    look = Message.of("puzzle-hint-block", block=block)
    return Step(look, Message.of(kind, block=block), move)


def in_levels(step: Step | Reason) -> tuple[Message, ...] | Reason:
    """Return the hints for a step, from the first to the last; a reason stays."""
    if isinstance(step, Reason):
        return step
    return step.look, step.kind, Message.of("puzzle-hint-move", move=step.move)


def in_time(solve: Callable[[], T]) -> T | None:
    """Return what ``solve`` finds, None if its search is too long: to be remembered."""
    try:
        return solve()
    except LookupError:
        return None


def closest(
    found: Sequence[T] | None, wrong: Callable[[T], Iterator[int]]
) -> T | Reason:
    """Return the solution for which the fewest items are wrong, or why there is none.

    Without any ``found``, None, the search was too long.
    """
    if found is None:
        return TOO_HARD
    if not found:
        return UNSOLVABLE
    return min(found, key=lambda solution: len([*wrong(solution)]))
