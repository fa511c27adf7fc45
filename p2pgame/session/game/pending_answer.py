"""Keeps an answer that is computed and not signed yet.

It waits while we don't know what we have signed already, after our log was restored.
Meanwhile other peers may return the answer that we had signed, or the game may go on.
"""

from __future__ import annotations

from ..entries.payloads import Answer, Payload
from .play import Play


class PendingAnswer:
    """Keep at most one answer: the turn waits for it, or it is stale."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def keep(self, payload: Payload | None) -> None:
        """Keep this if it is an answer; anything else that is due will be due again."""
        if isinstance(payload, Answer):
            self._answer = payload

    def take(self, play: Play | None) -> Answer | None:
        """Return the answer if the game still waits for it, and forget it."""
        answer, self._answer = self._answer, None
        if answer is None or play is None or play.seat not in play.waiting_for:
            return None
        return answer if play.round_id == (answer.turn, answer.round) else None
