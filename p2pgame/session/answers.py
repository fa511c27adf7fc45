"""The answers that may count: to this turn, or to one that is still to come.

Of one author's answers to one round of one turn the first in its feed counts, and
none to a turn that is over.
"""

from __future__ import annotations

from typing import TypeAlias

from p2pgame.log import Entry

from .payloads import Answer

#: Answers to one turn, by round and seat.
Heard: TypeAlias = dict[tuple[int, int], tuple[Entry, Answer]]


class Answers:
    """What was answered to each turn that is not over."""

    def __init__(self) -> None:
        self._by_turn: dict[bytes, Heard] = {}
        self._over: set[bytes] = set()

    def receive(self, seat: int, entry: Entry, answer: Answer) -> None:
        if answer.turn not in self._over:
            heard = self._by_turn.setdefault(answer.turn, {})
            heard.setdefault((answer.round, seat), (entry, answer))

    def reach(self, turn: bytes) -> Heard:
        """Return what is and will be answered to a turn."""
        return self._by_turn.setdefault(turn, {})

    def close(self, turn: bytes) -> None:
        """Let whatever was answered to a turn, or will be, count for nothing more."""
        self._by_turn.pop(turn)
        self._over.add(turn)
