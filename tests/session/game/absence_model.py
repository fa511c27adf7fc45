"""Every way in which the players of one round can go on without somebody.

``python -m tests.session.game.absence_model`` explores more than the tests do, and
prints for whom the players may wait.

Each player is the real :class:`Absences`, used as ``Play`` uses it.  At any moment
somebody answers, loses patience, signs what is due, acts, leaves, or takes in any
entry whose past it has.  Nobody has to do anything: so whoever stops at any moment,
for good or until later, is among the paths, and so is an entry that arrives never.

What is bounded, and why that is enough.  One round is played: what is said of a
round counts in it alone, but for ``leave`` and ``gone``, which are explored here and
which no round takes back.  The round can spare anybody, so it may lose one after
another; a turn that is dropped instead ends where such a round goes on.  Nothing
bounds what an honest player says; that it comes to an end is checked, and since each
step adds an entry or a deed, no path returns to where it was.  What a liar says is
bounded as its class has it.  All states are visited, but where a test or the command
says how many.  A table of four with a forker has too many; so there the honest may sign
against anybody at any time (``rash``), which is more than they do and takes fewer
states.  What is left out, since it makes no difference, stands in
:mod:`.absence_paths`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from time import perf_counter
from typing import Literal, TypeAlias

from p2pgame.session.entries.payloads import Absent, EvictionVote
from p2pgame.session.game.seats import NOBODY, Seats
from tests.session.game.absence_paths import Counterexample, Logs, Paths, State
from tests.session.game.absence_peer import (
    ROUND_ID,
    Peer,
    Setting,
    View,
    stories,
    two_stories,
)

#: Why players wait for ever: somebody silent has not signed a set that it takes its
#: signature for; or has said of nobody that it misses it; or some have signed a set
#: that others refuse; or those who are there are too few.
Reason: TypeAlias = Literal["unsigned", "not missing", "refused", "too few", "none"]

#: Where the longer run stops; and of each pair of stories, where a round waits for the
#: forker and two more: all states of all pairs would take days.
MOST_STATES, SOME_STATES = 300_000, 20_000


@dataclass(frozen=True)
class Wait:
    """Who waits for ever, since who is silent, and why."""

    waiting: Seats
    silent: Seats
    reason: Reason


@dataclass
class Report:
    """What was found.

    ``ends`` counts the states in which nobody has anything due, ``parted`` those in
    which honest players have acted in two stories, of which one at most goes on.
    """

    states: int = 0
    steps: int = 0
    ends: int = 0
    parted: int = 0
    #: Whether all states were visited.
    is_whole: bool = True
    waits: Counter[Wait] = field(default_factory=Counter)
    #: Without whom those who stay have gone on, where nobody waits.
    put_out: set[Seats] = field(default_factory=set)

    @property
    def reasons(self) -> set[Reason]:
        return {wait.reason for wait in self.waits}


def explore_forked(setting: Setting, most: int | None = None) -> Report:
    """Visit all states of a table at which some fork and the honest are rash.

    Or about so many for each pair of stories that the forkers tell.

    Raises:
      Counterexample: Two stories go on.
    """
    whole = Report()
    for one in setting.told():
        report = Model(one).explore(most)
        whole.states += report.states
        whole.steps += report.steps
        whole.parted += report.parted
        whole.is_whole &= report.is_whole
    return whole


class Model:
    """All states of one setting, and what is checked in each."""

    def __init__(self, setting: Setting) -> None:
        self.report = Report()
        self._setting = setting
        self._paths = Paths(setting)

    def explore(self, most: int | None = None) -> Report:
        """Visit all states, or about so many.

        Raises:
          Counterexample: Something happens that must not.
        """
        start = self._paths.begin()
        seen, todo = {start}, [start]
        while todo and (most is None or len(seen) < most):
            state = todo.pop()
            if self._setting.forks:
                self._check_stories(state)
            else:
                self._check_outcomes(state)
                self._check_end(state)
            for after in self._paths.follow(state):
                self.report.steps += 1
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        self.report.states, self.report.is_whole = len(seen), not todo
        return self.report

    def _peers(self, actors: Sequence[int]) -> list[Peer]:
        found = (self._paths.actors[number] for number in actors)
        return [actor for actor in found if isinstance(actor, Peer)]

    def _check_outcomes(self, state: State) -> None:
        """Check that no two who stay have acted on different things.

        Whoever is gone, or has left, may have acted on what is void by now; but of
        who has gone it, too, has heard nothing else.
        """
        peers, ways = self._peers(state[0]), set[tuple[object, ...]]()
        gone = NOBODY.union(*(seats for peer in peers for _, seats in peer.deeds))
        for peer in peers:
            stays = peer.seat not in gone | peer.absences.left
            deeds = list(peer.deeds)
            while ("overtaken", NOBODY) in deeds:
                if stays:
                    raise Counterexample(f"{peer.seat} stays" + self._paths.show(state))
                del deeds[: deeds.index(("overtaken", NOBODY)) + 1]
            ways.add(tuple(deed for deed in deeds if stays or deed[1]))
        for one, other in combinations(ways, 2):
            both = min(len(one), len(other))
            if one[:both] != other[:both]:
                raise Counterexample(f"{one} and {other}" + self._paths.show(state))

    def _check_stories(self, state: State) -> None:
        """Check that no two stories go on, whoever tells two."""
        peers = self._peers(state[0])
        told = two_stories(self._setting, peers)
        if told is not None:
            raise Counterexample(told + self._paths.show(state))
        self.report.parted += len(stories(peers)) > 1

    def _check_end(self, state: State) -> None:
        """Note who waits for ever if some say nothing more from now on.

        They are as many as the quorum leaves; what they have signed arrives, or
        else what nobody has of those who go on.
        """
        actors, logs = state
        known, everybody = self._paths.actors, range(len(actors))
        if self._setting.liars:
            return
        for size in range(self._setting.seats - self._setting.quorum + 1):
            for silent in combinations(everybody, size):
                if not self._setting.mute <= {*silent}:
                    continue
                live = [at for at in everybody if at not in silent]
                arrived = [
                    len(log)
                    if at in live
                    else max(known[actors[other]].view[at] for other in live)
                    for at, log in enumerate(logs)
                ]
                pairs = zip(arrived, logs, strict=True)
                for view in product(*(range(n, len(log) + 1) for n, log in pairs)):
                    self._check_wait(state, live, frozenset(silent), view)

    def _check_wait(
        self, state: State, live: Sequence[int], silent: Seats, view: View
    ) -> None:
        actors, logs = state
        known = self._paths.actors
        there = tuple(log[:count] for log, count in zip(logs, view, strict=True))
        ends = []
        for at in live:
            ends.append(end := self._paths.take_in(actors[at], there))
            actor = known[end]
            if actor.view != view or actor.deeds != known[actors[at]].deeds:
                return  # another state has that
            if actor.may_act or any(due for _, due in self._paths.words(end)):
                return
        self.report.ends += 1
        staying = [peer for peer in self._peers(ends) if peer.stays]
        waiting = frozenset(peer.seat for peer in staying if not peer.acted)
        if not waiting:
            self.report.put_out.update(peer.absences.evicted for peer in staying)
        if waiting:
            reason = self._reason(staying, silent, there)
            self.report.waits[Wait(waiting, silent, reason)] += 1
            if reason == "none":
                raise Counterexample(f"{waiting} wait" + self._paths.show(state))

    def _reason(self, staying: Sequence[Peer], silent: Seats, logs: Logs) -> Reason:
        """Return why these wait, by what has been said and nothing else."""
        if len(staying) < self._setting.quorum:
            return "too few"
        words = [[self._paths.entries[entry].word for entry in log] for log in logs]
        peer = staying[0]
        lost, absences = peer.absences.lost, peer.absences
        here = absences.present - absences.left
        votes = [
            {frozenset(w.seats) for w in said if isinstance(w, EvictionVote)}
            for said in words
        ]
        missed = [
            NOBODY.union(*(w.seats for w in said if isinstance(w, Absent)))
            for said in words
        ]
        unsigned = [
            {seat for seat in here - seats if seats not in votes[seat]}
            for seats in {s for signed in votes for s in signed if s > lost}
        ]
        if any(unsigned):  # a set that others refuse matters if no other set does
            to_come = any(some and some <= silent for some in unsigned)
            return "unsigned" if to_come else "refused"
        unheard = peer.awaited - absences.at(ROUND_ID).answers.keys() - absences.left
        needed = silent & here - unheard
        if any(not unheard <= missed[seat] for seat in needed):
            return "not missing"
        return "unsigned" if needed else "none"


def _named(setting: Setting) -> str:
    parts = (f"{k} {v}" for k, v in vars(setting).items() if v and k != "rules")
    return ", ".join(parts).replace("frozenset", "")


def main() -> None:
    """Explore what takes minutes, and print what was found."""
    few = [frozenset(seats) for seats in ([0], [1], [2], [0, 1], [1, 2], [0, 1, 2])]
    every = [Setting(3, 2, awaited) for awaited in few]
    every += [Setting(3, 2, awaited, exact=True) for awaited in few[:3]]
    every += [Setting(3, 2, few[0], leavers=few[-1], goes_on=few[-1])]
    every += [Setting(4, 3, awaited) for awaited in few]
    every += [Setting(n, n - 1, few[0], slow=few[0]) for n in (3, 4)]
    every += [Setting(4, 3, few[0], leavers=frozenset(range(4)))]
    for setting in every:
        began, report = perf_counter(), Model(setting).explore(MOST_STATES)
        print(f"{_named(setting)}: {perf_counter() - began:.0f} s", flush=True)
        bound = " (no more were visited)" if report.states >= MOST_STATES else ""
        print(f"  {report.states} states{bound}, {report.ends} in which all is said")
        for wait, times in report.waits.most_common():
            waiting, silent = sorted(wait.waiting), sorted(wait.silent)
            print(f"  {waiting} wait for {silent}: {wait.reason}, {times} times")
    for awaited in [*few, frozenset([1, 2, 3])]:
        setting = Setting(4, 3, awaited, liars=few[0], forks=True, rash=True)
        most = SOME_STATES if awaited == few[-1] else MOST_STATES
        began, report = perf_counter(), explore_forked(setting, most)
        print(f"{_named(setting)}: {perf_counter() - began:.0f} s", flush=True)
        bound = "" if report.is_whole else f" (no more than {most} of a pair)"
        print(f"  {report.states} states{bound}, in {report.parted} two stories, of")
        print("  which one at most goes on")


if __name__ == "__main__":
    main()
