"""This module counts the votes on a silent player, and tells what they come to.

Two different sets can't both be evicted from one round while a player stays who has
not signed against the rest. All others are at least the quorum, two quorums share a
player, and that player's first vote counts. (A player who forks can be counted in
two. So with four or more players two quorums share at least two.) After an eviction
in a round that goes on, a seat's next vote is its first set that names one more
player.

No result depends on when a message arrives: its meaning follows from its clock,
which is what its author had seen when signing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...entries.payloads import Absent, EvictionVote
from ...lobby.lobby import Clock
from ..seats import NOBODY, RoundId, Seats


class Waiting(NamedTuple):
    """What a round waits for.

    ``awaited``: the seats that answer in it. ``evicted``: all evicted seats.
    ``lost``: those of them that were evicted from this round.
    """

    round_id: RoundId
    awaited: Seats
    evicted: Seats = NOBODY
    lost: Seats = NOBODY


@dataclass
class Round:
    """The votes and answers of one round.

    ``answers``: the place of each seat's answer in its feed. ``absent``: the seats
    that each seat calls absent. ``evictions``: each seat's eviction votes, in the
    order of its feed, with its clock at each.
    """

    answers: dict[int, int] = field(default_factory=dict)
    absent: dict[int, Seats] = field(default_factory=dict)
    evictions: dict[int, list[tuple[Seats, Clock]]] = field(default_factory=dict)

    def vote(self, seat: int, lost: Seats) -> tuple[Seats, Clock] | None:
        """Return the first vote of ``seat`` that names more seats than ``lost``."""
        votes = self.evictions.get(seat, ())
        return next((vote for vote in votes if vote[0] > lost), None)

    def sets(self, lost: Seats) -> Iterator[Seats]:
        """Yield the voted sets that count, those with most signatures first."""
        if not self.evictions:
            return
        votes = (self.vote(seat, lost) for seat in sorted(self.evictions))
        counted = Counter(vote[0] for vote in votes if vote is not None)
        yield from (seats for seats, _ in counted.most_common())


#: An empty round; never changed.
_UNHEARD = Round()


class Votes:
    """A fold over what players sign of one another's silence, and over answers.

    Its questions take a :class:`Waiting` and change nothing.
    """

    def __init__(self, authors: tuple[bytes, ...], quorum: int) -> None:
        self.authors = authors
        self.quorum = quorum
        #: What is known of each round that somebody has answered or voted in.
        self.rounds: dict[RoundId, Round] = {}
        self._ends: dict[bytes, dict[int, int]] = {}
        self._ending = b""
        self._clocks: dict[int, Clock] = {}
        self._leaves: dict[int, int] = {}
        #: The seats that have signed ``Leave``.
        self.left: Seats = NOBODY

    @property
    def everybody(self) -> Seats:
        return frozenset(range(len(self.authors)))

    def at(self, round_id: RoundId) -> Round:
        """Return the votes and answers of a round; stores nothing."""
        return self.rounds.get(round_id, _UNHEARD)

    def saw(self, seat: int, clock: Clock) -> None:
        """Note what a seat had seen when it signed its newest entry.

        For a seat that has left, the newest entry is its ``Leave``.
        """
        if seat not in self.left:
            self._clocks[seat] = clock

    def answer(
        self,
        seat: int,
        round_id: RoundId,
        sequence: int,
        *,
        named: RoundId | None = None,
    ) -> bool:
        """Note an answer; return False if it is void, for its author has left.

        One that was given ahead is noted first as an answer to the round that it names,
        and later, with that round as ``named``, to the one that it is for.
        """
        if named is not None:
            self.rounds.pop(named, None)
        elif seat in self.left or round_id[0] == self._ending:
            return False
        answers = self.rounds.setdefault(round_id, Round()).answers
        answers[seat] = min(sequence, answers.get(seat, sequence))
        return True

    def end(self, seat: int, turn: bytes, sequence: int) -> None:
        """Note an end, which is an answer to the last turn and to no other."""
        if seat in self.left:
            return
        self._ends.setdefault(turn, {}).setdefault(seat, sequence)
        if turn == self._ending:
            self.rounds[turn, 0].answers.setdefault(seat, sequence)

    def reach_end(self, turn: bytes) -> None:
        """Note that in this turn only the end is to sign."""
        self._ending = turn
        last = self.rounds.setdefault((turn, 0), Round())
        last.answers = self._ends.get(turn, {}).copy()

    def leave(self, seat: int, sequence: int) -> None:
        """Note a ``Leave`` and its place in its author's feed."""
        self._leaves.setdefault(seat, sequence)
        self.left |= {seat}

    def say(self, seat: int, said: Absent | EvictionVote, clock: Clock) -> None:
        """Take in the message of a seat that has not left."""
        now = self.rounds.setdefault((said.turn, said.round), Round())
        seats = frozenset(said.seats)
        match said:
            case Absent():
                now.absent[seat] = now.absent.get(seat, NOBODY) | seats
            case EvictionVote():
                now.evictions.setdefault(seat, []).append((seats, clock))

    def decided(self, waiting: Waiting) -> Seats:
        """Return those awaited that the others evict from this round."""
        for seats in self.at(waiting.round_id).sets(waiting.lost):
            out = seats - waiting.lost
            if out <= waiting.awaited and self.is_open(waiting, seats, closed=True):
                return out
        return NOBODY

    def may_yet_decide(self, waiting: Waiting, me: int | None) -> bool:
        """Return whether the others may still evict a seat from this round.

        While they may, we MUST NOT act on the round's answers, though all have arrived.
        """
        now = self.at(waiting.round_id)
        if not now.evictions:
            return False
        present = self.everybody - waiting.evicted
        mine = None if me is None else now.vote(me, waiting.lost)
        for seats in now.sets(waiting.lost):
            if me in present - seats and (mine is None or mine[0] != seats):
                continue  # we have the answer, and have not signed: it stands
            out = seats - waiting.lost
            if out <= waiting.awaited and self.is_open(waiting, seats, closed=False):
                return True
        return False

    def is_open(self, waiting: Waiting, seats: Seats, *, closed: bool) -> bool:
        """Return whether all others have signed this set; not ``closed``: or might."""
        now, out = self.at(waiting.round_id), seats - waiting.lost
        others = frozenset(
            other
            for other in self.everybody - waiting.evicted - seats
            if other not in self.left
            or now.vote(other, waiting.lost) is not None
            or self._has_seen(other, now, out)
        )
        return self._suffices(now, out, others) and all(
            self._agrees(waiting, seats, other, closed=closed) for other in others
        )

    def is_ready(self, waiting: Waiting, seats: Seats) -> bool:
        """Return whether all others call ``seats`` absent, as we do."""
        now = self.at(waiting.round_id)
        absent = seats - self.left
        others = self.everybody - waiting.evicted - seats - self.left
        return self._suffices(now, seats, others) and all(
            absent <= now.absent.get(other, NOBODY) for other in others
        )

    def signers(self, waiting: Waiting, out: Seats) -> Seats:
        """Return the seats that have voted to evict ``out`` from this round."""
        now, seats = self.at(waiting.round_id), out | waiting.lost
        votes = {
            seat: now.vote(seat, waiting.lost)
            for seat in self.everybody - waiting.evicted - out
        }
        return frozenset(
            seat for seat, vote in votes.items() if vote and vote[0] == seats
        )

    def silent(self, waiting: Waiting, out: Seats) -> Seats:
        """Return those of ``out`` who have not just signed ``Leave``.

        Called before the eviction, with a set that all others agreed on. So the
        signers, and the entries they had seen, are the same for every peer.
        """
        now = self.at(waiting.round_id)
        signers = self.everybody - waiting.evicted - out
        votes = (now.vote(seat, waiting.lost) for seat in signers)
        clocks = [vote[1] for vote in votes if vote and vote[0] == out | waiting.lost]
        return frozenset(
            seat
            for seat in out
            if seat not in self._leaves
            or any(
                clock.get(self.authors[seat], -1) < self._leaves[seat]
                for clock in clocks
            )
        )

    def shows(self, by: int, now: Round, seat: int) -> bool:
        """Return whether the entries of ``by`` show that it has a seat's answer."""
        return self._covers(self._clocks.get(by, {}), now, seat)

    def _agrees(
        self, waiting: Waiting, seats: Seats, other: int, *, closed: bool
    ) -> bool:
        now = self.at(waiting.round_id)
        signed = now.vote(other, waiting.lost)
        clock: Clock = self._clocks.get(other, {})
        if signed is not None:
            first, clock = signed
            if first != seats:
                return False
        elif closed:
            return False
        out = seats - waiting.lost
        return not any(self._covers(clock, now, seat) for seat in out)

    def _has_seen(self, other: int, now: Round, seats: Seats) -> bool:
        """Return whether ``other`` had an answer of these in its newest entry."""
        return any(self.shows(other, now, seat) for seat in seats)

    def _covers(self, clock: Clock, now: Round, seat: int) -> bool:
        """Return whether the author of this clock had seen the answer of ``seat``."""
        sequence = now.answers.get(seat)
        return sequence is not None and clock.get(self.authors[seat], -1) >= sequence

    def _suffices(self, now: Round, seats: Seats, others: Seats) -> bool:
        """Return whether ``others`` are enough to evict ``seats``.

        A leave needs no quorum only if no answer came before it. A peer may have
        acted on such an answer before the leave, which may be delayed for long,
        reached it.
        """
        if seats <= self.left and seats.isdisjoint(now.answers):
            return bool(others)
        return 0 < self.quorum <= len(others)
