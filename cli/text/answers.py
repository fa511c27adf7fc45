"""Understands yes and no: in English, and in the language of this process."""

from __future__ import annotations

from p2pgame.engine import Message

from .words import say

_YES, _NO = Message.of("typed-yes"), Message.of("typed-no")


def meaning(line: str) -> bool | None:
    """Return whether a line says yes or no; None: neither."""
    typed = line.strip().lower()
    for said, answer in ((_YES, True), (_NO, False)):
        if typed in (*say(said).split(), *say(said, language="en").split()):
            return answer
    return None
