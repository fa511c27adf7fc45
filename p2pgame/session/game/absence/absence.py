"""This module keeps which players are absent, evicted or left, and what we owe to say.

Silence can't be proved, so the others agree on it. A player whose patience has run
out signs ``Absent``. When all others present have signed the same, it signs
``EvictionVote``, unless the missing answer has reached it by then. A round evicts a
player if *all* others have signed the same vote, each before it had seen the answer.

So an answer stands for good if one player has acted on it. If all others have
signed, it is void for good, whenever it arrives. No decision is ever reverted. Only
the evicted player and spectators may have acted on an answer that no other player
had in time; they fold again. A player that has signed acts on a late answer only
after another player's ``Receipt`` shows that the answer was in time (:mod:`.receipts`).

A player that signs ``Leave`` counts from then on as absent to all, and as agreeing
to any eviction. All others present MUST still sign, so that all drop the same
players in the same round. They need no quorum, unless the leaver has answered in
that round before.

:mod:`.votes` counts. The lowest seat that would stay signs first, so that not every
peer begins with a set of its own. What becomes of the game is :mod:`.departure`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from itertools import combinations

from ...entries.payloads import Absent, EvictionVote, Receipt
from ...lobby.lobby import Clock
from ..seats import NOBODY, RoundId, Seats
from .departure import Departure
from .passed import PassedRounds
from .receipts import Receipts
from .votes import Round, Votes, Waiting

#: The most players evicted at once; more are evicted one after another.
AT_ONCE = 6


class Absences:
    """A game's absent, evicted and left seats, as far as the votes decide it.

    ``forks`` are the authors known to have forked.
    """

    def __init__(self, votes: Votes, forks: Container[bytes] = ()) -> None:
        self.votes = votes
        self.receipts = Receipts(forks)
        #: The rounds that are over for us, but may be not for others.
        self.passed_rounds = PassedRounds()
        #: The evicted seats, which take part in nothing.
        self.evicted: Seats = NOBODY
        #: Those of them that were evicted from this round.
        self.lost: Seats = NOBODY
        #: Whether the others evicted a seat on whose answer we have acted. That happens
        #: to spectators and to the evicted player only.
        self.overtaken = False
        #: The seats whose time has run out in this round.
        self.late: Seats = NOBODY
        #: How the others went on without each of them, in that order.
        self.departures: list[Departure] = []
        #: How often a move was made for each silent seat that keeps its place.
        self.moved_for: Counter[int] = Counter()
        #: The vote that all signed, if a player was evicted when only the end was to
        #: sign.
        self.closing: EvictionVote | None = None

    @property
    def left(self) -> Seats:
        """Return the seats that have signed ``Leave``."""
        return self.votes.left

    @property
    def present(self) -> Seats:
        """Return the seats that are not evicted."""
        return self.votes.everybody - self.evicted

    def at(self, round_id: RoundId) -> Round:
        """Return the votes and answers of a round; stores nothing."""
        return self.votes.at(round_id)

    def leave(self, seat: int, sequence: int) -> None:
        """Take in a seat's ``Leave``, with its place in the seat's feed."""
        self.votes.leave(seat, sequence)
        for round_id in self.passed_rounds:  # only its vote may have been lacking
            self._look_back(round_id)

    def say(self, seat: int, said: Absent | EvictionVote, clock: Clock) -> None:
        """Take in a seat's message on others' silence."""
        if seat in self.left:
            return
        self.votes.say(seat, said, clock)
        round_id = said.turn, said.round
        if round_id in self.passed_rounds:
            self.receipts.reopen(round_id)
        if isinstance(said, EvictionVote):
            self._look_back(round_id)

    def reach(self, turn: bytes, *, over: bool) -> None:
        """Note that we have reached this turn; ``over``: only the end is to sign."""
        self.lost = self.late = NOBODY
        self.receipts.reach((turn, 0))
        if over:
            self.votes.reach_end(turn)

    def passed(self, round_id: RoundId, awaited: Seats) -> None:
        """Note that a round is over in which all of ``awaited`` have answered."""
        waiting = Waiting(round_id, awaited, self.evicted, self.lost)
        self.lost = self.late = NOBODY
        self.receipts.reach((round_id[0], round_id[1] + 1))
        if not awaited:
            return
        now = self.at(round_id)
        if now.absent or now.evictions:
            self.receipts.reopen(round_id)
        for settled in self.passed_rounds.add(waiting, self.votes):
            self.receipts.forget(settled)

    def note(self, waiting: Waiting, gone: Seats, silent: Seats, turns: int) -> None:
        """Note how the others go on without ``gone``; call this before the eviction.

        ``silent`` are those of them that have not just left; ``turns`` have happened.
        """
        by = tuple(sorted(self.votes.signers(waiting, gone)))
        self.departures += [
            Departure(seat, by, turns, seat not in silent) for seat in sorted(gone)
        ]

    def evict(self, seats: Seats) -> None:
        """Evict seats from this round, for good."""
        self.evicted |= seats
        self.lost |= seats

    def close(self, round_id: RoundId, seats: Seats) -> None:
        """Evict seats when only the end is to sign."""
        self.evict(seats)
        self.closing = EvictionVote(*round_id, tuple(sorted(self.lost)))

    def decided(self, round_id: RoundId, awaited: Seats) -> Seats:
        """Return those of ``awaited`` that the others evict from this round."""
        return self.votes.decided(self.waiting(round_id, awaited))

    def may_yet_decide(self, round_id: RoundId, awaited: Seats, me: int | None) -> bool:
        """Return whether the others may still evict a seat from this round."""
        return self.votes.may_yet_decide(self.waiting(round_id, awaited), me)

    def waiting(self, round_id: RoundId, awaited: Seats) -> Waiting:
        """Return what this round waits for, after the evictions so far."""
        return Waiting(round_id, awaited, self.evicted, self.lost)

    def _look_back(self, round_id: RoundId) -> None:
        """See whether the others have evicted a seat from a round that we passed."""
        if round_id in self.passed_rounds and self.at(round_id).evictions:
            self.overtaken |= bool(self.votes.decided(self.passed_rounds[round_id]))

    def may_be_overtaken(self, me: int) -> bool:
        """Return whether the others may still evict us despite our answer.

        Checks each round that waited for us alone and that is over for us.
        """
        alone = frozenset({me})
        return any(
            past.awaited == alone
            and self.votes.is_open(
                past._replace(evicted=self.evicted), alone | past.lost, closed=False
            )
            for past in map(self.passed_rounds.__getitem__, self.passed_rounds)
        )

    def due(
        self, round_id: RoundId, awaited: Seats, me: int
    ) -> Absent | EvictionVote | Receipt | None:
        """Return the message that ``me`` owes on others' silence, or None."""
        if me in self.left | self.evicted:
            return None
        confirmed = self.to_confirm(me)
        if confirmed is not None:
            return confirmed
        now = self.at(round_id)
        awaited = awaited - now.answers.keys() - {me}
        known = now.absent.get(me, NOBODY)
        late = self.late & awaited
        if self.votes.quorum and late - known:
            return Absent(*round_id, tuple(sorted(late)))
        return self.to_vote(round_id, awaited, me)

    def to_vote(
        self, round_id: RoundId, awaited: Seats, me: int
    ) -> EvictionVote | None:
        """Return the vote that all others present are ready to sign, or None."""
        now, waiting = self.at(round_id), self.waiting(round_id, awaited)
        if now.vote(me, self.lost) is not None:
            return None
        mine = now.absent.get(me, NOBODY) | self.left
        mine = (mine & awaited) - now.answers.keys()
        for seats in _subsets(mine):
            first = min(self.present - seats - self.left)
            vote = now.vote(first, self.lost)
            led = first == me or (vote is not None and vote[0] == seats | self.lost)
            if led and self.votes.is_ready(waiting, seats):
                return EvictionVote(*round_id, tuple(sorted(seats | self.lost)))
        return None

    def to_confirm(self, me: int) -> Receipt | None:
        """Return the receipt for an answer that another seat misses, unless sent."""
        if me in self.left | self.evicted:
            return None
        return self.receipts.to_confirm(self.votes, me)


def _subsets(seats: Seats) -> Iterator[Seats]:
    """Yield the subsets of ``seats``, the largest first."""
    few = sorted(seats)[:AT_ONCE]
    for size in range(len(few), 0, -1):
        yield from map(frozenset, combinations(few, size))
