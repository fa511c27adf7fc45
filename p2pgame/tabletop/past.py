"""The past of an item, simple and perfect.

*Past simple*: all that a player undid and redid on an item, in every
combination.  Each element of the record is also a path of its own, that begins
where the element's node is and to which everything later has happened as well:
later elements hang from earlier ones, and from those again later ones.  Walked
from its roots, this tree gives every selection of the living elements once, in
their order: after two undos, the first, the first with the second, the second.

Kept as it is described the tree has 2ⁿ nodes for n elements.  But as everything
happens on all of its paths alike, each is the tail of the item's own path: from
where the element began to where the item is, with the item's redo list and the
later elements.  So the record is one flat list, an element's path
(:func:`own`) is cut out of the item's when somebody asks, and the combinations
are made one by one.  No path stores a grid: start of the element and path of
the element together lead to the one grid there is.

*Past perfect*: a board that a player reached and left by an undo has been.
Every later move of a player piles up on it, without rules, any number of times
and in whatever order; undo and redo mean nothing to it.

Cost: n elements take memory for n; a combination costs its length.
Source: "Undo-Redo-Redo-Undo", the past simple and the past perfect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .path import Just, Path

Combination: TypeAlias = tuple[Just, ...]
#: A move that piles up: whose, and which.
Pile: TypeAlias = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board left by ``item`` at ``depth``, and all that ``piled`` up on it since."""

    item: int
    depth: int
    board: str
    piled: Pile


def start(just: Just) -> int:
    """Return the depth at which the path of an element begins.

    The path of an undo begins with the node it came to; that of a redo one move
    earlier, because it holds the move of the node it started from.
    """
    return just.depth if just.kind == "undo" else max(just.depth - 1, 0)


def own(path: Path, index: int) -> Path:
    """Return the path of the living element ``index``, from its start on.

    At first it is what replaying gives: the move of the node on an empty path,
    then its redo list forward and backward, then one undo or one redo.  From
    then on it does whatever the item does.

    Raises:
      IndexError: No such element lives.
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
    """Yield each selection of the living elements, as the tree is walked.

    There are 2ⁿ − 1 of n elements: stop when you have seen enough.
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
    """Call ``callback`` for each combination; return how many there were."""
    count = 0
    for combination in combinations(path):
        callback(combination)
        count += 1
    return count


def boards(paths: tuple[Path, ...], piled: Pile) -> tuple[Board, ...]:
    """Return every board that has been, with what piled up on it since."""
    return tuple(
        Board(item, have.depth, have.board, piled[have.since :])
        for item, path in enumerate(paths)
        for have in path.have
    )
