"""Says in another language what an error of a layer below says in English.

Protocols, log, transport and session know no language: their errors have an English
text.  ``reasons.ftl`` has each of these texts, with arguments where they vary, and a
text is found there by its words.
"""

from __future__ import annotations

import re
from importlib.resources import files

from .catalogue import read
from .fluent import Sentences
from .languages import ENGLISH

#: Characters of a text that is looked for, at most: a peer's words may be in it.
LIMIT = 1000
#: Arguments that may be such a text, too.
_NESTED = frozenset(("why", "what"))
_SENTENCE = re.compile(r"^(reason-[\w-]+) = (.+)$", re.ASCII | re.MULTILINE)
_ARGUMENT = re.compile(r"\{ \$(\w+) \}", re.ASCII)


class Reasons:
    """The texts of errors in one language."""

    def __init__(self, language: str) -> None:
        package = files("p2pgame")
        self._there = Sentences(language)
        self._there.add(read(package, language, "reasons.ftl"), "")
        found = _SENTENCE.findall(read(package, ENGLISH, "reasons.ftl"))
        # Of two that match, the one with more words of its own is meant.
        found.sort(key=lambda one: len(_ARGUMENT.sub("", one[1])), reverse=True)
        self._patterns = [(id, _pattern(sentence)) for id, sentence in found]

    def told(self, english: str) -> str | None:
        """Return a text in this language; None: the file does not have it."""
        if len(english) > LIMIT:
            return None
        for id, pattern in self._patterns:
            if match := pattern.fullmatch(english):
                return self._there.say(id, self._arguments(match))
        return None

    def _arguments(self, match: re.Match[str]) -> dict[str, int | str]:
        return {
            name: (self.told(text) or text) if name in _NESTED else text
            for name, text in match.groupdict().items()
        }


def _pattern(sentence: str) -> re.Pattern[str]:
    """Return the pattern of what a sentence says, whatever its arguments are."""
    words = _ARGUMENT.split(sentence)
    words[::2] = map(re.escape, words[::2])
    words[1::2] = (f"(?P<{name}>.+?)" for name in words[1::2])
    return re.compile("".join(words), re.DOTALL)
