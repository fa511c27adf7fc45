"""A chain is a frozen linked list; a longer one shares its past with the shorter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Chain(Generic[T]):
    """A linked list: the last item, and the chain of those before it."""

    last: T
    before: Chain[T] | None
    length: int


def push(chain: Chain[T] | None, item: T) -> Chain[T]:
    """Return the chain with one more item."""
    return Chain(item, chain, 1 if chain is None else chain.length + 1)


def back(chain: Chain[T] | None) -> Iterator[T]:
    """Yield the items, the last first."""
    while chain is not None:
        yield chain.last
        chain = chain.before


def forward(chain: Chain[T] | None) -> tuple[T, ...]:
    """Return the items, the first first."""
    return tuple(back(chain))[::-1]


def cut(chain: Chain[T] | None, length: int) -> Chain[T] | None:
    """Return the chain of the first items, as many as ``length``."""
    while chain is not None and chain.length > length:
        chain = chain.before
    return chain
