"""Tells which names look alike, by the skeletons and scripts of UTS #39.

The tables are those of confusable-homoglyphs.  They are read at the first name that
is not ASCII.  Source: https://www.unicode.org/reports/tr39/
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from p2pgame.engine.printable import JOINER, NON_JOINER, UNSHOWN

#: Stands for what is not shown, and before a name in letters of several scripts.
MARK = UNSHOWN

#: Characters that Python calls printable and that show nothing:
#: Default_Ignorable_Code_Point, and four that fonts leave blank.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef"
    "\u2800\ufffc\U00016fe4\U0001d159]"
)

#: What is not compared: these, the mark, and what joins letters or keeps them apart.
_UNSEEN = re.compile(f"{BLANK.pattern}|[{MARK}{NON_JOINER}{JOINER}]")

#: The ASCII characters that a skeleton changes.
_ASCII = str.maketrans(
    {
        **{"0": "O", "1": "l", "I": "l", "|": "l", "m": "rn"},
        **{'"': "''", "`": "'", "%": "º/₀"},
    }
)
#: Scripts that are written together (UTS #39, 5.2: highly restrictive).
_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
#: Characters of every script, or of none that is known.
_ANY = frozenset({"COMMON", "INHERITED", "Unknown"})
#: The tables put these around what is written from right to left.
_DIRECTION = "\u200e"


def skeleton(name: str) -> str:
    """Return what all names that look like this one have in common.

    Blanks, the mark and repeated spaces do not count.
    """
    return _skeleton(_seen(name))


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name in any case: names that share one look alike."""
    seen = _seen(name)
    return frozenset(_skeleton(one).casefold() for one in (seen, seen.casefold()))


def is_alike(name: str, others: Iterable[str]) -> bool:
    """Return whether a name looks like one of the others, whatever their case."""
    mine = looks(name)
    return any(mine & looks(other) for other in others)


def is_mixed(name: str) -> bool:
    """Return whether a name has letters of scripts that nobody writes together."""
    if name.isascii():
        return False
    from confusable_homoglyphs.categories import unique_aliases

    scripts = unique_aliases(name) - _ANY
    return len(scripts) > 1 and not any(scripts <= some for some in _TOGETHER)


def _seen(name: str) -> str:
    """Return what of a name is seen."""
    if name.isascii():
        return " ".join(name.split())
    return " ".join(_UNSEEN.sub("", name).split())


def _skeleton(text: str) -> str:
    if text.isascii():
        return text.translate(_ASCII)
    table = _prototypes()
    # Twice, for a prototype may be made of others.
    mapped = unicodedata.normalize("NFD", text).translate(table).translate(table)
    return unicodedata.normalize("NFD", mapped)


@cache
def _prototypes() -> dict[int, str]:
    """Return for each character that looks like something else what that is.

    The library has both directions: a character leads to its prototype alone, and a
    prototype to all that look like it.
    """
    from confusable_homoglyphs.confusables import confusables_data

    table: dict[int, str] = {}
    for written, alike in confusables_data.items():
        character = written.strip(_DIRECTION)
        if len(character) != 1 or len(alike) != 1:
            continue
        written_other = alike[0]["c"]
        prototype = written_other.strip(_DIRECTION)
        # Of two that lead to each other, the higher one leads to the lower.
        is_pair = len(prototype) == 1 and len(confusables_data[written_other]) == 1
        if not (is_pair and prototype > character):
            table[ord(character)] = prototype
    return table
