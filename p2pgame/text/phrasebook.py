"""Says in another language what a library says in English.

A library gives its sentences as templates for ``str.format``, such as ``No such option
{name!r}.``  Its Fluent file in English has the same words, and by them the sentence of
another language is found: a template again, with the same fields.
"""

from __future__ import annotations

import re
from importlib.resources import files

from .catalogue import read
from .fluent import Sentences
from .languages import ENGLISH

#: A field of a template, and its name: ``{value!r}``.
_FIELD = re.compile(r"\{(\w+)[^}]*\}")


class Phrasebook:
    """The sentences of one library in one language."""

    def __init__(self, library: str, language: str) -> None:
        package = files("p2pgame")
        text = read(package, ENGLISH, f"{library}.ftl")
        english = Sentences(ENGLISH)
        english.add(text, "")
        self._there = Sentences(language)
        self._there.add(read(package, language, f"{library}.ftl"), "")
        fields = {name: f"{{{name}}}" for name in re.findall(r"\$(\w+)", text)}
        said = {id: english.say(id, {**fields, "count": 1}) for id in english.ids()}
        self._ids = {_words(words): id for id, words in said.items() if words}

    def template(self, english: str, other: str = "", count: int = 1) -> str:
        """Return the template of this language, or the English one if it has none.

        ``other``: the English template for a ``count`` that is not 1.
        """
        fields = {field[1]: field[0] for field in _FIELD.finditer(english + other)}
        id = self._ids.get(_words(english))
        said = self._there.say(id, {**fields, "count": count}) if id else None
        return said or (other if other and count != 1 else english)


def _words(template: str) -> str:
    """Return a template without the forms of its fields, and with single spaces."""
    return " ".join(_FIELD.sub(r"{\1}", template).split())
