"""Tells words that are meant for the others from moves: ``hello``, typed as it is."""

from __future__ import annotations

import re

from p2pgame.client.words import forms_of
from p2pgame.engine import AnyGame

from .aside_words import WORDS
from .cards import face_of

#: Words alone, without the numbers and squares that moves have.
_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ ,.!?'’-]+[^\W\d_]+)*[ .!?]*")
#: Words of forms, beside the parts that stand in capitals.
_OWN = re.compile(r"\b[a-z]+\b")


def is_said(line: str, game: AnyGame) -> bool:
    """Return whether a line seems to be meant for people, and for no game or table."""
    if not _WORDS.fullmatch(line) or face_of(line.lower()):
        return False
    known = {word for form in forms_of(game) for word in _OWN.findall(form)}
    known |= {part for word in WORDS for part in word.name.split()}
    return known.isdisjoint(re.findall(r"[^\W\d_]+", line.lower()))
