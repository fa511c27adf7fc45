"""This module stores the answers that may count, and hands them to their turn.

An author's first answer to a round of a turn counts; answers to a turn that is over
do not, but for orders ahead (:mod:`.orders_ahead`).
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeAlias

from p2pgame.engine import Turn
from p2pgame.log import Entry
from p2pgame.protocols.rounds import Run

from ..entries.ids import turn_id
from ..entries.payloads import Answer
from .absence.votes import Votes
from .orders_ahead import SEALED, AnswerAhead, OrdersAhead, context_of

#: Answers to one turn, by round and seat.
Heard: TypeAlias = dict[tuple[int, int], tuple[Entry, Answer]]


class Answers:
    """The answers to each turn that is not over."""

    def __init__(self) -> None:
        self._by_turn: dict[bytes, Heard] = {}

    def receive(self, seat: int, entry: Entry, answer: Answer) -> None:
        heard = self._by_turn.setdefault(answer.turn, {})
        heard.setdefault((answer.round, seat), (entry, answer))

    def reach(self, turn: bytes) -> Heard:
        """Return the answers to a turn, present and future."""
        return self._by_turn.setdefault(turn, {})

    def close(self, turn: bytes) -> None:
        """Discard all answers to a turn."""
        self._by_turn.pop(turn)


class Hearing:
    """The current turn's answers, and those of them that its rounds have used.

    ``turn`` is its id, a hash of all answers that the turns before have used;
    ``reached`` has all turns that have begun.  ``votes`` are told of answers that were
    given ahead, once it is known to which round they are.
    """

    def __init__(self, genesis: bytes, reached: Container[bytes], votes: Votes) -> None:
        self._reached = reached
        self._votes = votes
        #: What the current turn's id is the hash of: its label and parts.
        self.led: tuple[bytes, tuple[bytes | int, ...]] = b"p2pgame start", (genesis,)
        self.turn = turn_id(b"p2pgame start", genesis)
        #: The ids of all answers that this turn's rounds have used, in order.
        self.used: list[bytes] = []
        #: The answer of each seat that was heard last.
        self.last: dict[int, Entry] = {}
        self.ahead = OrdersAhead()
        #: The contexts of orders that were given ahead for this turn, by seat.
        self.contexts: dict[int, bytes] = {}
        self._answers = Answers()
        self._here: Heard = {}

    def receive(self, seat: int, entry: Entry, answer: Answer) -> None:
        """Take in an answer, unless its turn is over."""
        if self.ahead.receive(seat, entry, answer):
            self._take_due()
        elif answer.turn == self.turn or answer.turn not in self._reached:
            self._answers.receive(seat, entry, answer)

    def begin(self, turn: Turn) -> None:
        """Take in the answers to this turn, present and future."""
        self.used = []
        self.contexts.clear()
        self._here = self._answers.reach(self.turn)
        self.ahead.begin(self.turn, turn, follows=self.follows)
        for (round, seat), heard in [*self._here.items()]:
            if self.ahead.receive(seat, *heard):
                del self._here[round, seat]
        self._take_due()

    def _take_due(self) -> None:
        """Have the answers given ahead for this turn answer its rounds."""
        for ahead in filter(self._counts, self.ahead.due()):
            seat, round, entry, answer = ahead
            self._here[round, seat] = entry, answer
            if round == SEALED:
                self.contexts[seat] = context_of(answer)
            meant = self.turn, round
            self._votes.answer(seat, meant, entry.sequence, named=ahead.said)

    def _counts(self, ahead: AnswerAhead) -> bool:
        """Return whether an answer is its author's first to its round, and is new."""
        heard = self._here.get((ahead.round, ahead.seat))
        return heard is None or ahead.entry.sequence < heard[0].sequence

    @property
    def follows(self) -> bool:
        """Return whether this turn follows on the last one, which was played."""
        return self.led[0] == b"p2pgame turn"

    def has_come_to(self, turn: bytes) -> bool:
        """Return whether this turn is one of the game, up to the current one."""
        return turn == self.turn or turn in self._reached

    def at(self, round: int, seat: int) -> tuple[Entry, Answer] | None:
        """Return a seat's answer in a round of this turn, if it has arrived."""
        return self._here.get((round, seat))

    def has(self, round: int, seat: int | None) -> bool:
        """Return whether a seat's answer in a round of this turn has arrived."""
        return (round, seat) in self._here

    def lacks(self, run: Run[Any]) -> tuple[int, ...]:
        """Return the seats that the round waits for."""
        here, now = self._here, run.round
        return tuple(sorted([s for s in run.hear if (now, s) not in here]))

    def hand_to(self, run: Run[Any]) -> None:
        """Hand the round all messages that it waits for, which have arrived.

        Raises:
          ProtocolError: An answer is not valid in it.
        """
        for seat in sorted(run.hear):
            entry, answer = self._here[run.round, seat]
            run.receive(seat, run.round, answer.message)
            self.used.append(entry.id)
            self.last[seat] = entry

    def go_on(self, label: bytes, *parts: bytes | int) -> None:
        """Go on to the turn whose id follows from this one's by ``parts``."""
        self._answers.close(self.turn)
        self.led = label, (self.turn, *parts)
        self.turn = turn_id(label, self.turn, *parts)
