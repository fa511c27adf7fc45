"""This model of the past simple gives every element a real path, with its own past.

It is mutable, and exponential in the undos and redos.  A replay (``record=False``) is
not part of the past: it makes no elements, and informs none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product


@dataclass
class Grown:
    """A node: the path from the start to it is the chain of its parents."""

    parent: Grown | None = None
    undo: str | None = None
    redo: list[str] = field(default_factory=list)
    just: list[Element] = field(default_factory=list)

    @property
    def moves(self) -> tuple[str, ...]:
        if self.parent is None:
            return ()
        assert self.undo is not None
        return (*self.parent.moves, self.undo)

    def past(self) -> list[Element]:
        """The elements of all parents, from the start down."""
        return [*(self.parent.past() if self.parent else []), *self.just]


@dataclass
class Element:
    kind: str
    move: str
    path: Grown


def move(node: Grown, made: str) -> Grown:
    for element in node.past():
        element.path = move(element.path, made)
    same = node.redo[:1] == [made]
    return Grown(node, made, node.redo[1:] if same else [])


def undo(node: Grown, *, record: bool = True) -> Grown:
    parent, gone = node.parent, node.undo
    assert parent is not None
    assert gone is not None
    left = Grown(parent.parent, parent.undo, [gone, *node.redo], parent.just)
    if record:
        for element in left.past():
            element.path = undo(element.path)
        left.just.append(Element("undo", gone, replay(node, "undo")))
    return left


def redo(node: Grown, *, record: bool = True) -> Grown:
    again, rest = node.redo[0], node.redo[1:]
    if record:
        for element in node.past():
            element.path = redo(element.path)
        node.just.append(Element("redo", again, replay(node, "redo")))
    return Grown(node, again, rest)


def replay(node: Grown, kind: str) -> Grown:
    """Replay by the recipe: on the child for an undo, on the parent for a redo."""
    fresh = Grown()
    if node.undo is not None:
        fresh = move(fresh, node.undo)
    for each in node.redo:
        fresh = move(fresh, each)
    for _ in node.redo:
        fresh = undo(fresh, record=False)
    step = undo if kind == "undo" else redo
    return step(fresh, record=False)


def walk(node: Grown, found: tuple[Element, ...] = ()) -> Iterator[tuple[Element, ...]]:
    """Yield the elements on the way to each element of the tree."""
    for element in node.past():
        yield (*found, element)
        yield from walk(element.path, (*found, element))


def words(letters: str, longest: int) -> Iterator[str]:
    """Yield every word of these letters up to a length."""
    for length in range(longest + 1):
        yield from map("".join, product(letters, repeat=length))
