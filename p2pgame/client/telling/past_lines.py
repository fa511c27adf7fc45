"""Collects what an earlier run of the program has told of a game, within bounds."""

from __future__ import annotations

from collections import deque

from p2pgame.engine import Message

from ..events import PastKind, PastLine

#: Lines of the game that are told again at most, the last ones.
MOVES = 1000
#: Lines of each player's chat, so that nobody's crowds out the others'.
SAID = 100


class PastLines:
    """The lines of a game so far, in order."""

    def __init__(self) -> None:
        self._count = 0
        self._moves = deque[tuple[int, PastLine]](maxlen=MOVES)
        self._said: dict[int, deque[tuple[int, PastLine]]] = {}

    def add(self, kind: PastKind, message: Message) -> None:
        """Add what happened."""
        self._put(self._moves, PastLine(kind, message))

    def say(self, kind: PastKind, message: Message, seat: int, text: str = "") -> None:
        """Add what a player has said or offered beside its moves."""
        said = self._said.setdefault(seat, deque(maxlen=SAID))
        self._put(said, PastLine(kind, message, seat, text))

    def _put(self, lines: deque[tuple[int, PastLine]], line: PastLine) -> None:
        self._count += 1
        lines.append((self._count, line))

    def lines(self) -> tuple[PastLine, ...]:
        """Return all that is kept, the oldest first."""
        kept = [*self._moves]
        for said in self._said.values():
            kept += said
        return tuple(line for _, line in sorted(kept, key=lambda one: one[0]))
