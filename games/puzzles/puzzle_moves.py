"""This module writes what a person types at a puzzle as its moves are written."""

from __future__ import annotations

from collections.abc import Iterable


def written(text: str, ends: Iterable[str] = ()) -> str:
    """Return ``b1 d`` as ``B1 down`` and ``UNDO b1`` as ``undo B1``.

    ``ends`` are the last words that a move may have, which people shorten.
    """
    first, _, last = text.lower().partition(" ")
    if first in ("undo", "redo"):
        return f"{first} {last.upper()}"
    whole = next((end for end in ends if last and end.startswith(last)), last)
    return f"{first.upper()} {whole}"
