"""This module writes what a person types at a puzzle as its moves are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from p2pgame.engine import Message, listed


class _Puzzle(Protocol):
    @property
    def solved(self) -> bool: ...


def written(text: str, ends: Iterable[str] = ()) -> str:
    """Return ``b1 d`` as ``B1 down`` and ``UNDO b1`` as ``undo B1``.

    ``ends`` are the last words that a move may have, which people shorten.
    """
    first, _, last = text.lower().partition(" ")
    if first in ("undo", "redo"):
        return f"{first} {last.upper()}"
    whole = next((end for end in ends if last and end.startswith(last)), last)
    return f"{first.upper()} {whole}"


def and_solved(said: Message | None, after: Callable[[], _Puzzle]) -> Message | None:
    """Return what is told of a move, and that it has solved the puzzle, if it has."""
    if said is None or not after().solved:
        return said
    return listed(said, Message.by("solves-it", 0))
