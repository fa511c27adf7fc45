"""This module finds the next step toward a solution of fold.

A block is *wrong* if it can't unfold from its shape to that of the solution.  Wrong
blocks fold back first; then each block unfolds over cells that no other holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2pgame.engine import Reason

from ..puzzle_cover import Cover
from ..puzzle_hints import SOLUTIONS, Step, block_step, closest, in_time
from .fold_puzzle import Puzzle
from .fold_solver import solutions, way
from .fold_state import Fold


@lru_cache(maxsize=16)
def _solutions(puzzle: Puzzle) -> tuple[Cover, ...] | None:
    return in_time(lambda: solutions(puzzle, limit=SOLUTIONS))


def step(state: Fold) -> Step | Reason:
    """Return the next step, or why there is none."""
    puzzle, shapes = state.puzzle, [track[-1] for track in state.tracks]
    goal = closest(_solutions(puzzle), lambda goal: _wrong(puzzle, shapes, goal))
    if isinstance(goal, Reason):
        return goal
    for item in _wrong(puzzle, shapes, goal):
        letter = puzzle.letters[item]
        return block_step(letter, "fold-hint-folds", f"undo {letter}")
    for item, (shape, end) in enumerate(zip(shapes, goal, strict=True)):
        if shape != end:
            sides = way(puzzle, shape, end)
            assert sides
            letter = puzzle.letters[item]
            return block_step(letter, "fold-hint-unfolds", f"{letter} {sides[0]}")
    raise AssertionError("the puzzle is solved")


def _wrong(puzzle: Puzzle, shapes: list[int], goal: Cover) -> Iterator[int]:
    for item, (shape, end) in enumerate(zip(shapes, goal, strict=True)):
        if way(puzzle, shape, end) is None:
            yield item
