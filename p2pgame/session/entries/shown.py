"""This module judges and mends texts that others wrote, before people see them.

What an entry may hold hangs on no table of Unicode (:mod:`.payloads`), for programs
know different versions of it and must agree on every entry. What a person may see
hangs on the table that is here.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from p2pgame.engine import Message

from .lookalikes import BLANK, MARK, is_mixed
from .payloads import NAME_LENGTH

#: The combining marks that a character has at most, no two alike in a row
#: (UTS #39, 5.4).
MARKS = 4


def is_name(text: str) -> bool:
    """Return whether ``text`` may name a player: it is safe to show anywhere."""
    return why_no_name(text) is None


def why_no_name(text: str) -> Message | None:
    """Return why ``text`` may not name a player, None: it may."""
    if len(text) <= NAME_LENGTH and not text.isascii():
        if blank := BLANK.search(text):
            return Message.of("name-blank", character=f"U+{ord(blank[0]):04X}")
        if _without_stacks(text) != unicodedata.normalize("NFC", text):
            return Message.of("name-marks", most=MARKS)
    return None if is_shown(text, NAME_LENGTH) else Message.of("name-wrong")


def is_shown(text: str, length: int) -> bool:
    """Return whether ``text`` has at most this length and is safe to show.

    Control, format and bidirectional characters could change what a terminal
    shows; text that is not in NFC could look like another one.
    """
    return (
        0 < len(text) <= length
        and text.isprintable()
        and text == text.strip()
        and unicodedata.is_normalized("NFC", text)
    )


def shown(text: str) -> str:
    """Return ``text`` as people see it: in NFC, each unsafe character replaced."""
    normal = unicodedata.normalize("NFC", text)
    return "".join(one if one.isprintable() else MARK for one in normal)


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
    return mended[:NAME_LENGTH].rstrip() or MARK


def _without_stacks(text: str) -> str:
    """Return text in NFC with the mark in place of each stack of combining marks."""
    parts: list[str] = []
    run = ""
    for one in unicodedata.normalize("NFD", text):
        if unicodedata.category(one) in ("Mn", "Me"):
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
