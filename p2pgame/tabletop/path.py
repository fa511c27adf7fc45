"""The way that one item of a puzzle has gone, with what was undone on it.

A path is a chain of nodes from the start of the item; each node but the first
was made by a move, holds the *undo* of that move, and knows its parent.  To
undo is to stand on the parent again, which then has a *redo* list: the undos
gone back through, the latest first.  To redo is to make a new node with the
undo at the head of that list.  A move drops the list, unless it is the same
move with the same *intensity* as the head: what was around it, in the game's
own words.

Every undo and redo of a player is an element of the *past simple* (see
:mod:`p2pgame.tabletop.past`), owned by the node it came to or started from.  An
element lives as long as its node: an undo of the node *repeals* it, with
everything that hangs from it, and for good, because a redo makes a new node
that has no past.  The undo that repeals is itself in the record, of the parent.

A *batch* goes back and forth without a trace: a node set aside by
:func:`back` keeps what it owns until :func:`forth` returns to it, or
:func:`settle` says that nothing will.

Cost: a path is flat and as long as what happened on it; nodes are views.
Source: "Undo-Redo-Redo-Undo", paths and past simple; repeal is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from p2pgame.engine import State


class Undo(State, frozen=True):
    """A move that can be undone, and the intensity it was made with."""

    move: str
    intensity: str = ""


class Just(State, frozen=True):
    """What has just happened: one undo or redo, owned by the node at ``depth``."""

    kind: Literal["undo", "redo"]
    undo: Undo
    depth: int


class Have(State, frozen=True):
    """A board that has been reached, kept by the node at ``depth``.

    ``since`` counts the moves that had been piled up before it was left.
    """

    board: str
    depth: int
    since: int


class Path(State, frozen=True):
    """``done`` are the undos from the first node to the last, ``redo`` the next first.

    ``spent`` are the depths, rising, of the nodes whose redo has been used.
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
        """What would now be undone."""
        return self.done[-1] if self.done else None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead from the start to where the item is."""
        return tuple(undo.move for undo in self.done)

    @property
    def node(self) -> Node:
        """The node on which the item is."""
        return Node(self, self.depth)

    @property
    def live(self) -> tuple[Just, ...]:
        """The elements whose nodes are on the chain, the oldest first."""
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
        """What can be redone here: nothing, but on the last node."""
        return self.path.redo if self.depth == self.path.depth else ()

    @property
    def dead(self) -> Undo | None:
        """The redo that has been used here, of no further use."""
        return self.path.done[self.depth] if self.depth in self.path.spent else None

    @property
    def just(self) -> tuple[Just, ...]:
        return tuple(just for just in self.path.just if just.depth == self.depth)

    @property
    def have(self) -> tuple[Have, ...]:
        return tuple(have for have in self.path.have if have.depth == self.depth)


def move(path: Path, made: str, intensity: str = "") -> Path:
    """Return the path grown by a move."""
    path = settle(path)
    undo = Undo(made, intensity)
    if path.redo and path.redo[0] == undo:
        return _redone(path, path.just)
    return Path((*path.done, undo), (), path.spent, path.just, path.have)


def undo(path: Path, board: str, since: int = 0) -> Path:
    """Return the path without its last move; ``board`` has been, on the parent.

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
    """Return the path on a new node, with the move that was last undone.

    Raises:
      ValueError: There is nothing to redo.
    """
    if not path.redo:
        raise ValueError("there is nothing to redo")
    path = settle(path)
    return _redone(path, (*path.just, Just("redo", path.redo[0], path.depth)))


def back(path: Path, times: int) -> Path:
    """Return the path after so many undos in a batch, which leave no trace.

    Raises:
      ValueError: There are not so many moves.
    """
    if not 0 <= times <= path.depth:
        raise ValueError(f"{times} moves cannot be undone, of {path.depth}")
    return _gone_back(path, times)


def forth(path: Path, times: int) -> Path:
    """Return the path after so many redos in a batch: what :func:`back` left.

    Raises:
      ValueError: Not so many moves have been undone.
    """
    if not 0 <= times <= len(path.redo):
        raise ValueError(f"{times} moves cannot be redone, of {len(path.redo)}")
    done = (*path.done, *path.redo[:times])
    return Path(done, path.redo[times:], path.spent, path.just, path.have)


def settle(path: Path) -> Path:
    """Repeal what belongs to nodes that are off the chain.

    Boards are not repealed, for what has been, has been: the last node that is
    left keeps them.
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
