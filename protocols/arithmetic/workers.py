"""Long work cut in pieces, done at the same time if somebody lends us hands.

The library underneath works outside of Python's lock, so on two cores a sum in
two halves takes half as long.  This room starts no threads: whoever runs it
lends them, for as long as its work goes on, and without them all is done in one
piece.  No result depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

#: Fewer than so many items in a piece are not worth handing over.
PIECE = 8


class Map(Protocol):
    """Like :func:`map`, on other threads, and the results in the order of the items.

    For one, the ``map`` of a :class:`concurrent.futures.ThreadPoolExecutor`.
    """

    def __call__(
        self, work: Callable[[T], R], items: Iterable[T], /
    ) -> Iterable[R]: ...


@dataclass(frozen=True, slots=True)
class _Workers:
    number: int
    map: Map


# Of this context only: two tables in one program may be lent different hands, and
# a piece of work, which runs in a thread with a context of its own, is not cut again.
_lent: ContextVar[_Workers | None] = ContextVar("workers", default=None)


@contextmanager
def lent(number: int, map: Map) -> Iterator[None]:
    """Cut long work in ``number`` pieces and do them with ``map``, until the end.

    Raises:
      ValueError: ``number`` is below 1.
    """
    if number < 1:
        raise ValueError("work is done by one worker or more")
    token = _lent.set(_Workers(number, map))
    try:
        yield
    finally:
        _lent.reset(token)


def pieces(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> list[R]:
    """Return what ``work`` makes of each piece of ``items``, one piece at least."""
    workers = _lent.get()
    number = 1 if workers is None else min(workers.number, len(items) // PIECE)
    if workers is None or number < 2:
        return [work(items)]
    ends = [len(items) * i // number for i in range(number + 1)]
    cut = [items[start:end] for start, end in pairwise(ends)]
    return [*workers.map(work, cut)]


def each(work: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return what ``work`` makes of each of ``items``."""
    done = pieces(lambda piece: [work(item) for item in piece], items)
    return [one for piece in done for one in piece]
