"""How long each seat has been waited for, by our own clock.

A seat may take ``patience`` seconds for a word.  If there is a ``bank``, all that
it decides in the whole game is counted against that as well: whoever always
decides just in time runs out of it, and has a tenth of the patience for each
decision from then on, or five seconds if that is more.  That is enough to press a
key, and nobody is gone for having thought long at the start.  What programs say by
themselves (a shuffle, a token, an opening) costs nobody's bank.

The seconds counted are those in which we were there to listen, from the moment at
which we had what made the turn wait: nothing that anybody says about time plays a
part.  When our own program was stopped for a while, what the others said meanwhile
is not read yet, so of any one pause :data:`LISTENED` seconds count and no more.
After a restart all of them have all their time again, with us.

``now`` is a clock of ours that nobody can set.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from p2pgame.engine.game import choice_of

from .absence import Seats
from .play import Play

#: Of one pause between two looks no more seconds count.
LISTENED = 5.0

#: As long as somebody is awaited, look again after so many seconds.
LOOK_EVERY = 1.0

#: Sums of seconds are no more exact than this.
JUST_NOW = 0.001

#: What of the patience somebody without a bank has for each decision, and how many
#: seconds at least.
HURRIED = 0.1
HURRIED_LEAST = 5.0


class Clocks:
    """The time that each seat has used; ``patience`` and ``bank`` are the genesis's.

    Without patience nobody is ever late.
    """

    def __init__(self, patience: int, bank: int) -> None:
        self._patience = patience or math.inf
        self._bank = bank or math.inf
        self._spot: object = None
        #: Who is awaited since the last look.
        self.awaited: Seats = frozenset()
        self._deciding: Seats = frozenset()
        self._waited: dict[int, float] = {}
        self._thought: dict[int, float] = {}
        self._now = -math.inf

    def look(
        self,
        now: float,
        spot: object,
        awaited: Collection[int],
        deciding: Collection[int],
    ) -> bool:
        """Count the time since the last look; return whether anything has changed.

        Says who is awaited from now on, and where in the game; ``deciding`` are
        those of whom the word is a decision of a person's.
        """
        listened = min(now - self._now, LISTENED)
        for seat in self.awaited:
            self._waited[seat] = self._waited.get(seat, 0) + listened
        for seat in self._deciding:
            self._thought[seat] = self._thought.get(seat, 0) + listened
        if spot != self._spot:
            self._waited.clear()
        before = self._spot, self.awaited
        self._now, self._spot = now, spot
        self.awaited = frozenset(awaited)
        self._deciding = frozenset(deciding) & self.awaited
        return before != (spot, self.awaited)

    @property
    def late(self) -> Seats:
        """Who has been waited for long enough, as of the last look."""
        return frozenset(seat for seat, left in self.left if left <= JUST_NOW)

    @property
    def left(self) -> tuple[tuple[int, float], ...]:
        """How many seconds each awaited seat still has, by seat; at least 0."""
        if self._patience == math.inf:
            return ()
        return tuple(
            (seat, max(self._allowed(seat) - self._waited.get(seat, 0), 0.0))
            for seat in sorted(self.awaited)
        )

    @property
    def next_look(self) -> float:
        """In how many seconds to look again, if nothing happens before."""
        left = [left for _, left in self.left if left > JUST_NOW]
        return min([*left, LOOK_EVERY]) if left else math.inf

    def _allowed(self, seat: int) -> float:
        """Return for how many seconds this seat is waited for at this spot."""
        if seat not in self._deciding:
            return self._patience
        before = self._thought.get(seat, 0) - self._waited.get(seat, 0)
        hurried = max(HURRIED * self._patience, HURRIED_LEAST)
        return min(self._patience, max(self._bank - before, hurried))


def awaited(play: Play) -> tuple[Seats, Seats]:
    """Return whose word a game waits for, ours too, and of whom it is a decision.

    A decision is what a player is asked for in the first round of a turn.
    """
    missing = play.awaited - play.absences.at(play.spot).answers.keys()
    if play.over or play.spot[1] > 0:
        return missing, frozenset()
    return missing, frozenset(s for s in missing if choice_of(play.turn, s))
