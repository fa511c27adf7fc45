"""The answers that may count, and the turn that hears them.

Of one author's answers to one round of one turn the first in its feed counts, and
none to a turn that is over.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from p2pgame.log import Entry
from protocols.rounds import Run

from ..entries.ids import turn_id
from ..entries.payloads import Answer

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


class Hearing:
    """What the turn of the moment hears, and which answers led on from it.

    ``turn`` is its id, which is made of all that the turns before have used.
    """

    def __init__(self, turn: bytes) -> None:
        self.turn = turn
        #: The ids of all that this turn's rounds have heard, in order.
        self.used: list[bytes] = []
        #: The answer of each seat that was heard last.
        self.last: dict[int, Entry] = {}
        self._answers = Answers()
        self._here: Heard = {}

    def receive(self, seat: int, entry: Entry, answer: Answer) -> None:
        self._answers.receive(seat, entry, answer)

    def begin(self) -> None:
        """Hear what is and will be answered to this turn."""
        self.used = []
        self._here = self._answers.reach(self.turn)

    def at(self, round: int, seat: int) -> tuple[Entry, Answer] | None:
        """Return what a seat answers in a round of this turn, if it is here."""
        return self._here.get((round, seat))

    def lacks(self, run: Run[Any]) -> tuple[int, ...]:
        """Return those whom the round waits for."""
        here, now = self._here, run.round
        return tuple(sorted([s for s in run.hear if (now, s) not in here]))

    def hand_to(self, run: Run[Any]) -> None:
        """Let the round have what it waits for, all of which is here.

        Raises:
          ProtocolError: An answer is none that may be said in it.
        """
        for seat in sorted(run.hear):
            entry, answer = self._here[run.round, seat]
            run.receive(seat, run.round, answer.message)
            self.used.append(entry.id)
            self.last[seat] = entry

    def go_on(self, label: bytes, *parts: bytes | int) -> None:
        """Go on to the turn whose id follows from this one's by ``parts``."""
        self._answers.close(self.turn)
        self.turn = turn_id(label, self.turn, *parts)
