"""Why something is refused: the same answer for a screen, a bot and the wire."""

from __future__ import annotations

from .state import State


class Reason(State, frozen=True):
    """Why a move is not allowed: a code for programs, a sentence for people."""

    code: str
    text: str
