"""Holds others' questions and answers of recalls, to pass them on at a topic.

One who hears the same from there before its pause ends passes it on no more.
"""

from __future__ import annotations

import math

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import Recall, Recalled

from . import pauses

#: Questions and answers that are held at most.
HELD = 64


class HeldQuestions:
    """What is to be passed on at one topic, and when."""

    def __init__(self) -> None:
        self.next_at = math.inf
        self._held: dict[Recall | Recalled, None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def begin(self) -> None:
        """Note a new connection: nothing is passed on before something more comes."""
        self.next_at = math.inf

    def hold(self, message: Recall | Recalled, now: float, entropy: Entropy) -> None:
        """Let somebody's question or answer be passed on, unless it comes by then."""
        if not self._held:
            self.next_at = now + pauses.drawn(entropy)
        if len(self._held) < HELD:
            self._held[message] = None

    def let_go(self, message: Recall | Recalled) -> None:
        """Pass this on no more: it has come from there."""
        self._held.pop(message, None)

    def due(self, now: float) -> list[Recall | Recalled]:
        """Return questions and answers whose time has come; they are held no more."""
        if now < self.next_at:
            return []
        held = [*self._held]
        self._held.clear()
        self.next_at = math.inf
        return held
