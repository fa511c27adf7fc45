"""This module judges and mends texts that others wrote, before people see them.

What an entry may hold hangs on no table of Unicode (:mod:`.payloads`), for programs
know different versions of it and must agree on every entry. What a person may see
hangs on the table that is here.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from p2pgame.engine import Message
from p2pgame.engine.printable import JOINER, NON_JOINER, is_printable, printable

from .lookalikes import BLANK, MARK, is_mixed
from .payloads import NAME_LENGTH

#: The combining marks that a character has at most, no two alike in a row
#: (UTS #39, 5.4).
MARKS = 4
_COMBINING = ("Mn", "Me")
#: What changes the direction of a text, by its class, and three marks with one.
_DIRECTING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_MARKS_OF_IT = "\u200e\u200f\u061c"
#: The message about a character that no name has, by its category.
_KINDS = {
    "Cc": "name-control",
    **dict.fromkeys(("Cn", "Co", "Cs"), "name-unknown"),
}


def is_name(text: str) -> bool:
    """Return whether ``text`` may name a player: it is safe to show anywhere."""
    return why_no_name(text) is None


def why_no_name(text: str) -> Message | None:
    """Return why ``text`` may not name a player, None: it may.

    The message says which character it is.
    """
    if not text:
        return Message.of("name-empty", most=NAME_LENGTH)
    if len(text) > NAME_LENGTH:
        return Message.of("name-long", most=NAME_LENGTH, count=len(text))
    if is_shown(text, NAME_LENGTH) and text.isascii():
        return None
    return _why_unshown(text) or _why_stacked(text) or _why_decomposed(text)


def _why_unshown(text: str) -> Message | None:
    """Return which character is no part of a name, or None."""
    for at, one in enumerate(printable(text)):
        if one != text[at] or BLANK.match(one):
            return Message.of(_kind_of(text[at]), character=called(text[at]))
    for end in (text[0], text[-1]):
        if end.isspace():
            return Message.of("name-space", character=called(end))
    return None


def _why_decomposed(text: str) -> Message | None:
    """Return what of a text is not as NFC writes it, or None."""
    for cluster in (*_clusters(text), text):
        composed = unicodedata.normalize("NFC", cluster)
        if composed != cluster:
            codes, wanted = _codes(cluster), _codes(composed)
            return Message.of(
                "name-composed", character=composed, codes=codes, wanted=wanted
            )
    return None


def _clusters(text: str) -> list[str]:
    """Return each character with the marks that follow it."""
    found: list[str] = []
    for one in text:
        if found and unicodedata.combining(one):
            found[-1] += one
        else:
            found.append(one)
    return found


def _why_stacked(text: str) -> Message | None:
    """Return which combining mark is one too many, or None."""
    run, begins = "", True
    for one in unicodedata.normalize("NFD", text):
        if unicodedata.category(one) not in _COMBINING:
            run, begins = "", False
            continue
        run += one
        if begins or len(run) > MARKS or run[-2:-1] == one:
            return Message.of("name-marks", most=MARKS, character=called(one))
    return None


def called(character: str) -> str:
    """Return the name of a character, and its number."""
    number = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    return f"{name} ({number})" if name else number


def _codes(text: str) -> str:
    return " ".join(f"U+{ord(one):04X}" for one in text)


def _kind_of(character: str) -> str:
    """Return the message about a character that no name has."""
    if character in (JOINER, NON_JOINER):
        return "name-joiner"
    if unicodedata.bidirectional(character) in _DIRECTING or character in _MARKS_OF_IT:
        return "name-direction"
    return _KINDS.get(unicodedata.category(character), "name-blank")


def is_shown(text: str, length: int) -> bool:
    """Return whether ``text`` has at most this length and is safe to show.

    Control, format and bidirectional characters could change what a terminal
    shows; text that is not in NFC could look like another one.
    """
    return (
        0 < len(text) <= length
        and is_printable(text)
        and text == text.strip()
        and unicodedata.is_normalized("NFC", text)
    )


def shown(text: str) -> str:
    """Return ``text`` as people see it: in NFC, each unsafe character replaced."""
    normal = unicodedata.normalize("NFC", text)
    return printable(normal, MARK)


def shown_name(name: str) -> str:
    """Return a name as people see it, marked where it could pass for another.

    The mark replaces blanks and stacks of combining marks, and stands before a name
    in several scripts. The name that is returned passes :func:`is_name`.
    """
    if is_shown(name, NAME_LENGTH) and name.isascii():
        return name
    mended = _without_stacks(BLANK.sub(MARK, shown(name))).strip()
    if is_mixed(mended) and not mended.startswith(MARK):
        mended = MARK + mended
    return shown(mended[:NAME_LENGTH].rstrip()) or MARK  # a joiner may stand last now


def _without_stacks(text: str) -> str:
    """Return text in NFC with the mark in place of each stack of combining marks."""
    parts: list[str] = []
    run = ""
    for one in unicodedata.normalize("NFD", text):
        if unicodedata.category(one) in _COMBINING:
            run += one
            continue
        parts += [_judged(run, parts), one]
        run = ""
    parts.append(_judged(run, parts))
    return unicodedata.normalize("NFC", "".join(parts))


def _judged(run: str, before: list[str]) -> str:
    """Return combining marks as they may stand, the mark if they may not."""
    repeats = any(one == other for one, other in pairwise(run))
    return MARK if run and (not before or len(run) > MARKS or repeats) else run
