"""Who is missed, and when the others may go on without them.

Silence cannot be proved, so it is agreed on.  Whoever has waited long enough says
``Absent``; when it has heard the same of all others who are there, it signs
``Without``, unless the missing answer has reached it by then.  A round goes on
without somebody if *all* others have signed the same ``Without``, each before it
had seen the answer.

So one player who has acted on the answer is enough for it to stand, for good; and
if all have signed, it is void, for good, whenever it arrives.  Nothing that
was decided is ever taken back; only whoever is gone, and those who look on, may
have acted on an answer that nobody else has had in time, and fold again.  Between
the two, whoever has signed acts on a late answer only when it sees that somebody
else has had it in time; that is what ``Heard`` is for.

Whoever says ``Leave`` is missed by all from then on, and has no objection to
anybody's going: of the others who are there all must still sign, so that all drop
the same players in the same round, but they need not be many, unless it has
answered in that round before.

Two different sets of players cannot both be agreed to be gone from one round,
as long as anybody stays who has not signed against the rest: all others is at
least the quorum, two quorums have a player in common, and of what that player
signs the first counts.  (A player who forks can be counted in two; so of four
players and more a quorum is so many that two have two in common.)  Once
somebody is gone from a round that goes on, the first set counts that names
somebody more.  So that not every peer begins with a set of its own, the lowest
seat that would stay signs first.

Nothing here depends on when a message arrives: each means what its author had
seen when it was signed, which is its clock.
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

#: More players than this are not dropped at once, but one after another.
AT_ONCE = 6


@dataclass
class Round:
    """What is known of one round.

    ``answers`` says for each seat where in its feed its answer is; ``missed``
    whom a seat has waited for long enough; ``without`` the sets without which a
    seat would go on, in the order of its feed, and its clock at each.
    """

    answers: dict[int, int] = field(default_factory=dict)
    missed: dict[int, Seats] = field(default_factory=dict)
    without: dict[int, list[tuple[Seats, Clock]]] = field(default_factory=dict)

    def vote(self, seat: int, lost: Seats) -> tuple[Seats, Clock] | None:
        """Return the first set of ``seat`` that names more than who is lost here."""
        votes = self.without.get(seat, ())
        return next((vote for vote in votes if vote[0] > lost), None)

    def sets(self, lost: Seats) -> Iterator[Seats]:
        """Yield the sets that count, those with most signatures first."""
        if not self.without:
            return
        votes = (self.vote(seat, lost) for seat in sorted(self.without))
        counted = Counter(vote[0] for vote in votes if vote is not None)
        yield from (seats for seats, _ in counted.most_common())


#: A round of which nothing is known; nobody changes it.
_UNHEARD = Round()


class Absences:
    """A fold over what the players say of one another's silence.

    Of the ``forks`` of the moment, who are authors, nobody names anything any more.
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
        #: Rounds that are over for us, and in which somebody misses somebody.
        self._open: dict[Spot, None] = {}
        self._clocks: dict[int, Clock] = {}
        self._passed: dict[Spot, tuple[Seats, Seats, Seats]] = {}
        #: Who has said that it leaves.
        self.left: Seats = NOBODY
        #: Who is gone already, and takes no part in anything.
        self.gone: Seats = NOBODY
        #: Whether all others have gone on without somebody on whose answer we
        #: have acted.  That happens to those who look on, and to that somebody.
        self.overtaken = False
        #: Who has been waited for long enough in this round.
        self.late: Seats = NOBODY

    @property
    def present(self) -> Seats:
        return frozenset(range(len(self._authors))) - self.gone

    def at(self, spot: Spot) -> Round:
        """Return what is known of a round; nothing is kept by asking."""
        return self._rounds.get(spot, _UNHEARD)

    def saw(self, seat: int, clock: Clock) -> None:
        """Note what a seat had seen when it signed its newest entry.

        Of one that has left that is the entry that says so.
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
        for spot in self._passed:  # its signature may have been all that was missing
            self._look_back(spot)

    def say(self, seat: int, said: Absent | Without, clock: Clock) -> None:
        """Take in what a seat says of others' silence."""
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
        """Note that we have come to this turn, and whether only its end is to sign."""
        self._here = turn, 0
        if over:
            self._ending = turn
            last = self._rounds.setdefault((turn, 0), Round())
            last.answers = self._ends.get(turn, {}).copy()

    def passed(self, spot: Spot, awaited: Seats, lost: Seats) -> None:
        """Note that a round is over in which all of ``awaited`` were heard."""
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
        """Return whether all others may still agree to go on without what we said.

        Looks at each round that waited for us alone and that is over for us.
        """
        alone = frozenset({me})
        return any(
            awaited == alone and self._is_open(spot, alone | lost, lost, closed=False)
            for spot, (awaited, _, lost) in self._passed.items()
        )

    def decided(self, spot: Spot, awaited: Seats, lost: Seats) -> Seats:
        """Return those of ``awaited`` without whom this round goes on.

        ``lost`` are those who are gone from it already.
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
        """Return whether the others may still agree to go on without somebody.

        We have heard all there is to hear in this round, and may not act on it as
        long as that is so.
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
        """Return what ``me`` has to say of others' silence, or None."""
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
        """Return the ``Without`` that all others who are there are ready for."""
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
        """Return that we have heard what another misses, unless we have said so.

        In this round or an earlier one: of rounds that never come we say nothing.
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
                self._open.pop(spot, None)  # until somebody misses somebody else
        return None

    def _is_untold(self, seen: Clock, now: Round, seat: int) -> bool:
        """Return whether an entry of ours will tell that we have this answer."""
        is_told = self._covers(seen, now, seat)
        return not is_told and self._authors[seat] not in self._forks

    def _is_ready(self, now: Round, seats: Seats) -> bool:
        """Return whether all others miss them as we do."""
        missed = seats - self.left
        others = self.present - seats - self.left
        return self._suffices(now, seats, others) and all(
            missed <= now.missed.get(other, NOBODY) for other in others
        )

    def _is_open(self, spot: Spot, seats: Seats, lost: Seats, *, closed: bool) -> bool:
        """Return whether all others have signed it, or else still might."""
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
        """Return whether whoever has this clock had seen the answer of ``seat``."""
        sequence = now.answers.get(seat)
        return sequence is not None and clock.get(self._authors[seat], -1) >= sequence

    def _suffices(self, now: Round, seats: Seats, others: Seats) -> bool:
        """Return whether these are enough others to go on without ``seats``.

        A leave spares the quorum only if no answer came before it: whoever has
        acted on that did not know of the leave, which may be underway for long.
        """
        if seats <= self.left and seats.isdisjoint(now.answers):
            return bool(others)
        return 0 < self._quorum <= len(others)


def _subsets(seats: Seats) -> Iterator[Seats]:
    """Yield what can be made of some seats, the most first."""
    few = sorted(seats)[:AT_ONCE]
    for size in range(len(few), 0, -1):
        yield from map(frozenset, combinations(few, size))
