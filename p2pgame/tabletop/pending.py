"""The items of a puzzle together: their paths, and the batches that are pending.

A move may need others out of its way.  What is undone for it on other items is
a *batch*: done without a trace in their past and without regard to intensity.
The batch is pending on a stack, with the item that moved: the next undo of that
item redoes it.  The whole stack is cleared, and its batches are never redone, if

* an item moves (or redoes) that has a batch pending,
* an item moves (or redoes) that was undone in a pending batch, or
* an item is undone that is not the top of the stack;

also if the batch of the top would now be in somebody's way, which the game must
say, and if an undo happens that is no batch (two lines that *join*).

Source: "Undo-Redo-Redo-Undo", pending batches; the last two conditions are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from p2pgame.engine import State

from . import path as paths_of
from .past import Board, boards
from .path import Path

#: Items, and how often each is undone.
Times: TypeAlias = Iterable[tuple[int, int]]


class Batch(State, frozen=True):
    """What was undone when ``item`` moved: other items, rising, and how often."""

    item: int
    undone: tuple[tuple[int, int], ...]

    def accumulate(self, other: int, times: int) -> Batch:
        """Return the batch with ``other`` undone so many more times."""
        counts = dict(self.undone)
        counts[other] = counts.get(other, 0) + times
        return Batch(self.item, tuple(sorted(counts.items())))


class Items(State, frozen=True):
    """``pending`` has its top last; ``piled`` are the moves since a board has been."""

    paths: tuple[Path, ...]
    pending: tuple[Batch, ...] = ()
    piled: tuple[tuple[int, str], ...] = ()

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards that have been."""
        return boards(self.paths, self.piled)


def fresh(count: int) -> Items:
    """Return so many items at their start."""
    return Items((Path(),) * count)


def moved(
    items: Items,
    item: int,
    move: str,
    *,
    intensity: str = "",
    batch: Times = (),
    joined: Times = (),
) -> Items:
    """Return the items after ``item`` has moved.

    ``batch`` has been undone on others for it and will be pending; ``joined``
    too, and will not.  ``intensity`` tells what is around the move after that.
    """
    items = _make_way(items, item, batch, joined)
    grown = paths_of.move(items.paths[item], move, intensity)
    piled = items.piled
    if any(path.have for path in items.paths):
        piled = (*piled, (item, move))
    return Items(_with(items.paths, item, grown), items.pending, piled)


def redone(items: Items, item: int, *, batch: Times = (), joined: Times = ()) -> Items:
    """Return the items after a redo of ``item``, which makes way like a move.

    Raises:
      ValueError: There is nothing to redo.
    """
    items = _make_way(items, item, batch, joined)
    return _set(items, item, paths_of.redo(items.paths[item]))


def undone(items: Items, item: int, board: str, *, restore: bool = True) -> Items:
    """Return the items after an undo of ``item``, which leaves ``board`` behind.

    ``restore`` says whether its batch, if it is the top, has the room to be redone.

    Raises:
      ValueError: There is nothing to undo.
    """
    batch = restorable(items, item) if restore else None
    gone = paths_of.undo(items.paths[item], board, len(items.piled))
    items = _set(items, item, gone)
    return cleared(items) if batch is None else _redo_batch(items, batch)


def restorable(items: Items, item: int) -> Batch | None:
    """Return the batch that an undo of ``item`` would redo."""
    top = items.pending[-1] if items.pending else None
    return top if top is not None and top.item == item else None


def restored(items: Items, item: int) -> Items:
    """Return the items as an undo of ``item`` would place them, to look ahead.

    Raises:
      ValueError: There is nothing to undo.
    """
    return undone(items, item, "")


def cleared(items: Items) -> Items:
    """Return the items with nothing pending, and nothing set aside for it."""
    paths = items.paths
    for other in {other for batch in items.pending for other, _ in batch.undone}:
        paths = _with(paths, other, paths_of.settle(paths[other]))
    return Items(paths, (), items.piled)


def _make_way(items: Items, item: int, batch: Times, joined: Times) -> Items:
    joined = tuple(joined)
    if joined or _interferes(items, item):
        items = cleared(items)
    for other, times in joined:
        left = paths_of.back(items.paths[other], times)
        items = _set(items, other, paths_of.settle(left))
    top = Batch(item, ())
    for other, times in batch:
        items = _set(items, other, paths_of.back(items.paths[other], times))
        top = top.accumulate(other, times)
    pending = (*items.pending, top) if top.undone else items.pending
    return Items(items.paths, pending, items.piled)


def _interferes(items: Items, item: int) -> bool:
    return any(
        batch.item == item or any(other == item for other, _ in batch.undone)
        for batch in items.pending
    )


def _redo_batch(items: Items, batch: Batch) -> Items:
    for other, times in batch.undone:
        items = _set(items, other, paths_of.forth(items.paths[other], times))
    return Items(items.paths, items.pending[:-1], items.piled)


def _set(items: Items, item: int, path: Path) -> Items:
    return Items(_with(items.paths, item, path), items.pending, items.piled)


def _with(paths: tuple[Path, ...], item: int, path: Path) -> tuple[Path, ...]:
    return (*paths[:item], path, *paths[item + 1 :])
