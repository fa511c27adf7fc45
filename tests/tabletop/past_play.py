"""This module plays events on a path, given as a word, letter by letter."""

from __future__ import annotations

from hypothesis import strategies as st

from p2pgame.tabletop import path
from p2pgame.tabletop.path import Path, Undo
from tests.tabletop import past_tree
from tests.tabletop.past_tree import Grown

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


def told(word: str) -> Grown:
    """Return the model's node after a possible word."""
    node = Grown()
    for letter in word:
        if letter == "u":
            node = past_tree.undo(node)
        elif letter == "r":
            node = past_tree.redo(node)
        else:
            node = past_tree.move(node, letter)
    return node


def bare(one: Path) -> tuple[tuple[Undo, ...], tuple[Undo, ...]]:
    """Return the undos and redos of a path."""
    return one.done, one.redo
