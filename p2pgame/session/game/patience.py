"""This module measures, by our own clock, how long each seat has been awaited.

A seat may take ``patience`` seconds for a message. With a ``bank``, the time of all
its decisions in the whole game is counted against that as well. A seat with an
empty bank has ``max(patience / 10, 5)`` seconds for each decision. That is enough
to press a key, and no player is evicted for having thought long at the start.
Other clocks of players are those of chess (``base``), and a time for each move.

Messages that programs send by themselves (a shuffle, a token, an opening) draw on a
bank of their own, ``programs``.  The first ``grace`` seconds of each are free: the way
there and back, and work that needs no long time.

Time counts only while we listen, from the moment at which we had the entries that
made the turn wait. No peer's claim about time counts. After our own program was
suspended, the others' messages are not read yet, so a pause counts for at most
:data:`LISTENED` seconds. After a restart all seats have their full time again, with
us.

``now`` is a monotonic clock of ours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

from p2pgame.engine.offers import choice_of

from ..entries.payloads import UNTIMED, Time, Times
from .play import Play
from .seats import Seats

#: The most seconds that count of one pause between two looks.
LISTENED = 5.0

#: Seconds between two looks while a seat is awaited.
LOOK_EVERY = 1.0

#: The precision of sums of seconds.
JUST_NOW = 0.001

#: For each decision without a bank: the fraction of the patience, and the least
#: seconds.
HURRIED = 0.1
HURRIED_LEAST = 5.0

DAY = 24 * 3600


class Clocks:
    """The time that each seat has used; ``patience`` and others are the genesis's.

    With ``patience`` 0 no seat is ever late.
    """

    def __init__(self, patience: int, bank: int, time: Time = UNTIMED) -> None:
        self._patience = patience or math.inf
        self._bank = bank
        self._time = time
        self._round_id: object = None
        #: The seats awaited since the last look.
        self.awaited: Seats = frozenset()
        self._deciding: Seats = frozenset()
        #: The seconds of each seat in this round, and those that are not free: of all
        #: its decisions, and of all that its program said by itself.
        self._waited: dict[int, float] = {}
        self._thought: dict[int, float] = {}
        self._worked: dict[int, float] = {}
        #: How many decisions each seat was asked for, this one included.
        self._asked: Counter[int] = Counter()
        self._now = -math.inf

    def look(
        self,
        now: float,
        round_id: object,
        awaited: Collection[int],
        deciding: Collection[int],
    ) -> bool:
        """Count the time since the last look; return whether anything has changed.

        ``awaited`` are the seats awaited from now on at ``round_id``; ``deciding`` are
        those whose message is a person's decision.
        """
        listened = min(now - self._now, LISTENED)
        for seat in self.awaited:
            before = self._drawn(seat)
            self._waited[seat] = self._waited.get(seat, 0) + listened
            used = self._thought if seat in self._deciding else self._worked
            used[seat] = used.get(seat, 0) + self._drawn(seat) - before
        is_new = round_id != self._round_id
        if is_new:
            self._waited.clear()
        before_it = self._round_id, self.awaited
        self._now, self._round_id = now, round_id
        self.awaited = frozenset(awaited)
        deciding = frozenset(deciding) & self.awaited
        self._asked.update(deciding if is_new else deciding - self._deciding)
        self._deciding = deciding
        return before_it != (round_id, self.awaited)

    @property
    def late(self) -> Seats:
        """Return the seats whose time had run out at the last look."""
        return frozenset(seat for seat, left in self.left if left <= JUST_NOW)

    @property
    def left(self) -> tuple[tuple[int, float], ...]:
        """Return the seconds that each awaited seat still has, by seat; at least 0."""
        if self._patience == math.inf:
            return ()
        return tuple(
            (seat, max(self._allowed(seat) - self._waited.get(seat, 0), 0.0))
            for seat in sorted(self.awaited)
        )

    @property
    def next_look(self) -> float:
        """Return the seconds until the next look, if nothing happens before."""
        left = [left for _, left in self.left if left > JUST_NOW]
        return min([*left, LOOK_EVERY]) if left else math.inf

    def times(self, seats: int) -> Times:
        """Return what each of so many seats has used, in whole seconds."""
        counts = (
            tuple(int(used.get(seat, 0) + JUST_NOW) for seat in range(seats))
            for used in (self._thought, self._worked)
        )
        return Times(*counts)

    def _free(self, seat: int) -> float:
        """Return the seconds that cost this seat nothing in this round."""
        if seat not in self._deciding:
            return self._time.grace
        if self._bank:
            return 0
        return self._time.grace + self._time.delay

    def _drawn(self, seat: int) -> float:
        """Return what this round has cost the seat so far."""
        return max(self._waited.get(seat, 0) - self._free(seat), 0)

    def _allowed(self, seat: int) -> float:
        """Return the seconds that this seat has in this round."""
        time, free = self._time, self._free(seat)
        if seat not in self._deciding:
            if not time.programs:
                return self._patience
            before = self._worked.get(seat, 0) - self._drawn(seat)
            return min(self._patience, free + max(time.programs - before, 0))
        before = self._thought.get(seat, 0) - self._drawn(seat)
        if self._bank:
            hurried = max(HURRIED * self._patience, HURRIED_LEAST)
            return min(self._patience, max(self._bank - before, hurried))
        if time.base:
            more = time.increment * (self._asked[seat] - 1)
            return free + max(time.base + more - before, 0)
        for_each = time.move + DAY * time.days
        return free + for_each if for_each else self._patience


def awaited(play: Play) -> tuple[Seats, Seats]:
    """Return the seats that a game waits for, ours too, and those that decide.

    A decision is a player's answer in the first round of a turn.
    """
    missing = play.awaited - play.absences.at(play.round_id).answers.keys()
    if play.over or play.round_id[1] > 0:
        return missing, frozenset()
    return missing, frozenset(s for s in missing if choice_of(play.turn, s))
