"""This module computes the past of a puzzle's item: past simple and past perfect.

*Past simple* is everything that a player undid and redid on an item, in every
combination.  Each element of the record is also a path of its own.  It begins at the
element's node, and all later events happen to it too: later elements hang from
earlier ones, recursively.  A walk from the roots of this tree gives every selection
of the living elements once, in order: after two undos, the first, the first with the
second, the second.

Stored literally, the tree has 2ⁿ nodes for n elements.  But everything happens alike
on all its paths, so each is the tail of the item's own path: from the element's start
to the item's position, with the item's redo list and the later elements.  So the
record is one flat list.  :func:`own` cuts an element's path out of the item's on
demand, and combinations are generated one by one.  No path stores a grid: the
element's start and path together lead to the one grid.

*Past perfect* holds the boards that a player reached and left by an undo.  Every later
move of a player piles up on such a board, without rules, any number of times and in
any order; undo and redo do not affect it.

Cost: n elements take memory for n; a combination costs its length.
Source: "Undo-Redo-Redo-Undo", the past simple and the past perfect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .path import Just, Path

Combination: TypeAlias = tuple[Just, ...]
#: Moves that pile up: the item, and the move.
Pile: TypeAlias = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that ``item`` left at ``depth``, with the moves ``piled`` up since."""

    item: int
    depth: int
    board: str
    piled: Pile


def start(just: Just) -> int:
    """Return the depth at which the path of an element begins.

    The path of an undo begins at the node that it reached.  That of a redo begins
    one move earlier, because it includes the move of the node where it started.
    """
    return just.depth if just.kind == "undo" else max(just.depth - 1, 0)


def own(path: Path, index: int) -> Path:
    """Return the path of the living element ``index``, from its start on.

    It starts as a replay: the node's move on an empty path, then its redo list
    forward and backward, then one undo or redo.  After that it follows the item.

    Raises:
      IndexError: There is no such living element.
    """
    live = path.live
    first, later = live[index], live[index + 1 :]
    base = start(first)
    return Path(
        path.done[base:],
        path.redo,
        tuple(at - base for at in path.spent if first.depth <= at < path.depth),
        tuple(Just(just.kind, just.undo, just.depth - base) for just in later),
    )


def combinations(path: Path) -> Iterator[Combination]:
    """Yield each selection of the living elements, in the order of the tree walk.

    There are 2ⁿ − 1 for n elements, so callers SHOULD stop early.
    """
    live = path.live
    chosen: list[int] = []
    index = 0
    while True:
        if index < len(live):
            chosen.append(index)
            yield tuple(live[each] for each in chosen)
        elif chosen:
            index = chosen.pop()
        else:
            return
        index += 1


def traverse(path: Path, callback: Callable[[Combination], None]) -> int:
    """Call ``callback`` for each combination; return their number."""
    count = 0
    for combination in combinations(path):
        callback(combination)
        count += 1
    return count


def boards(paths: tuple[Path, ...], piled: Pile) -> tuple[Board, ...]:
    """Return every past board, with the moves piled up on it since."""
    return tuple(
        Board(item, have.depth, have.board, piled[have.since :])
        for item, path in enumerate(paths)
        for have in path.have
    )
