"""This module moves components between stacks, and reads several stacks as one.

A move never copies or loses a component; :func:`verify_conserved` checks that.  To
show a hidden card, move it into a stack whose zone shows it (:func:`flip`).

:func:`overlap` and :func:`concatenate` read several stacks as one.  They return
plain tuples, in which nothing can be moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from p2pgame.engine import EMPTY, RulesError

from .stacks import Stack, same_deck


def move(
    source: Stack, target: Stack, component: int, at: int | None = None
) -> tuple[Stack, Stack]:
    """Return both stacks after moving a component from one to the other.

    Raises:
      ValueError: As :meth:`Stack.remove` and :meth:`Stack.insert`, or the
        stacks are of different decks.
    """
    same_deck(source.deck, target.deck)
    return source.remove(component), target.insert(component, at)


def flip(source: Stack, target: Stack, *components: int) -> tuple[Stack, Stack]:
    """Return two sized stacks after moving components, each to the same place.

    Use it to turn cards of a grid face up or face down.

    Raises:
      ValueError: One is not in ``source``, or its place is taken in ``target``.
    """
    for component in components:
        at = source.place(component)
        source, target = move(source, target, component, at)
    return source, target


def move_first(source: Stack, target: Stack, count: int) -> tuple[Stack, Stack]:
    """Return both stacks after moving the first ``count`` components, in order.

    Raises:
      ValueError: ``source`` has fewer, or ``target`` has too little room.
    """
    if not 0 <= count <= len(source):
        raise ValueError(f"there are {len(source)} {source.deck}, not {count}")
    for component in source.components[:count]:
        source, target = move(source, target, component)
    return source, target


def move_all(source: Stack, target: Stack) -> tuple[Stack, Stack]:
    """Return both stacks after moving all components, in order.

    Raises:
      ValueError: ``target`` has too little room.
    """
    return move_first(source, target, len(source))


def swap(one: Stack, other: Stack, mine: int, theirs: int) -> tuple[Stack, Stack]:
    """Return both stacks after exchanging two components.

    Raises:
      ValueError: A component is not in its stack, or the decks differ.
    """
    same_deck(one.deck, other.deck)
    here, there = one.place(mine), other.place(theirs)
    return (
        one.remove(mine).insert(theirs, here),
        other.remove(theirs).insert(mine, there),
    )


def overlap(top: Stack, bottom: Stack) -> tuple[int, ...]:
    """Return the places of two sized stacks, one laid on top of the other.

    So a card that moves from a face-down stack to the same place of an open one
    stays in its place on the table.

    Raises:
      ValueError: They differ in deck or size, or both fill the same place.
    """
    same_deck(top.deck, bottom.deck)
    if not (top.fixed and bottom.fixed and len(top.places) == len(bottom.places)):
        raise ValueError("only sized stacks of the same size overlap")
    pairs = tuple(zip(top.places, bottom.places, strict=True))
    if any(EMPTY not in pair for pair in pairs):
        raise ValueError("two components are on one place")
    return tuple(max(pair) for pair in pairs)


def concatenate(*stacks: Stack) -> tuple[int, ...]:
    """Return the components of all these stacks, one stack after the other.

    Raises:
      ValueError: They are of different decks.
    """
    for stack in stacks[1:]:
        same_deck(stacks[0].deck, stack.deck)
    return tuple(item for stack in stacks for item in stack.components)


def verify_conserved(components: Iterable[int], stacks: Iterable[Stack]) -> None:
    """Check that each of a deck's ``components`` is in exactly one of ``stacks``.

    Raises:
      RulesError: A component is missing, in two stacks, or unknown.
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
