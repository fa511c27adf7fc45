"""This module plays events on a path, given as a word, letter by letter."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from p2pgame.tabletop.puzzles import path
from p2pgame.tabletop.puzzles.path import Path, Undo
from p2pgame.tabletop.puzzles.pending import Items

#: The letters of a word: u is an undo, r a redo, others are moves of that name.
LETTERS = "abur"
WORDS = st.text(LETTERS, max_size=40)


def played(word: str, start: Path | None = None) -> Path | None:
    """Return the path after a word, or None if a letter is impossible."""
    now = start or Path()
    for letter in word:
        if letter == "u":
            if now.undo is None:
                return None
            now = path.undo(now, "".join(now.moves))
        elif letter == "r":
            if not now.redo:
                return None
            now = path.redo(now)
        else:
            now = path.move(now, letter)
    return now


def possible(word: str) -> str:
    """Return the word without its impossible letters."""
    done = ""
    for letter in word:
        if played(done + letter) is not None:
            done += letter
    return done


def after(word: str) -> Path:
    now = played(word)
    assert now is not None, word
    return now


def bare(one: Path) -> tuple[tuple[Undo, ...], tuple[Undo, ...]]:
    """Return the undos and redos of a path."""
    return one.done, one.redo


class Board(NamedTuple):
    """A board that ``item`` left at ``depth``, with the moves ``piled`` up since."""

    item: int
    depth: int
    board: str
    piled: tuple[tuple[int, str], ...]


def boards(items: Items) -> list[Board]:
    """Return every past board."""
    return [
        Board(item, have.depth, have.board, items.piled[have.since :])
        for item, each in enumerate(items.paths)
        for have in each.have
    ]
