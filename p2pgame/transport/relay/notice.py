"""What a relay says to people, in a form that a terminal can show."""

from __future__ import annotations

#: Characters of a notice that are kept.
NOTICE_LIMIT = 200


def shown(text: str) -> str:
    """Return the words without whatever else they would do to a terminal."""
    return "".join(c if c.isprintable() else " " for c in text[:NOTICE_LIMIT])
