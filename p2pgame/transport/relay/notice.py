"""Makes a relay's message to people safe to show on a terminal."""

from __future__ import annotations

#: Characters of a notice that are kept.
NOTICE_LIMIT = 200


def shown(text: str) -> str:
    """Return the text without control characters or anything else unprintable."""
    return "".join(c if c.isprintable() else " " for c in text[:NOTICE_LIMIT])
