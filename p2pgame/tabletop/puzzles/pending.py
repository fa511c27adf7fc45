"""This module keeps the items of a puzzle: their paths, and pending batches.

A move may need other items out of its way.  The undos of those items are a *batch*:
it leaves no trace in their past, and ignores intensity.  The batch is pending on a
stack, with the item that moved: the next undo of that item redoes it.  The whole
stack is cleared, and its batches are never redone, if

* an item with a pending batch moves (or redoes),
* an item undone in a pending batch moves (or redoes),
* an item other than the top of the stack is undone,
* the game says that there is no room to redo the top's batch, or
* an undo outside any batch happens (two lines that *join*).

Source: "Undo-Redo-Redo-Undo", pending batches; the last two conditions are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from p2pgame.engine import State

from . import path as paths_of
from .path import Path

#: Pairs of an item and how often it is undone.
Times: TypeAlias = Iterable[tuple[int, int]]


class Batch(State, frozen=True):
    """The undos for a move of ``item``: other items, ascending, and how often each."""

    item: int
    undone: tuple[tuple[int, int], ...]

    def accumulate(self, other: int, times: int) -> Batch:
        """Return the batch with ``other`` undone ``times`` more times."""
        counts = dict(self.undone)
        counts[other] = counts.get(other, 0) + times
        return Batch(self.item, tuple(sorted(counts.items())))


class Items(State, frozen=True):
    """``pending`` has its top last; ``piled`` are the moves since the first board.

    On each past board of a path those pile up that came after it was left, without
    rules: undos and redos don't.
    """

    paths: tuple[Path, ...]
    pending: tuple[Batch, ...] = ()
    piled: tuple[tuple[int, str], ...] = ()


def fresh(count: int) -> Items:
    """Return ``count`` items at their start."""
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

    ``batch`` and ``joined`` are undos of other items for this move; only ``batch``
    becomes pending.  ``intensity`` describes the surroundings of the move after that.
    """
    items = _make_way(items, item, batch, joined)
    grown = paths_of.move(items.paths[item], move, intensity)
    piled = items.piled
    if any(path.have for path in items.paths):
        piled = (*piled, (item, move))
    return Items(_with(items.paths, item, grown), items.pending, piled)


def redone(items: Items, item: int, *, batch: Times = (), joined: Times = ()) -> Items:
    """Return the items after a redo of ``item``, with undos of others like a move.

    Raises:
      ValueError: There is nothing to redo.
    """
    items = _make_way(items, item, batch, joined)
    return _set(items, item, paths_of.redo(items.paths[item]))


def undone(items: Items, item: int, board: str, *, restore: bool = True) -> Items:
    """Return the items after an undo of ``item``, which leaves ``board`` behind.

    With ``restore`` there is room to redo its batch, if that is the top.

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
    """Return the items as an undo of ``item`` would leave them, for looking ahead.

    Raises:
      ValueError: There is nothing to undo.
    """
    return undone(items, item, "")


def cleared(items: Items) -> Items:
    """Return the items with no batch pending, and no node set aside."""
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
