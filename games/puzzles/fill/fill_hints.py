"""This module finds the next step toward a solution of fill.

A block goes to its place of the solution if that is free.  While no place is, a block
that holds one goes to the pad.  So no step pushes another block away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from p2pgame.engine import Reason

from ..puzzle_hints import SOLUTIONS, Step, block_step, closest, in_time
from .fill_puzzle import PAD, Puzzle, places
from .fill_solver import solutions
from .fill_state import Fill


@lru_cache(maxsize=16)
def _solutions(puzzle: Puzzle) -> tuple[tuple[str, ...], ...] | None:
    return in_time(lambda: solutions(puzzle, limit=SOLUTIONS))


def step(state: Fill) -> Step | Reason:
    """Return the next step, or why there is none."""
    at = [path.moves[-1] if path.moves else PAD for path in state.items.paths]
    goal = closest(_solutions(state.puzzle), lambda goal: _wrong(at, goal))
    if isinstance(goal, Reason):
        return goal
    letters = state.puzzle.letters
    taken = sum(track[-1] for track in state.tracks)
    for item, (here, end) in enumerate(zip(at, goal, strict=True)):
        cells = places(state.puzzle)[item]
        if here != end and not cells[end] & taken & ~cells[here]:
            kind = "fill-hint-on" if here == PAD else "fill-hint-over"
            return block_step(letters[item], kind, f"{letters[item]} {end}")
    for item in _wrong(at, goal):
        return block_step(letters[item], "fill-hint-off", f"{letters[item]} {PAD}")
    raise AssertionError("the puzzle is solved")


def _wrong(at: Sequence[str], goal: Sequence[str]) -> Iterator[int]:
    """Yield the blocks that are on the grid, and not in their places."""
    for item, (here, end) in enumerate(zip(at, goal, strict=True)):
        if here not in (PAD, end):
            yield item
