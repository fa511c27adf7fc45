"""What happens between stacks: components move, and stacks are read together.

Whatever is moved, nothing is copied and nothing is lost, and
:func:`verify_conserved` checks just that.  To show a hidden card is to move it
into a stack whose zone shows it (:func:`flip`).

Two stacks can be read as one (:func:`overlap`, :func:`concatenate`): that is a
plain tuple, so nothing can be moved in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from p2pgame.engine import EMPTY, RulesError

from .stacks import Stack, same_deck


def move(
    source: Stack, target: Stack, component: int, at: int | None = None
) -> tuple[Stack, Stack]:
    """Return both stacks after a component went from one to the other.

    Raises:
      ValueError: As :meth:`Stack.remove` and :meth:`Stack.insert`, or the
        stacks are of different decks.
    """
    same_deck(source.deck, target.deck)
    return source.remove(component), target.insert(component, at)


def flip(source: Stack, target: Stack, *components: int) -> tuple[Stack, Stack]:
    """Return two sized stacks after components went over, each to the same place.

    So cards of a grid are turned face up and face down.

    Raises:
      ValueError: One is not in ``source``, or its place is taken in ``target``.
    """
    for component in components:
        at = source.place(component)
        source, target = move(source, target, component, at)
    return source, target


def move_first(source: Stack, target: Stack, count: int) -> tuple[Stack, Stack]:
    """Return both stacks after the first ``count`` components went over, in order.

    Raises:
      ValueError: There are not so many, or not so much room.
    """
    if not 0 <= count <= len(source):
        raise ValueError(f"there are {len(source)} {source.deck}, not {count}")
    for component in source.components[:count]:
        source, target = move(source, target, component)
    return source, target


def move_all(source: Stack, target: Stack) -> tuple[Stack, Stack]:
    """Return both stacks after everything went over, in order.

    Raises:
      ValueError: There is not so much room.
    """
    return move_first(source, target, len(source))


def swap(one: Stack, other: Stack, mine: int, theirs: int) -> tuple[Stack, Stack]:
    """Return both stacks after two components took each other's places.

    Raises:
      ValueError: One is not where it should be, or the decks differ.
    """
    same_deck(one.deck, other.deck)
    here, there = one.place(mine), other.place(theirs)
    return (
        one.remove(mine).insert(theirs, here),
        other.remove(theirs).insert(mine, there),
    )


def overlap(top: Stack, bottom: Stack) -> tuple[int, ...]:
    """Return the places of two sized stacks that lie one on top of the other.

    So a card that moves from a face-down stack to the same place of an open one
    stays where it is on the table.

    Raises:
      ValueError: They differ in deck or size, or both have something in one place.
    """
    same_deck(top.deck, bottom.deck)
    if not (top.fixed and bottom.fixed and len(top.places) == len(bottom.places)):
        raise ValueError("only sized stacks of the same size overlap")
    pairs = tuple(zip(top.places, bottom.places, strict=True))
    if any(EMPTY not in pair for pair in pairs):
        raise ValueError("two components are on one place")
    return tuple(max(pair) for pair in pairs)


def concatenate(*stacks: Stack) -> tuple[int, ...]:
    """Return what lies in all of these stacks, one after the other.

    Raises:
      ValueError: They are of different decks.
    """
    for stack in stacks[1:]:
        same_deck(stacks[0].deck, stack.deck)
    return tuple(item for stack in stacks for item in stack.components)


def verify_conserved(components: Iterable[int], stacks: Iterable[Stack]) -> None:
    """Check that each of a deck's ``components`` is in exactly one of ``stacks``.

    Raises:
      RulesError: One is nowhere, in two stacks, or none of them.
      ValueError: The stacks are of different decks.
    """
    found = Counter(concatenate(*stacks))
    wanted = {*components}
    for component in sorted(wanted | {*found}):
        times = found[component]
        if component not in wanted:
            raise RulesError(f"a stack holds {component}, which does not exist")
        if times != 1:
            where = "in no stack" if times == 0 else f"in {times} stacks"
            raise RulesError(f"component {component} is {where}")
