"""Holds others' questions and answers of recalls, to pass them on at a topic.

One who hears the same from there before its pause ends passes it on no more.  A player
that asks again and again on a link is passed on ever more seldom: a topic keeps all of
it, and has room for little.
"""

from __future__ import annotations

import math

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import Recall, Recalled

from ..own_recall import ASK_EVERY
from . import pauses

#: Questions and answers that are held at most.
HELD = 64

#: Seconds to which the pause grows between questions of one author that are passed on.
PASS_ON_LIMIT = 60.0


class HeldQuestions:
    """What is to be passed on at one topic, and when."""

    def __init__(self) -> None:
        self.next_at = math.inf
        self._held: dict[Recall | Recalled, None] = {}
        #: From when on an author's next question is passed on, and the pause before.
        self._rests: dict[bytes, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def begin(self) -> None:
        """Note a new connection: nothing is passed on before something more comes."""
        self.next_at = math.inf

    def hold(self, message: Recall | Recalled, now: float, entropy: Entropy) -> None:
        """Let somebody's question or answer be passed on, unless it comes by then.

        A question too soon after its author's last one is not: another will come.
        """
        if isinstance(message, Recall) and not self._is_due(message.author, now):
            return
        if not self._held:
            self.next_at = now + pauses.drawn(entropy)
        if len(self._held) < HELD:
            self._held[message] = None

    def _is_due(self, author: bytes, now: float) -> bool:
        """Return whether to pass on a question of this author's; note that we do."""
        next_at, pause = self._rests.get(author, (-math.inf, 0.0))
        if now < next_at:
            return False
        is_new = now >= next_at + PASS_ON_LIMIT
        pause = ASK_EVERY if is_new else min(2 * pause, PASS_ON_LIMIT)
        self._rests.pop(author, None)
        self._rests[author] = now + pause, pause
        if len(self._rests) > HELD:
            del self._rests[next(iter(self._rests))]
        return True

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
