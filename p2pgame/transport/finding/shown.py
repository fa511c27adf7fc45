"""Tells whether a text of a stranger is safe on a screen, as a name in an entry is.

A joiner or a non-joiner is taken anywhere, as in an entry (docs/wire.md): some scripts
need them, and where they do not front ends show a sign in place of them.
"""

from __future__ import annotations

import unicodedata

_JOINERS = str.maketrans("", "", "\u200c\u200d")


def can_be_shown(text: str) -> bool:
    """Return whether a text can be shown, and is in its one spelling."""
    return (
        text.translate(_JOINERS).isprintable()
        and text == text.strip()
        and unicodedata.is_normalized("NFC", text)
    )
