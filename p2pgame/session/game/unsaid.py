"""An answer that our program has worked out and not signed yet.

While it is not known what we have said already, it waits; by then the others may
have given us back the one that we had signed, or the game may have gone on.
"""

from __future__ import annotations

from ..entries.payloads import Answer, Payload
from .play import Play


class Unsaid:
    """At most one answer: no game goes on without it, or else it is not needed."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def keep(self, payload: Payload | None) -> None:
        """Keep this if it is an answer; whatever else is due will be due again."""
        if isinstance(payload, Answer):
            self._answer = payload

    def take(self, play: Play | None) -> Answer | None:
        """Return the answer if the game still waits for it, and keep none."""
        answer, self._answer = self._answer, None
        if answer is None or play is None or play.seat not in play.waiting_for:
            return None
        return answer if play.spot == (answer.turn, answer.round) else None
