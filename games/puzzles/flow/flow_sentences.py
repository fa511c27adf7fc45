"""Tells a puzzle of flow in sentences: the points, and the way of each line."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Message
from p2pgame.tabletop.drawing import FREE
from p2pgame.tabletop.sentences import cells_named, grid_told

from ..puzzle_sentences import undos_told
from .flow import FlowState
from .flow_lines import BRIDGE, names


def in_sentences(state: FlowState) -> tuple[Message, ...]:
    """Return the grid, each letter with its two lines, and what is left to do."""
    told = [*grid_told(state.grid)]
    bridges = state.grid.cells(BRIDGE)
    if bridges:
        cells = cells_named(state.grid, bridges)
        told.append(Message.of("flow-table-bridges", cells=cells))
    for first, letter in enumerate(state.grid.letters()):
        told += _letter(state, letter, 2 * first)
    free = [
        cell for cell in state.grid.cells(FREE) if (cell, False) not in state.lines.held
    ]
    if free:
        told.append(Message.of("grid-free", cells=cells_named(state.grid, free)))
    else:
        told.append(Message.of("grid-full"))
    if not state.solved and state.left:
        told += undos_told(names(state.grid), state.items)
    if state.solved:
        told.append(Message.of("puzzle-solved"))
    elif not state.left:
        told.append(Message.of("flow-drawn-not-solved"))
    else:
        told.append(Message.of("flow-drawn-moves-left", moves=state.left))
        if state.cover:
            told.append(Message.of("flow-drawn-cover"))
    return tuple(told)


def _letter(state: FlowState, letter: str, item: int) -> Iterator[Message]:
    grid, lines = state.grid, state.lines
    halves = (item, item + 1)
    one, other = (grid.name(lines.lines[half][0]) for half in halves)
    yield Message.of("flow-table-points", letter=letter, one=one, other=other)
    for half in halves:
        path = lines.lines[half]
        if len(path) > 1:
            way = ", ".join(map(grid.name, path))
            yield Message.of("flow-table-line", line=names(grid)[half], cells=way)
    if lines.is_joined(item):
        yield Message.of("flow-table-joined", letter=letter)
