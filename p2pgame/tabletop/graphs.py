"""This module connects the cells of a board into graphs.

A step is the change of each coordinate: (−1, 1) is one row up and one column to the
right.  A graph connects each cell to the cells that its steps lead to.
:func:`king_steps` returns the steps to neighbouring cells that pass all given
filters: ``king_steps(2, diagonal, up)`` are the two steps of a draughtsman.  All
results are in ascending order, the same for every peer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from .boards import Grid

Step: TypeAlias = tuple[int, ...]
Direction: TypeAlias = Callable[[Step], bool]


def up(step: Step) -> bool:
    """Whether a step leads to a higher row, straight or not."""
    return step[0] < 0


def down(step: Step) -> bool:
    return step[0] > 0


def left(step: Step) -> bool:
    """Whether a step leads to a column further left, straight or not."""
    return step[-1] < 0


def right(step: Step) -> bool:
    return step[-1] > 0


def orthogonal(step: Step) -> bool:
    """Whether a step changes exactly one coordinate."""
    return len(step) - step.count(0) == 1


def diagonal(step: Step) -> bool:
    """Whether a step changes several coordinates."""
    return len(step) - step.count(0) > 1


def king_steps(dimensions: int, *directions: Direction) -> tuple[Step, ...]:
    """Return the steps to neighbouring cells that all ``directions`` allow."""
    return tuple(
        step
        for step in product((-1, 0, 1), repeat=dimensions)
        if any(step) and all(direction(step) for direction in directions)
    )


@dataclass(frozen=True, slots=True)
class Graph:
    """A directed graph: for each cell the cells it leads to, in ascending order."""

    neighbours: tuple[tuple[int, ...], ...]

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Every edge, as a pair of cells."""
        return tuple((a, b) for a, ends in enumerate(self.neighbours) for b in ends)

    def joins(self, start: int, end: int) -> bool:
        """Whether an edge leads from ``start`` to ``end``."""
        return end in self.neighbours[start]


def graph_of(cells: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """Return the graph of these one-way edges between ``cells`` cells.

    Raises:
      ValueError: An edge has an end that is no cell.
    """
    ends: list[set[int]] = [set() for _ in range(cells)]
    for a, b in edges:
        if not (0 <= a < cells and 0 <= b < cells):
            raise ValueError(f"there is no edge from {a} to {b} among {cells} cells")
        ends[a].add(b)
    return Graph(tuple(tuple(sorted(each)) for each in ends))


def grid_graph(grid: Grid, steps: Iterable[Step]) -> Graph:
    """Return the graph with an edge for each step between cells of ``grid``."""
    edges = [(a, b) for step in steps for a in grid for b in ray(grid, a, step)[:1]]
    return graph_of(len(grid), edges)


def ray(grid: Grid, start: int, step: Step) -> tuple[int, ...]:
    """Return the cells after ``start``, step by step up to the border.

    Raises:
      ValueError: The step has another number of dimensions, or no direction.
    """
    if len(step) != len(grid.sizes) or not any(step):
        raise ValueError(f"{step} is no step on a board of {grid.sizes}")
    at, found = grid.at(start), list[int]()
    while True:
        at = tuple(here + change for here, change in zip(at, step, strict=True))
        if at not in grid:
            return tuple(found)
        found.append(grid.cell(*at))


def lines(grid: Grid, length: int) -> tuple[tuple[int, ...], ...]:
    """Return every straight line of ``length`` cells, once each.

    Example:
      >>> len(lines(Grid((3, 3)), 3))
      8
    """
    forward = [step for step in king_steps(len(grid.sizes)) if step > (0,) * len(step)]
    full = (
        (start, *ray(grid, start, step)[: length - 1])
        for start in grid
        for step in forward
    )
    return tuple(dict.fromkeys(line for line in full if len(line) == length))
