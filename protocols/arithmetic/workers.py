"""This module splits long work among threads that the caller lends.

The library underneath releases Python's lock, so on two cores a sum in two halves
takes half as long. This package starts no threads: the caller lends them while its
work goes on. Without them the work is one piece. No result depends on it.
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

#: The fewest items in a piece that is worth a thread.
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


# Bound to this context: two tables in one program may be lent different threads. A
# piece of work runs in a thread with its own context, so it is not split again.
_lent: ContextVar[_Workers | None] = ContextVar("workers", default=None)


@contextmanager
def lent(number: int, map: Map) -> Iterator[None]:
    """Split long work into ``number`` pieces run by ``map``, until the context ends.

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
