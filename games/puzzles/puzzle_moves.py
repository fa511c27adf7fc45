"""This module writes what a person types at a puzzle as its moves are written."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from p2pgame.engine import Reason


def written(text: str, ends: Iterable[str] = ()) -> str:
    """Return ``b1 d`` as ``B1 down`` and ``UNDO b1`` as ``undo B1``.

    ``ends`` are the last words that a move may have, which people shorten.
    """
    first, _, last = text.lower().partition(" ")
    if first in ("undo", "redo"):
        return f"{first} {last.upper()}"
    whole = next((end for end in ends if last and end.startswith(last)), last)
    return f"{first.upper()} {whole}"


#: Why a bare word means no move.
_NOTHING = {
    "undo": Reason.of("nothing-to-undo", "puzzle-nothing-to-undo"),
    "redo": Reason.of("nothing-to-redo", "puzzle-nothing-to-redo"),
}


def retraced(word: str, made: Sequence[str], ends: Container[str]) -> str | Reason:
    """Return the move of a puzzle that a bare ``undo`` or ``redo`` means, or why none.

    It is about the item that was moved, or undone, last.  ``ends`` are moves of none.
    """
    done, undone = list[str](), list[str]()
    for move in made:
        first, _, rest = move.partition(" ")
        if move in ends:
            done, undone = [], []
        elif first == "undo":
            _take(done, rest)
            undone.append(rest)
        else:
            item = rest if first == "redo" else first
            _take(undone, item)
            done.append(item)
    items = done if word == "undo" else undone
    if not items:
        return _NOTHING[word]
    return f"{word} {items[-1]}"


def _take(items: list[str], item: str) -> None:
    """Remove an item where it stands last, if it does."""
    if item in items:
        del items[len(items) - 1 - items[::-1].index(item)]
