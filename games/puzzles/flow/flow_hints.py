"""This module finds the next step toward a solution of flow.

A line is *wrong* if it is no beginning of the solution's line for its letter.  Wrong
lines retreat first; then each line grows over cells that no other holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2pgame.engine import Message, Reason
from p2pgame.tabletop.drawing import Drawing

from ..puzzle_hints import SOLUTIONS, Step, closest, in_time
from .flow import WAYS, FlowState, target
from .flow_lines import Line, Lines, names
from .flow_solver import Solution, solutions


@lru_cache(maxsize=16)
def _solutions(grid: Drawing, cover: bool) -> tuple[Solution, ...] | None:
    return in_time(lambda: solutions(grid, cover=cover, limit=SOLUTIONS))


def step(state: FlowState) -> Step | Reason:
    """Return the next step, or why there is none."""
    lines = state.lines
    known = _solutions(state.grid, state.cover)
    goal = closest(known, lambda goal: _wrong(lines, goal))
    if isinstance(goal, Reason):
        return goal
    for item in _wrong(lines, goal):
        name = names(state.grid)[item]
        return _step(name, "flow-hint-retreats", f"undo {name}")
    for item in range(0, len(lines.lines), 2):
        line, other = lines.lines[item : item + 2]
        whole = _whole(goal, item)
        is_done = lines.is_joined(item) and not state.cover
        if len(line) + len(other) < len(whole) and not is_done:
            name, after = names(state.grid)[item], whole[len(line)]
            (way,) = (way for way in WAYS if target(lines, item, way) == after)
            return _step(name, "flow-hint-grows", f"{name} {way}")
    raise AssertionError("the puzzle is solved")


def _whole(goal: Solution, item: int) -> Line:
    """Return the solution's line, from the point on which an item begins."""
    line = goal[item // 2]
    return line if item % 2 == 0 else line[::-1]


def _wrong(lines: Lines, goal: Solution) -> Iterator[int]:
    for item, line in enumerate(lines.lines):
        if line != _whole(goal, item)[: len(line)]:
            yield item


def _step(line: str, kind: str, move: str) -> Step:
    look = Message.of("flow-hint-line", line=line)
    return Step(look, Message.of(kind, line=line), move)
