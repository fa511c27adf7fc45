"""This module deals a pile to hands, collects hands, and lays out the start.

A pile or hand is a tuple of slots: the first is on top, and cards are added at the
end.  Cards move one at a time, round after round, in the order of ``hands`` unless
``order`` gives another.  At most one keyword says when to stop; without one, all
cards move.  Between two stacks, use :func:`~p2pgame.tabletop.moving.move_first`.

Source: the Deal and Collect families of jkomoros/boardgame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from p2pgame.engine import RulesError

from .stacks import Stack

Slots: TypeAlias = tuple[int, ...]
Hands: TypeAlias = tuple[Slots, ...]


def slots_of(move: str) -> Slots:
    """Return the slots that a move such as ``pass 1 5 9`` names, none if it is unlike.

    A slot has up to 9 digits.
    """
    _, *words = move.split(" ")
    plain = (w.isascii() and w.isdecimal() and len(w) <= 9 for w in words)
    return tuple(map(int, words)) if all(plain) else ()


def deal(
    pile: Slots,
    hands: Hands,
    *,
    order: Sequence[int] = (),
    each: int | None = None,
    until_each_has: int | None = None,
    until_left: int | None = None,
) -> tuple[Slots, Hands]:
    """Return pile and hands after dealing.

    Each hand gets ``each`` cards; or ends with ``until_each_has``; or the pile ends
    with ``until_left``.

    Raises:
      RulesError: The pile is too short, or two keywords say when to stop.
    """
    _one_of(each, until_each_has, until_left)
    seats = order or range(len(hands))
    if each is not None:
        counts = dict.fromkeys(seats, each)
    elif until_each_has is not None:
        counts = {seat: max(0, until_each_has - len(hands[seat])) for seat in seats}
    else:
        number = len(pile) - (until_left or 0)
        turns = _turns({seat: len(pile) for seat in seats}, number)
        counts = {seat: turns.count(seat) for seat in seats}
    number = sum(counts.values())
    if number > len(pile):
        raise RulesError(f"{number} cards are to be dealt from {len(pile)}")
    dealt = list(hands)
    for seat, slot in zip(_turns(counts, number), pile, strict=False):
        dealt[seat] = (*dealt[seat], slot)
    return pile[number:], tuple(dealt)


def collect(
    pile: Slots,
    hands: Hands,
    *,
    order: Sequence[int] = (),
    each: int | None = None,
    until_each_has: int | None = None,
    until_pile_has: int | None = None,
) -> tuple[Slots, Hands]:
    """Return pile and hands after collecting, the reverse of :func:`deal`.

    Each hand gives ``each`` cards from its top; or ends with ``until_each_has``; or
    the pile ends with ``until_pile_has``.

    Raises:
      RulesError: A hand is too short, or two keywords say when to stop.
    """
    _one_of(each, until_each_has, until_pile_has)
    seats = order or range(len(hands))
    counts = {seat: len(hands[seat]) for seat in seats}
    if each is not None:
        if any(count < each for count in counts.values()):
            raise RulesError(f"a hand has fewer than {each} cards to collect")
        counts = dict.fromkeys(seats, each)
    elif until_each_has is not None:
        counts = {seat: max(0, counts[seat] - until_each_has) for seat in seats}
    number = sum(counts.values())
    if until_pile_has is not None:
        number = min(number, until_pile_has - len(pile))
    left = list(hands)
    for seat in _turns(counts, number):
        pile, left[seat] = (*pile, left[seat][0]), left[seat][1:]
    return pile, tuple(left)


def distribute(
    components: Iterable[int],
    home: Callable[[int], str],
    stacks: Mapping[str, Stack],
) -> dict[str, Stack]:
    """Return the initial stacks of a game: each component once, in its ``home``.

    Raises:
      RulesError: A component's stack does not exist, or has no room for it.
    """
    laid = dict(stacks)
    for component in components:
        name = home(component)
        if name not in laid:
            raise RulesError(f"component {component} starts in no stack: {name!r}")
        try:
            laid[name] = laid[name].insert(component)
        except ValueError as error:
            raise RulesError(f"component {component} in {name}: {error}") from error
    return laid


def _turns(counts: Mapping[int, int], number: int) -> tuple[int, ...]:
    """Return the players of the next cards, at most ``number`` of them."""
    most = max(counts.values(), default=0)
    turns = (seat for n in range(most) for seat, count in counts.items() if count > n)
    return tuple(islice(turns, max(0, number)))


def _one_of(*stops: int | None) -> None:
    if len([stop for stop in stops if stop is not None]) > 1:
        raise RulesError("there is only one way to stop")
