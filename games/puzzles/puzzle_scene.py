"""Lays out what the puzzles have in common: how they stand, and what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine import NOTHING, Message
from p2pgame.engine.scene import Item, Note, Past, Puzzle, Scene, SeatShown
from p2pgame.tabletop.drawing import WALL
from p2pgame.tabletop.puzzles.path import Path
from p2pgame.tabletop.puzzles.pending import Items, restorable


def pasts(names: Sequence[str], items: Items) -> Iterator[Past]:
    """Yield what was done with each item, and what an undo of it would bring back."""
    for item, path in enumerate(items.paths):
        batch = restorable(items, item)
        undone = () if batch is None else batch.undone
        yield _past(path, tuple(names[other] for other, _ in undone))


def _past(path: Path, restores: tuple[str, ...]) -> Past:
    redo = tuple(undo.move for undo in path.redo)
    just = tuple(f"{just.kind} {just.undo.move}" for just in path.live)
    return Past(path.moves, redo, just, restores)


def filling(
    rows: tuple[str, ...],
    items: Sequence[Item],
    ask: Message,
    *,
    solved: bool,
    given_up: bool,
) -> Scene:
    """Return a puzzle whose blocks shall fill the grid, and how much they do."""
    cells = sum(len(row) - row.count(WALL) for row in rows)
    filled = sum(len(item.cells) for item in items)
    told = Message.of("puzzle-filled", filled=filled, cells=cells)
    notes = [Note(told, aloud=NOTHING)]
    if solved:
        notes.insert(0, Note(Message.of("puzzle-solved"), "good"))
    elif given_up:
        notes.insert(0, Note(Message.of("puzzle-given-up"), "bad"))
    puzzle = Puzzle(rows, tuple(items), ask)
    return Scene((SeatShown(),), (puzzle,), notes=tuple(notes))
