"""Schedules which address of a player is tried when, without sockets or clocks.

Home addresses come first, then public ones, then punching; a verified link ends the
race.  Without a winner it runs again, a few times, after growing pauses.
Then only news start it again: new addresses, or a lost link.  The relay carries the
game all the time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from p2pgame.transport.paths.candidates import (
    Address,
    Candidate,
    Kind,
    Knocks,
    may_dial,
)
from p2pgame.transport.paths.signals import Reach

#: Seconds after the start of a race at which each kind is tried.
STARTS: tuple[tuple[float, frozenset[Kind]], ...] = (
    (0.0, frozenset({Kind.LAN})),
    (0.3, frozenset({Kind.GLOBAL, Kind.MAPPED, Kind.GIVEN})),
    (1.5, frozenset({Kind.PUNCH})),
)

#: Seconds before the next race; there is none after the last.
PAUSES = (30.0, 60.0, 120.0, 240.0)

#: Seconds after a lost link, at most: at random, so that not all peers come at once.
LOST_PAUSE = 2.0

#: Seconds that a link must last to count as a success.
BRIEF = 10.0


@dataclass(frozen=True, slots=True)
class Dial:
    """Connect to this address."""

    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Punch:
    """Agree with the player on a moment, then dial :meth:`Pursuit.targets`."""


Attempt = Dial | Punch


class Pursuit:
    """The search for a direct link with one player."""

    def __init__(self, *, begins: bool) -> None:
        #: Whether we are the side that begins a punch.
        self._begins = begins
        self._reach: Reach | None = None
        self._knocks = Knocks()
        self._up_since: float | None = None
        self._failed = 0
        self._stage = 0
        self._start = math.inf

    @property
    def next_at(self) -> float:
        """When ``due`` has something next; infinite until there are news."""
        if (
            self._up_since is not None
            or self._reach is None
            or self._stage == len(STARTS)
        ):
            return math.inf
        return self._start + STARTS[self._stage][0]

    def learn(self, reach: Reach, now: float) -> None:
        """Learn the player's own addresses."""
        old, new = self._reach, reach
        if old is not None and new.edition <= old.edition:
            return
        self._reach = new
        if old is None or {*new.candidates} - {*old.candidates}:
            self.start(now)

    def start(self, now: float) -> None:
        """Begin a new race, because there are news."""
        self._start, self._stage, self._failed = now, 0, 0

    def up(self, now: float) -> None:
        """Stop: there is a link."""
        self._up_since = now

    def down(self, now: float, chance: float) -> None:
        """Begin again after a lost link; ``0 ≤ chance < 1`` spreads the start."""
        since, self._up_since = self._up_since, None
        if since is not None and now - since < BRIEF:
            self._pause(now)
        else:
            self.start(now + LOST_PAUSE * chance)

    def _pause(self, now: float) -> None:
        """Schedule the next race, if one is left."""
        self._stage = len(STARTS)
        if self._failed < len(PAUSES):
            self._start, self._stage = now + PAUSES[self._failed], 0
            self._failed += 1

    def due(self, now: float, ours: tuple[str, ...]) -> list[Attempt]:
        """Return what to try now; ``ours`` are the hosts of our interfaces."""
        attempts: list[Attempt] = []
        while self.next_at <= now:
            kinds = STARTS[self._stage][1]
            fit = self._fit(kinds, ours)
            if Kind.PUNCH not in kinds:
                attempts += [Dial(each) for each in fit if self._may_knock(each, now)]
            elif fit and self._begins:
                attempts.append(Punch())
            self._stage += 1
            if self._stage == len(STARTS):
                self._pause(now)
        return attempts

    def targets(self, now: float, ours: tuple[str, ...]) -> tuple[Address, ...]:
        """Return the addresses to dial in an agreed punch, and count them."""
        fit = self._fit(frozenset({Kind.PUNCH}), ours)
        return tuple(each.address for each in fit if self._may_knock(each, now))

    def _fit(self, kinds: frozenset[Kind], ours: tuple[str, ...]) -> list[Candidate]:
        candidates = self._reach.candidates if self._reach else ()
        return [
            each for each in candidates if each.kind in kinds and may_dial(each, ours)
        ]

    def _may_knock(self, candidate: Candidate, now: float) -> bool:
        return self._knocks.spend(candidate.address, now)
