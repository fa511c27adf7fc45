"""Reads words that a person types in another language than English.

All that may be typed at a table is English, and stays so in every language.  A
language may add words of its own, in one message; here alone they become English.
"""

from __future__ import annotations

from . import words

#: The message of a language with its words: ``tipp = hint; sag = say``.
_ALIASES = "typed-words"
#: The same for moves; ``shoot = …`` says nothing, and the move follows.
_MOVES = "typed-moves"
_NOTHING = "…"


def in_english(text: str) -> str:
    """Return a line whose first words are of our language with those in English."""
    lower = text.lower()
    for ours, english in _aliases():
        if lower == ours or lower.startswith(f"{ours} "):
            return english + text[len(ours) :]
    return text


def ours(word: str) -> str:
    """Return the word of our language for one in English, or that one."""
    return next((ours for ours, english in _aliases() if english == word), word)


def in_other_words(text: str) -> list[str]:
    """Return what a typed move may mean by the words that people have for moves."""
    lower = text.lower().rstrip("!.")
    pairs = [pair for pair in _pairs(_MOVES) if f"{lower} ".startswith(f"{pair[0]} ")]
    return [
        f"{'' if move == _NOTHING else move}{lower[len(said) :]}".strip()
        for said, move in pairs
        if said == pairs[0][0]  # the longest
    ]


def begins(text: str) -> bool:
    """Return whether what is half typed may become a word of our language."""
    text = text.lstrip().lower()
    return bool(text) and any(
        f"{ours} ".startswith(text) or text.startswith(f"{ours} ")
        for ours, _ in _aliases()
    )


def _aliases() -> list[tuple[str, str]]:
    return _pairs(_ALIASES)


def _pairs(id: str) -> list[tuple[str, str]]:
    """Return the words of our language with those in English, the longest first."""
    pairs = (one.partition(" = ") for one in words.phrase(id).split("; "))
    found = [(ours.strip(), english) for ours, _, english in pairs if english]
    return sorted(found, key=lambda pair: -len(pair[0]))
