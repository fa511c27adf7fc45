"""Reads the names that people have for playing cards: ``qh``, ``♥Q``, ``ten of clubs``.

A game that explains a refusal finds the card that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cards import PACK, card_words, rank_of

SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
_SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: What may stand between the words of a name, and says nothing.
_NOISE = re.compile(r"\b(?:of|the)\b|[\s\ufe0e\ufe0f_-]")


def _ranks(face: str) -> set[str]:
    word = card_words(face).partition(" ")[0]
    number = _SMALL[rank_of(face) - 2 :][:1]
    return {face[0].lower(), word, *number}


def _suits(face: str) -> set[str]:
    word = card_words(face).rpartition(" ")[2]
    return {face[1], word, word.removesuffix("s"), *SIGNS[face[1]]}


def _names(face: str) -> Iterator[str]:
    for rank in _ranks(face):
        for suit in _suits(face):
            yield from (rank + suit, suit + rank)


_FACES = {name: str(card) for card in PACK for name in _names(str(card))}
_RANKS = {name: str(card)[0] for card in PACK for name in _ranks(str(card))}


def face_named(text: str) -> str:
    """Return the face of the card that ``text`` names, or an empty text."""
    return _FACES.get(_NOISE.sub("", text.lower()), "")


def rank_named(text: str) -> str:
    """Return the letter of the rank that ``text`` names alone, or an empty text."""
    return _RANKS.get(_NOISE.sub("", text.lower()), "")


def face_in(text: str) -> str:
    """Return the card named by ``text``, or by all of it but the first word."""
    return face_named(text) or face_named(text.partition(" ")[2])
