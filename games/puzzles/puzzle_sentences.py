"""What the puzzles say alike when they are told in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine import Message
from p2pgame.tabletop.puzzles.pending import Items
from p2pgame.tabletop.sentences import enumerated

#: The last undos and redos of an item that are told.
_MOST = 12


def ending(*, solved: bool, given_up: bool) -> tuple[Message, ...]:
    """Return how a puzzle has ended, if it has."""
    if solved:
        return (Message.of("puzzle-solved"),)
    return (Message.of("puzzle-given-up"),) if given_up else ()


def undos_told(names: Sequence[str], items: Items) -> Iterator[Message]:
    """Yield what a redo or undo of each item would do, and what was undone of it."""
    for item, (name, path) in enumerate(zip(names, items.paths, strict=True)):
        if path.redo:
            moves = enumerated(*(undo.move for undo in path.redo[:_MOST]))
            yield Message.of("puzzle-table-redo", item=name, moves=moves)
        others = restored(names, items, item)
        if others:
            back = enumerated(*others)
            yield Message.of("puzzle-table-restores", item=name, items=back)
        past = [f"{just.kind} {just.undo.move}" for just in path.live[-_MOST:]]
        if past:
            yield Message.of("puzzle-table-past", item=name, moves=enumerated(*past))


def restored(names: Sequence[str], items: Items, item: int) -> list[str]:
    """Return the items that an undo of this one would bring back."""
    if not items.pending or items.pending[-1].item != item:
        return []
    return [names[other] for other, _ in items.pending[-1].undone]
