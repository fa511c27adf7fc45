"""This module keeps orders that players gave for ticks before those were open.

While some orders for a tick are on their way, the others need not stand still: a player
may seal its orders for the next ticks already, up to the tick's horizon, and open each
as soon as all have sealed theirs.  Such an answer names the tick that is open for its
author, and in its round how many ticks ahead it is.  In its tick it counts like one
that was given there, if the ticks between have all followed one another: of one
author's answers the first in its feed counts.  Across anything else, say an eviction
that dropped a tick, they are void.

A sealed order is sealed by its author alone, for its own occasion (:func:`context_of`):
nobody knows yet who will take part in that tick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from p2pgame.engine import Tick, Turn
from p2pgame.log import Entry

from ..entries.ids import turn_id
from ..entries.payloads import Answer
from .seats import RoundId, Seats

#: The rounds of a tick: orders are sealed, and opened.
SEALED, OPENED = 0, 1
ROUNDS = 2


def occasion(anchor: bytes, ticks: int) -> bytes:
    """Return the context of an order for so many ``ticks`` after ``anchor``, a turn."""
    return turn_id(b"p2pgame ahead", anchor, ticks)


def round_ahead(ticks: int, round: int) -> int:
    """Return in which round of a tick one says what is for a round so many ahead."""
    return ROUNDS * ticks + round


def is_ahead(answer: Answer) -> bool:
    """Return whether an answer that was heard in a tick was given ahead of it."""
    return answer.round >= ROUNDS


def context_of(answer: Answer) -> bytes:
    """Return the context in which an order ahead was sealed."""
    return occasion(answer.turn, answer.round // ROUNDS)


class AnswerAhead(NamedTuple):
    """A seat's answer to a ``round`` of the open tick, given before it was open."""

    seat: int
    round: int
    entry: Entry
    answer: Answer

    @property
    def said(self) -> RoundId:
        """The turn and round that it names."""
        return self.answer.turn, self.answer.round


class OrdersAhead:
    """The answers ahead to the open tick and later ones, in a series of ticks."""

    def __init__(self) -> None:
        #: The number in the series of the open tick, and of those before it, by id,
        #: each with its horizon.
        self._ticks: dict[bytes, tuple[int, int]] = {}
        self._now = -1
        #: By number of the tick, round and seat.
        self._answers: dict[tuple[int, int, int], AnswerAhead] = {}

    def begin(self, id: bytes, turn: Turn, *, follows: bool) -> None:
        """Begin a turn; ``follows``: it follows on the last one, which was played."""
        horizon = turn.horizon if isinstance(turn, Tick) else 0
        if not (follows and horizon):
            self._ticks.clear()
            self._answers.clear()
        if horizon:
            self._now += 1
            self._ticks[id] = self._now, horizon
            for old, (number, farthest) in [*self._ticks.items()]:
                if number + farthest < self._now:
                    del self._ticks[old]
            for key in [key for key in self._answers if key[0] < self._now]:
                del self._answers[key]

    def receive(self, seat: int, entry: Entry, answer: Answer) -> bool:
        """Take in an answer; return whether it is ahead of a tick of this series."""
        ticks, round = divmod(answer.round, ROUNDS)
        number, horizon = self._ticks.get(answer.turn, (0, 0))
        if not 1 <= ticks <= horizon:
            return False
        if number + ticks >= self._now:
            ahead = AnswerAhead(seat, round, entry, answer)
            self._answers.setdefault((number + ticks, round, seat), ahead)
        return True

    def due(self) -> Iterator[AnswerAhead]:
        """Yield the answers to the tick that is open."""
        for (number, *_), ahead in self._answers.items():
            if number == self._now:
                yield ahead

    def sealed(self, seat: int) -> list[AnswerAhead]:
        """Return a seat's orders for later ticks, those for the next one first."""
        found = list[AnswerAhead]()
        while (self._now + 1 + len(found), SEALED, seat) in self._answers:
            found.append(self._answers[self._now + 1 + len(found), SEALED, seat])
        return found

    def may_open(self, ticks: int, seat: int, players: Seats) -> bool:
        """Return whether a seat is to open its order for so many ``ticks`` ahead.

        It may do so once all ``players`` have sealed theirs.
        """
        number, here = self._now + ticks, self._answers
        return (number, OPENED, seat) not in here and all(
            (number, SEALED, player) in here for player in players
        )
