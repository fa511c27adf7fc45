"""This module finds the undos that make room on a grid of flow.

They are for a cell, for a step of a line, or for the two lines of a letter: these can
then be joined over cells that no line holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from operator import or_

from p2pgame.engine import Combination, Reason
from p2pgame.tabletop.drawing import FREE
from p2pgame.tabletop.puzzles import pending

from ..puzzle_cover import mask
from ..puzzle_moves import written
from ..puzzle_undos import Aim, Undoer
from .flow import WAYS, Flow, FlowState, restores, target
from .flow_lines import BRIDGE, Lines, names, partner

#: A cell that a line could reach, and the one from which.
_Step = tuple[int, int | None]


def combined(
    game: Flow, state: FlowState, wanted: str
) -> Iterator[Combination] | Reason:
    """Return the undos for what is wanted, the best first, or why there are none."""
    undoer = Undoer(game, names(state.grid), state.grid, _tracks, _undone)
    aim = _aim(undoer, state, wanted)
    return aim if isinstance(aim, Reason) else undoer.combinations(state, aim)


def _tracks(state: FlowState) -> list[list[int]]:
    return [
        [*accumulate((mask([cell]) for cell in line), or_)]
        for line in state.lines.lines
    ]


def _undone(state: FlowState, item: int) -> FlowState | None:
    """Return the state after an undo, but for the board that it leaves behind."""
    if not state.left or not state.items.paths[item].done:
        return None
    items = pending.undone(state.items, item, "", restore=restores(state, item))
    return FlowState(state.grid, state.cover, state.left - 1, items)


def _aim(
    undoer: Undoer[FlowState], state: FlowState, wanted: str
) -> Aim[FlowState] | Reason:
    grid = state.grid
    cell = grid.cell(wanted.lower())
    if cell is not None:
        if grid[cell] not in (FREE, BRIDGE):
            return Reason.of("never-free", "undos-never-free", cell=grid.name(cell))
        return undoer.free(cell)
    first, _, last = written(wanted, WAYS).partition(" ")
    if first in undoer.names and last in WAYS:
        return _step(undoer, state, undoer.names.index(first), last)
    if wanted.upper() in grid.letters():
        return _joining(2 * grid.letters().index(wanted.upper()))
    return Reason.of("unknown-aim", "flow-undos-for")


def _step(
    undoer: Undoer[FlowState], state: FlowState, item: int, way: str
) -> Aim[FlowState] | Reason:
    """Return the aim that a line can go a step without another that snaps back."""
    lines = state.lines
    cell, head = target(lines, item, way), lines.lines[item][-1]
    if cell is None:
        return Reason.of("edge", "flow-edge")
    reason = lines.why_not(item, cell)
    if reason is not None and reason.code != "bridge":
        return reason

    def in_the_way(state: FlowState) -> Iterator[tuple[int, int]]:
        blocker = _blocker(state.lines, item, cell, head)
        if blocker is not None:
            yield blocker
        if state.lines.lines[item][-1] != head:  # it has come back another way
            yield item, 1

    aim = Aim(lambda state: not [*in_the_way(state)], in_the_way)
    return undoer.going(state, item, state.grid.name(cell), aim)


def _blocker(lines: Lines, item: int, cell: int, before: int) -> tuple[int, int] | None:
    """Return the line that must leave ``cell`` for ``item``, and how far it goes back.

    It is another's on the same lane, or the other half where a bridge is crossed.
    """
    lane, half = lines.lane(cell, before), partner(item)
    held, across = lines.held.get(lane), lines.held.get((cell, not lane[1]))
    if held is None or held[0] == half:
        held = across if across is not None and across[0] == half else None
    return None if held is None else (held[0], len(lines.lines[held[0]]) - held[1])


def _joining(item: int) -> Aim[FlowState]:
    """Return the aim that a free way leads from one line of a letter to the other."""

    def fits(state: FlowState) -> bool:
        return way(state.lines, item) is not None

    def in_the_way(state: FlowState) -> Iterator[tuple[int, int]]:
        lines, found = state.lines, dict[tuple[int, int], None]()
        for half in (item, partner(item)):
            if len(lines.lines[half]) > 1:
                found[half, 1] = None
            for cell, before in _reach(lines, half):
                for near in lines.grid.neighbours(cell):
                    blocker = _blocker(lines, half, near, cell)
                    if blocker and _is_open(lines, half, near, (cell, before)):
                        found[blocker] = None
        yield from found

    return Aim(fits, in_the_way)


def way(lines: Lines, item: int) -> tuple[int, ...] | None:
    """Return the free cells that join a line to its other half, or None."""
    other = lines.lines[partner(item)]
    steps = _reach(lines, item)
    for step in steps:
        cell, before = step
        if other[-1] not in lines.grid.neighbours(cell):
            continue
        is_met = _is_straight(lines, (cell, before), other[-1]) and _is_straight(
            lines, (other[-1], other[-2] if len(other) > 1 else None), cell
        )
        cells = _back(steps, step)
        if is_met and len({*cells}) == len(cells):
            return cells
    return None


def _reach(lines: Lines, item: int) -> dict[_Step, _Step | None]:
    """Return the steps of a line over free lanes, each with the one before."""
    line = lines.lines[item]
    first = line[-1], line[-2] if len(line) > 1 else None
    found: dict[_Step, _Step | None] = {first: None}
    queue = deque([first])
    while queue:
        step = queue.popleft()
        for near in lines.grid.neighbours(step[0]):
            there = near, step[0]
            if there not in found and _is_free(lines, item, near, step):
                found[there] = step
                queue.append(there)
    return found


def _is_open(lines: Lines, item: int, near: int, step: _Step) -> bool:
    """Return whether a line could go on to a cell that no other line held."""
    is_cell = lines.grid[near] in (FREE, BRIDGE) and near not in lines.lines[item]
    return is_cell and _is_straight(lines, step, near)


def _is_free(lines: Lines, item: int, near: int, step: _Step) -> bool:
    if not _is_open(lines, item, near, step):
        return False
    across = lines.held.get((near, not lines.lane(near, step[0])[1]))
    is_own = across is not None and across[0] == partner(item)
    return lines.lane(near, step[0]) not in lines.held and not is_own


def _is_straight(lines: Lines, step: _Step, near: int) -> bool:
    cell, before = step
    return lines.grid[cell] != BRIDGE or before is None or near - cell == cell - before


def _back(steps: dict[_Step, _Step | None], step: _Step) -> tuple[int, ...]:
    """Return the cells of the way to a step, after the line's own head."""
    cells = list[int]()
    while (before := steps[step]) is not None:
        cells.append(step[0])
        step = before
    return tuple(reversed(cells))
