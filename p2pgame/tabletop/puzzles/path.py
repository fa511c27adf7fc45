"""A path records the moves, undos and redos of one item of a puzzle.

It is a chain of nodes from the item's start.  A move makes each node after the
first; the node holds the *undo* of that move, and knows its parent.  An undo returns
to the parent, which then has a *redo* list: the undos gone back through, the latest
first.  A redo makes a new node with the undo at the head of that list.  A move drops
the list, unless it equals the head in move and *intensity*: the surroundings of the
move, as the game describes them.

Every undo and redo of a player is an element of the *past simple*.  The node where an
undo ends, or a redo starts, owns it.  An element lives as long as its node: an undo of
the node *repeals* it.  That is final, because a redo makes a new node without a past.
The undo that repeals is itself an element, owned by the parent.

A *batch* goes back and forth without a trace.  A node set aside by :func:`back`
keeps its elements until :func:`forth` returns to it, or :func:`settle` repeals them.

The *past perfect* are the boards that a player reached and left by an undo.

Cost: a path is flat and as long as its events; nodes are views.  The source gives each
element a path of its own, and so a tree of 2ⁿ nodes.  But all that happens to the item
happens to them alike, so the item's path stands for theirs.
Source: "Undo-Redo-Redo-Undo", paths, past simple and perfect; repeal is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from p2pgame.engine import State


class Undo(State, frozen=True):
    """A move that can be undone, with its intensity."""

    move: str
    intensity: str = ""


class Just(State, frozen=True):
    """One undo or redo, owned by the node at ``depth``."""

    kind: Literal["undo", "redo"]
    undo: Undo
    depth: int


class Have(State, frozen=True):
    """A past board, kept by the node at ``depth``.

    ``since`` is the number of moves piled up before it was left.
    """

    board: str
    depth: int
    since: int


class Path(State, frozen=True):
    """``done`` are the undos from the first node on; ``redo`` has the next first.

    ``spent`` are the depths, ascending, of nodes whose redo has been used.
    """

    done: tuple[Undo, ...] = ()
    redo: tuple[Undo, ...] = ()
    spent: tuple[int, ...] = ()
    just: tuple[Just, ...] = ()
    have: tuple[Have, ...] = ()

    @property
    def depth(self) -> int:
        return len(self.done)

    @property
    def undo(self) -> Undo | None:
        """The undo of the last move, if any."""
        return self.done[-1] if self.done else None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to the item's position."""
        return tuple(undo.move for undo in self.done)

    @property
    def node(self) -> Node:
        """The item's current node."""
        return Node(self, self.depth)

    @property
    def live(self) -> tuple[Just, ...]:
        """The living elements, the oldest first."""
        return tuple(just for just in self.just if just.depth <= self.depth)


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a path, ``depth`` moves from the start."""

    path: Path
    depth: int

    @property
    def parent(self) -> Node | None:
        return Node(self.path, self.depth - 1) if self.depth else None

    @property
    def undo(self) -> Undo | None:
        return self.path.done[self.depth - 1] if self.depth else None

    @property
    def redo(self) -> tuple[Undo, ...]:
        """The redo list of the last node; empty on other nodes."""
        return self.path.redo if self.depth == self.path.depth else ()

    @property
    def dead(self) -> Undo | None:
        """The redo already used here, if any."""
        return self.path.done[self.depth] if self.depth in self.path.spent else None

    @property
    def just(self) -> tuple[Just, ...]:
        return tuple(just for just in self.path.just if just.depth == self.depth)

    @property
    def have(self) -> tuple[Have, ...]:
        return tuple(have for have in self.path.have if have.depth == self.depth)


def move(path: Path, made: str, intensity: str = "") -> Path:
    """Return the path after one more move."""
    path = settle(path)
    undo = Undo(made, intensity)
    if path.redo and path.redo[0] == undo:
        return _redone(path, path.just)
    return Path((*path.done, undo), (), path.spent, path.just, path.have)


def undo(path: Path, board: str, since: int = 0) -> Path:
    """Return the path without its last move; its parent keeps ``board``.

    Raises:
      ValueError: There is nothing to undo.
    """
    if path.undo is None:
        raise ValueError("there is nothing to undo")
    gone, depth = path.undo, path.depth - 1
    left = settle(_gone_back(path, 1))
    just = (*left.just, Just("undo", gone, depth))
    have = (*left.have, Have(board, depth, since))
    return Path(left.done, left.redo, left.spent, just, have)


def redo(path: Path) -> Path:
    """Return the path after redoing the move that was last undone.

    Raises:
      ValueError: There is nothing to redo.
    """
    if not path.redo:
        raise ValueError("there is nothing to redo")
    path = settle(path)
    return _redone(path, (*path.just, Just("redo", path.redo[0], path.depth)))


def back(path: Path, times: int) -> Path:
    """Return the path after ``times`` undos in a batch, which leave no trace.

    Raises:
      ValueError: There are fewer moves.
    """
    if not 0 <= times <= path.depth:
        raise ValueError(f"{times} moves cannot be undone, of {path.depth}")
    return _gone_back(path, times)


def forth(path: Path, times: int) -> Path:
    """Return the path after ``times`` redos in a batch, which reverse :func:`back`.

    Raises:
      ValueError: Fewer moves have been undone.
    """
    if not 0 <= times <= len(path.redo):
        raise ValueError(f"{times} moves cannot be redone, of {len(path.redo)}")
    done = (*path.done, *path.redo[:times])
    return Path(done, path.redo[times:], path.spent, path.just, path.have)


def settle(path: Path) -> Path:
    """Repeal the elements of nodes that are off the chain.

    Boards are not repealed; the last remaining node keeps them.
    """
    depth = path.depth
    have = tuple(
        kept if kept.depth <= depth else Have(kept.board, depth, kept.since)
        for kept in path.have
    )
    spent = tuple(at for at in path.spent if at < depth)
    return Path(path.done, path.redo, spent, path.live, have)


def _gone_back(path: Path, times: int) -> Path:
    depth = path.depth - times
    redo = (*path.done[depth:], *path.redo)
    return Path(path.done[:depth], redo, path.spent, path.just, path.have)


def _redone(path: Path, just: tuple[Just, ...]) -> Path:
    done, spent = (*path.done, path.redo[0]), (*path.spent, path.depth)
    return Path(done, path.redo[1:], spent, just, path.have)
