"""This module finds the combinations of undos after which a puzzle is as wanted.

A position may be reached by different undos of different items.  The search takes them
by their number of steps, and among as many steps by the cells that stay *claimed*: the
combination that costs least comes first.  It goes no further than its caller asks, and
it holds the positions that it has yet to look at, never all combinations.

Only minimal combinations are found.  One that holds all undos of another is needless,
and nothing is undone further once a position is as wanted.

Source: "Undo-Redo-Redo-Undo", combinations of undos; what is wanted, and the ranks,
are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

S = TypeVar("S")

#: The positions that one search looks at, at most.
MOST = 500


@dataclass(frozen=True, slots=True)
class Found(Generic[S]):
    """A combination: the item of each undo, in order, and the ``state`` after them."""

    items: tuple[str, ...]
    state: S


@dataclass(frozen=True, slots=True)
class Search(Generic[S]):
    """How a game undoes its items, and what for.

    ``fits`` says whether a state is as wanted.  ``in_the_way`` are items that may be
    undone for that, each with a number of undos that are made as one.  ``undone`` is
    the state after one undo of an item; None: it is not possible.  ``position`` tells
    states apart, and ``claimed`` counts the cells that items hold.
    """

    fits: Callable[[S], bool]
    in_the_way: Callable[[S], Iterable[tuple[str, int]]]
    undone: Callable[[S, str], S | None]
    position: Callable[[S], Hashable]
    claimed: Callable[[S], int]


def combinations(
    search: Search[S], state: S, *, most: int = MOST
) -> Iterator[Found[S]]:
    """Yield each minimal combination of undos, the best first.

    The search ends after ``most`` positions, even if there may be more combinations.
    """
    serial = count()
    queue: list[tuple[int, int, int, Found[S]]] = []
    seen: set[Hashable] = set()
    yielded: list[Counter[str]] = []

    def reach(items: tuple[str, ...], there: S) -> None:
        rank = len(items), -search.claimed(there), next(serial)
        heappush(queue, (*rank, Found(items, there)))

    reach((), state)
    while queue and len(seen) < most:
        *_, found = heappop(queue)
        made, position = Counter(found.items), search.position(found.state)
        if position in seen or any(less <= made for less in yielded):
            continue
        seen.add(position)
        if search.fits(found.state):
            yielded.append(made)
            yield found
            continue
        for item, times in search.in_the_way(found.state):
            there = _undone(search, found.state, item, times)
            if there is not None:
                reach((*found.items, *(item,) * times), there)


def _undone(search: Search[S], state: S, item: str, times: int) -> S | None:
    there: S | None = state
    for _ in range(times):
        there = None if there is None else search.undone(there, item)
    return there
