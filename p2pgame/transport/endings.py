"""Explains a WebSocket close code to people, in one sentence.

Source: RFC 6455 §7.4.
"""

from __future__ import annotations

#: For a close without a code, or with one that tells people nothing.
BROKEN = "The connection broke off."

_ENDINGS = {
    1000: "The other side closed the link.",
    1001: "The other side closed the link.",
    1009: "The other side sent a frame above the limit.",
}


def ending(code: int) -> str:
    """Return one sentence for a close code."""
    return _ENDINGS.get(code, BROKEN)
