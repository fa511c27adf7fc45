"""This module decides which silent players the others may evict, and when.

Silence can't be proved, so the others agree on it. A player whose patience has run
out signs ``Absent``. When all others present have signed the same, it signs
``Without``, unless the missing answer has reached it by then. A round evicts a
player if *all* others have signed the same ``Without``, each before it had seen the
answer.

So an answer stands for good if one player has acted on it. If all others have
signed, it is void for good, whenever it arrives. No decision is ever reverted. Only
the evicted player and spectators may have acted on an answer that no other player
had in time; they fold again. A player that has signed acts on a late answer only
after another player's ``Heard`` shows that the answer was in time.

A player that signs ``Leave`` counts from then on as absent to all, and as agreeing
to any eviction. All others present MUST still sign, so that all drop the same
players in the same round. They need no quorum, unless the leaver has answered in
that round before.

Two different sets can't both be evicted from one round while a player stays who has
not signed against the rest. All others are at least the quorum, two quorums share a
player, and that player's first vote counts. (A player who forks can be counted in
two. So with four or more players two quorums share at least two.) After an eviction
in a round that goes on, a seat's next vote is its first set that names one more
player. The lowest seat that would stay signs first, so that not every peer begins
with a set of its own.

No result depends on when a message arrives: its meaning follows from its clock,
which is what its author had seen when signing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from ..entries.payloads import Absent, Heard, Without
from ..lobby.lobby import Clock

#: A turn's id and one of its rounds.
Spot: TypeAlias = tuple[bytes, int]
Seats: TypeAlias = frozenset[int]

NOBODY: Seats = frozenset()

#: The most players evicted at once; more are evicted one after another.
AT_ONCE = 6


@dataclass
class Round:
    """The votes and answers of one round.

    ``answers``: the place of each seat's answer in its feed. ``missed``: the seats
    that each seat calls absent. ``without``: each seat's eviction votes, in the
    order of its feed, with its clock at each.
    """

    answers: dict[int, int] = field(default_factory=dict)
    missed: dict[int, Seats] = field(default_factory=dict)
    without: dict[int, list[tuple[Seats, Clock]]] = field(default_factory=dict)

    def vote(self, seat: int, lost: Seats) -> tuple[Seats, Clock] | None:
        """Return the first vote of ``seat`` that names more seats than ``lost``."""
        votes = self.without.get(seat, ())
        return next((vote for vote in votes if vote[0] > lost), None)

    def sets(self, lost: Seats) -> Iterator[Seats]:
        """Yield the voted sets that count, those with most signatures first."""
        if not self.without:
            return
        votes = (self.vote(seat, lost) for seat in sorted(self.without))
        counted = Counter(vote[0] for vote in votes if vote is not None)
        yield from (seats for seats, _ in counted.most_common())


#: An empty round; never changed.
_UNHEARD = Round()


class Absences:
    """A fold over the players' votes on one another's silence.

    ``forks`` are the authors known to have forked; honest entries no longer name
    theirs.
    """

    def __init__(
        self,
        authors: tuple[bytes, ...],
        quorum: int,
        forks: Container[bytes] = (),
    ) -> None:
        self._authors = authors
        self._quorum = quorum
        self._forks = forks
        self._rounds: dict[Spot, Round] = {}
        self._ends: dict[bytes, dict[int, int]] = {}
        self._ending = b""
        self._here: Spot = b"", 0
        #: Rounds that are over for us, with votes against some seat.
        self._open: dict[Spot, None] = {}
        self._clocks: dict[int, Clock] = {}
        self._passed: dict[Spot, tuple[Seats, Seats, Seats]] = {}
        #: The seats that have signed ``Leave``.
        self.left: Seats = NOBODY
        #: The evicted seats, which take part in nothing.
        self.gone: Seats = NOBODY
        #: Whether the others evicted a seat on whose answer we have acted. That happens
        #: to spectators and to the evicted player only.
        self.overtaken = False
        #: The seats whose time has run out in this round.
        self.late: Seats = NOBODY

    @property
    def present(self) -> Seats:
        return frozenset(range(len(self._authors))) - self.gone

    def at(self, spot: Spot) -> Round:
        """Return the votes and answers of a round; stores nothing."""
        return self._rounds.get(spot, _UNHEARD)

    def saw(self, seat: int, clock: Clock) -> None:
        """Note what a seat had seen when it signed its newest entry.

        For a seat that has left, the newest entry is its ``Leave``.
        """
        if seat not in self.left:
            self._clocks[seat] = clock

    def answer(self, seat: int, spot: Spot, sequence: int) -> bool:
        """Note an answer; return False if it is void, for its author has left."""
        if seat in self.left or spot[0] == self._ending:
            return False
        self._rounds.setdefault(spot, Round()).answers.setdefault(seat, sequence)
        return True

    def end(self, seat: int, turn: bytes, sequence: int) -> None:
        """Note an end, which is an answer to the last turn and to no other."""
        if seat in self.left:
            return
        self._ends.setdefault(turn, {}).setdefault(seat, sequence)
        if turn == self._ending:
            self._rounds[turn, 0].answers.setdefault(seat, sequence)

    def leave(self, seat: int) -> None:
        self.left |= {seat}
        for spot in self._passed:  # only its vote may have been lacking
            self._look_back(spot)

    def say(self, seat: int, said: Absent | Without, clock: Clock) -> None:
        """Take in a seat's message on others' silence."""
        if seat in self.left:
            return
        spot = said.turn, said.round
        seats = frozenset(said.seats)
        now = self._rounds.setdefault(spot, Round())
        if spot in self._passed:
            self._open[spot] = None
        match said:
            case Absent():
                now.missed[seat] = now.missed.get(seat, NOBODY) | seats
            case Without():
                now.without.setdefault(seat, []).append((seats, clock))
                self._look_back(spot)

    def reach(self, turn: bytes, *, over: bool) -> None:
        """Note that we have reached this turn; ``over``: only the end is to sign."""
        self._here = turn, 0
        if over:
            self._ending = turn
            last = self._rounds.setdefault((turn, 0), Round())
            last.answers = self._ends.get(turn, {}).copy()

    def passed(self, spot: Spot, awaited: Seats, lost: Seats) -> None:
        """Note that a round is over in which all of ``awaited`` have answered."""
        self._here = spot[0], spot[1] + 1
        if not awaited:
            return
        self._passed[spot] = awaited, self.gone, lost
        now = self.at(spot)
        if now.missed or now.without:
            self._open[spot] = None

    def _look_back(self, spot: Spot) -> None:
        if spot in self._passed and self.at(spot).without:
            awaited, gone, lost = self._passed[spot]
            now, self.gone = self.gone, gone
            self.overtaken |= bool(self.decided(spot, awaited, lost))
            self.gone = now

    def may_be_overtaken(self, me: int) -> bool:
        """Return whether the others may still evict us despite our answer.

        Checks each round that waited for us alone and that is over for us.
        """
        alone = frozenset({me})
        return any(
            awaited == alone and self._is_open(spot, alone | lost, lost, closed=False)
            for spot, (awaited, _, lost) in self._passed.items()
        )

    def decided(self, spot: Spot, awaited: Seats, lost: Seats) -> Seats:
        """Return those of ``awaited`` that the others evict from this round.

        ``lost`` are the seats evicted from it already.
        """
        for seats in self.at(spot).sets(lost):
            if seats - lost <= awaited and self._is_open(
                spot, seats, lost, closed=True
            ):
                return seats - lost
        return NOBODY

    def may_yet_decide(
        self, spot: Spot, awaited: Seats, lost: Seats, me: int | None
    ) -> bool:
        """Return whether the others may still evict a seat from this round.

        While they may, we MUST NOT act on the round's answers, though all have arrived.
        """
        now = self.at(spot)
        if not now.without:
            return False
        mine = None if me is None else now.vote(me, lost)
        for seats in now.sets(lost):
            if me in self.present - seats and (mine is None or mine[0] != seats):
                continue  # we have the answer, and have not signed: it stands
            if seats - lost <= awaited and self._is_open(
                spot, seats, lost, closed=False
            ):
                return True
        return False

    def due(
        self, spot: Spot, awaited: Seats, lost: Seats, me: int
    ) -> Absent | Without | Heard | None:
        """Return the message that ``me`` owes on others' silence, or None."""
        if me in self.left | self.gone:
            return None
        confirmed = self.to_confirm(me)
        if confirmed is not None:
            return confirmed
        now = self.at(spot)
        awaited = awaited - now.answers.keys() - {me}
        known = now.missed.get(me, NOBODY)
        late = self.late & awaited
        if self._quorum and late - known:
            return Absent(*spot, tuple(sorted(late)))
        return self.to_say(spot, awaited, lost, me)

    def to_say(
        self, spot: Spot, awaited: Seats, lost: Seats, me: int
    ) -> Without | None:
        """Return the ``Without`` that all others present are ready to sign, or None."""
        now = self.at(spot)
        if now.vote(me, lost) is not None:
            return None
        mine = now.missed.get(me, NOBODY) | self.left
        mine = (mine & awaited) - now.answers.keys()
        for seats in _subsets(mine):
            first = min(self.present - seats - self.left)
            vote = now.vote(first, lost)
            led = first == me or (vote is not None and vote[0] == seats | lost)
            if led and self._is_ready(now, seats):
                return Without(*spot, tuple(sorted(seats | lost)))
        return None

    def to_confirm(self, me: int) -> Heard | None:
        """Return the receipt for an answer that another seat misses, unless sent.

        Covers this round and earlier ones; never a round that does not come.
        """
        if me in self.left | self.gone:
            return None
        seen = self._clocks.get(me, {})
        for spot in (*self._open, self._here):
            now = self.at(spot)
            missed = NOBODY.union(*now.missed.values(), *now.sets(NOBODY))
            signed = NOBODY.union(*(seats for seats, _ in now.without.get(me, ())))
            heard = (missed & now.answers.keys()) - signed
            if any(self._is_untold(seen, now, seat) for seat in heard):
                return Heard(*spot)
            if heard | signed >= missed:
                self._open.pop(spot, None)  # until a new vote names another seat
        return None

    def _is_untold(self, seen: Clock, now: Round, seat: int) -> bool:
        """Return whether our entries have yet to show that we have this answer."""
        is_told = self._covers(seen, now, seat)
        return not is_told and self._authors[seat] not in self._forks

    def _is_ready(self, now: Round, seats: Seats) -> bool:
        """Return whether all others call ``seats`` absent, as we do."""
        missed = seats - self.left
        others = self.present - seats - self.left
        return self._suffices(now, seats, others) and all(
            missed <= now.missed.get(other, NOBODY) for other in others
        )

    def _is_open(self, spot: Spot, seats: Seats, lost: Seats, *, closed: bool) -> bool:
        """Return whether all others have signed this set, or still might."""
        now = self.at(spot)
        others = frozenset(
            other
            for other in self.present - seats
            if other not in self.left
            or now.vote(other, lost) is not None
            or self._has_seen(other, now, seats - lost)
        )
        return self._suffices(now, seats - lost, others) and all(
            self._agrees(now, seats, lost, other, closed=closed) for other in others
        )

    def _agrees(
        self, now: Round, seats: Seats, lost: Seats, other: int, *, closed: bool
    ) -> bool:
        signed = now.vote(other, lost)
        clock: Clock = self._clocks.get(other, {})
        if signed is not None:
            first, clock = signed
            if first != seats:
                return False
        elif closed:
            return False
        return not any(self._covers(clock, now, seat) for seat in seats - lost)

    def _has_seen(self, other: int, now: Round, seats: Seats) -> bool:
        """Return whether ``other`` had an answer of these in its newest entry."""
        clock: Clock = self._clocks.get(other, {})
        return any(self._covers(clock, now, seat) for seat in seats)

    def _covers(self, clock: Clock, now: Round, seat: int) -> bool:
        """Return whether the author of this clock had seen the answer of ``seat``."""
        sequence = now.answers.get(seat)
        return sequence is not None and clock.get(self._authors[seat], -1) >= sequence

    def _suffices(self, now: Round, seats: Seats, others: Seats) -> bool:
        """Return whether ``others`` are enough to evict ``seats``.

        A leave needs no quorum only if no answer came before it. A peer may have
        acted on such an answer before the leave, which may be delayed for long,
        reached it.
        """
        if seats <= self.left and seats.isdisjoint(now.answers):
            return bool(others)
        return 0 < self._quorum <= len(others)


def _subsets(seats: Seats) -> Iterator[Seats]:
    """Yield the subsets of ``seats``, the largest first."""
    few = sorted(seats)[:AT_ONCE]
    for size in range(len(few), 0, -1):
        yield from map(frozenset, combinations(few, size))
