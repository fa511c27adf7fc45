"""This module judges and mends texts that others wrote, before people see them.

What an entry may hold hangs on no table of Unicode (:mod:`.payloads`), for programs
know different versions of it and must agree on every entry. What a person may see
hangs on the table that is here.
"""

from __future__ import annotations

import unicodedata

from .payloads import NAME_LENGTH

_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


def is_name(text: str) -> bool:
    """Return whether ``text`` may name a player: it is safe to show anywhere."""
    return is_shown(text, NAME_LENGTH)


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
    return "".join(one if one.isprintable() else _UNKNOWN for one in normal)
