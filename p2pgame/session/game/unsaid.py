"""This module keeps an answer that our program has computed and not signed yet.

The answer waits until we know what our seat has signed already. By then the others
may have returned an answer that we had signed, or the game may have moved on.
"""

from __future__ import annotations

from ..entries.payloads import Answer, Payload
from .play import Play


class Unsaid:
    """At most one pending answer.

    One answer suffices: the turn waits for it, or it is stale."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def keep(self, payload: Payload | None) -> None:
        """Keep this if it is an answer; any other payload will be due again."""
        if isinstance(payload, Answer):
            self._answer = payload

    def take(self, play: Play | None) -> Answer | None:
        """Return the answer if the game still waits for it, and forget it."""
        answer, self._answer = self._answer, None
        if answer is None or play is None or play.seat not in play.waiting_for:
            return None
        return answer if play.spot == (answer.turn, answer.round) else None
