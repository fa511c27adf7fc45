"""Every way in which the players of one round can go on without somebody.

``python -m tests.session.absence_model`` explores more than the tests do, and prints
for whom the players may wait.

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
says how many: a table of four with a forker has too many.

What is left out, since it makes no difference.
- Taking in an entry shows only in what is done or said next; so all that is taken in
  just before is one step.  If the same deed could be done before an entry was taken
  in, and comes to the same state with it afterwards, only the former is explored;
  that it is the same state is compared, not assumed.
- Of a clock just the answers of this round are kept, for the rules read nothing else;
  an entry may then arrive before some that its author had, which only adds paths.
- Whoever may act does so at once: it could do nothing else that it cannot do then.
``exact`` turns the last two off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from operator import ge
from time import perf_counter
from typing import Literal, TypeAlias

from p2pgame.session.absence import NOBODY, Seats
from p2pgame.session.payloads import Absent, Answer, Without
from tests.session.absence_peer import SPOT, Liar, Peer, Setting, Signed, View, Word

Actor: TypeAlias = Peer | Liar
#: Numbers of entries, log by log.
Logs: TypeAlias = tuple[tuple[int, ...], ...]
#: Numbers of actors, and what they have signed.
State: TypeAlias = tuple[tuple[int, ...], Logs]
#: A number of an entry, and whether it is said or only taken in; -1 is acting.
Label: TypeAlias = tuple[int, bool]

#: Why players wait for ever: somebody silent has not signed a set that it takes its
#: signature for; or has said of nobody that it misses it; or some have signed a set
#: that others refuse; or those who are there are too few.
Reason: TypeAlias = Literal["unsigned", "not missing", "refused", "too few", "none"]

#: Where the longer run stops.
MOST_STATES = 300_000
#: Nobody who is honest says more in one round.
MOST_WORDS = 12


class Counterexample(Exception):
    """The rules do not keep what they promise."""


@dataclass(frozen=True)
class Wait:
    """Who waits for ever, since who is silent, and why."""

    waiting: Seats
    silent: Seats
    reason: Reason


@dataclass
class Report:
    """What was found: ``ends`` counts the states in which nobody has anything due."""

    states: int = 0
    steps: int = 0
    ends: int = 0
    waits: Counter[Wait] = field(default_factory=Counter)

    @property
    def reasons(self) -> set[Reason]:
        return {wait.reason for wait in self.waits}


class Model:
    """All states of one setting."""

    def __init__(self, setting: Setting) -> None:
        self.report = Report()
        self._setting = setting
        self._forks = setting.forks
        self._actors: list[Actor] = []
        self._entries: list[Signed] = []
        self._numbers: dict[object, int] = {}
        self._received: dict[tuple[int, int], int] = {}
        self._said: dict[int, list[tuple[Word, bool]]] = {}
        self._taken: dict[tuple[int, Logs], int] = {}
        self._steps: dict[tuple[int, int, Logs], list[tuple[int, int | None]]] = {}

    def explore(self, most: int | None = None) -> Report:
        """Visit all states, or about so many.

        Raises:
          Counterexample: Something happens that must not.
        """
        start = self._begin()
        seen, todo = {start}, [start]
        while todo and (most is None or len(seen) < most):
            state = todo.pop()
            self._check_outcomes(state)
            self._check_end(state)
            for after in self._follow(state):
                self.report.steps += 1
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        self.report.states = len(seen)
        return self.report

    def _begin(self) -> State:
        setting, actors = self._setting, list[Actor]()
        for log, seat in enumerate(setting.owners):
            if seat == setting.liar:
                actors.append(Liar(setting, seat, log, (0,) * len(setting.owners)))
            else:
                actors.append(Peer.begin(setting, seat))
        return tuple(map(self._number, actors)), ((),) * len(actors)

    def _number(self, actor: Actor) -> int:
        key = actor.seat, actor.key()
        if key not in self._numbers:
            self._numbers[key] = len(self._actors)
            self._actors.append(actor)
            if isinstance(actor, Peer) and (decision := actor.taken_back()):
                raise Counterexample(f"{actor.seat} would take back {decision}")
        return self._numbers[key]

    def _number_of(self, entry: Signed) -> int:
        if entry not in self._numbers:
            self._numbers[entry] = len(self._entries)
            self._entries.append(entry)
        return self._numbers[entry]

    def _receive(self, number: int, entry: int) -> int:
        """Return the actor that comes of this one by an entry."""
        key = number, entry
        if key not in self._received:
            if entry < 0:
                actor = self._actors[number]
                assert isinstance(actor, Peer)
                self._received[key] = self._number(actor.act())
            else:
                got = self._actors[number].receive(self._entries[entry])
                self._received[key] = self._number(got)
        return self._received[key]

    def _words(self, number: int) -> list[tuple[Word, bool]]:
        if number not in self._said:
            self._said[number] = list(self._actors[number].words())
        return self._said[number]

    def _readable(self, actor: Actor, logs: Logs) -> Iterator[int]:
        """Yield the entries that an actor can take in next.

        Who has one branch of a fork and comes to the other stops the game for
        itself; so it might as well not come to it.
        """
        view = actor.view
        for log, count in enumerate(view):
            if count == len(logs[log]) or (self._forks and self._sees_other(view, log)):
                continue
            entry = self._entries[logs[log][count]]
            if isinstance(actor, Liar) and not _is_answer(entry):
                continue
            seen = (*entry.seen[:log], 0, *entry.seen[log + 1 :])
            if all(map(ge, view, seen)):
                yield logs[log][count]

    def _sees_other(self, view: View, log: int) -> bool:
        owners = self._setting.owners
        logs = range(len(owners))
        return any(view[o] and o != log and owners[o] == owners[log] for o in logs)

    def _sign(self, at: int, view: View, word: Word, logs: Logs) -> int:
        seen = list(view)
        for log, count in enumerate(view):
            if log == at:
                seen[log] += 1
            elif not self._setting.exact:
                heard = [self._entries[entry] for entry in logs[log][:count]]
                answers = [n for n, entry in enumerate(heard, 1) if _is_answer(entry)]
                seen[log] = max(answers, default=0)
        owner = self._setting.owners[at]
        return self._number_of(Signed(owner, at, view[at], word, tuple(seen)))

    def _follow(self, state: State) -> Iterator[State]:
        """Yield each state after one more deed or word of anybody's."""
        actors, logs = state
        for at, number in enumerate(actors):
            key = at, number, logs
            if key not in self._steps:
                self._steps[key] = list(self._follow_one(*key))
            for after, entry in self._steps[key]:
                now = (*actors[:at], after, *actors[at + 1 :])
                if entry is None:
                    yield now, logs
                    continue
                log = (*logs[at], entry)
                if len(log) > MOST_WORDS:
                    raise Counterexample("no end of words" + self._show(state))
                yield now, (*logs[:at], log, *logs[at + 1 :])

    def _follow_one(
        self, at: int, first: int, logs: Logs
    ) -> Iterator[tuple[int, int | None]]:
        """Yield what becomes of one actor, and what it has signed."""
        deeds = self._actors[first].deeds
        level: dict[int, list[tuple[int, int]]] = {first: []}
        steps: dict[int, dict[Label, int]] = {}
        while level:
            above: dict[int, list[tuple[int, int]]] = {}
            for number, parents in level.items():
                actor, mine = self._actors[number], dict[Label, int]()
                steps[number] = mine
                for word, _ in self._words(number):
                    entry = self._sign(at, actor.view, word, logs)
                    mine[entry, True] = self._receive(number, entry)
                if actor.may_act:
                    mine[-1, False] = self._receive(number, -1)
                for entry in self._readable(actor, logs):
                    after = self._receive(number, entry)
                    if self._actors[after].deeds != deeds:
                        mine[entry, False] = after
                    else:
                        above.setdefault(after, []).append((number, entry))
                for label, after in mine.items():
                    before = ((steps[other], entry) for other, entry in parents)
                    if not any(
                        label in theirs and self._receive(theirs[label], entry) == after
                        for theirs, entry in before
                    ):
                        yield after, label[0] if label[1] else None
            level = above

    def _peers(self, actors: Sequence[int]) -> list[Peer]:
        found = (self._actors[number] for number in actors)
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
                    raise Counterexample(f"{peer.seat} stays" + self._show(state))
                del deeds[: deeds.index(("overtaken", NOBODY)) + 1]
            ways.add(tuple(deed for deed in deeds if stays or deed[1]))
        for one, other in combinations(ways, 2):
            both = min(len(one), len(other))
            if one[:both] != other[:both]:
                raise Counterexample(f"{one} and {other}" + self._show(state))

    def _check_end(self, state: State) -> None:
        """Note who waits for ever if some say nothing more from now on.

        They are as many as the quorum leaves; what they have signed arrives, or
        else what nobody has of those who go on.
        """
        actors, logs = state
        everybody = range(len(actors))
        if self._setting.liar is not None:
            return
        for size in range(self._setting.seats - self._setting.quorum + 1):
            for silent in combinations(everybody, size):
                if not self._setting.mute <= {*silent}:
                    continue
                live = [at for at in everybody if at not in silent]
                arrived = [
                    len(log)
                    if at in live
                    else max(self._actors[actors[other]].view[at] for other in live)
                    for at, log in enumerate(logs)
                ]
                pairs = zip(arrived, logs, strict=True)
                for view in product(*(range(n, len(log) + 1) for n, log in pairs)):
                    self._check_wait(state, live, frozenset(silent), view)

    def _check_wait(
        self, state: State, live: Sequence[int], silent: Seats, view: View
    ) -> None:
        actors, logs = state
        there = tuple(log[:count] for log, count in zip(logs, view, strict=True))
        ends = []
        for at in live:
            ends.append(end := self._take_in(actors[at], there))
            actor = self._actors[end]
            if actor.view != view or actor.deeds != self._actors[actors[at]].deeds:
                return  # another state has that
            if actor.may_act or any(due for _, due in self._words(end)):
                return
        self.report.ends += 1
        staying = [peer for peer in self._peers(ends) if peer.stays]
        waiting = frozenset(peer.seat for peer in staying if not peer.acted)
        if waiting:
            reason = self._reason(staying, silent, there)
            self.report.waits[Wait(waiting, silent, reason)] += 1
            if reason == "none":
                raise Counterexample(f"{waiting} wait" + self._show(state))

    def _take_in(self, number: int, logs: Logs) -> int:
        key = number, logs
        if key not in self._taken:
            while entries := list(self._readable(self._actors[number], logs)):
                number = self._receive(number, entries[0])
            self._taken[key] = number
        return self._taken[key]

    def _reason(self, staying: Sequence[Peer], silent: Seats, logs: Logs) -> Reason:
        """Return why these wait, by what has been said and nothing else."""
        if len(staying) < self._setting.quorum:
            return "too few"
        words = [[self._entries[entry].word for entry in log] for log in logs]
        peer = staying[0]
        lost, absences = peer.lost, peer.absences
        here = absences.present - absences.left
        votes = [
            {frozenset(w.seats) for w in said if isinstance(w, Without)}
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
        unheard = peer.awaited - absences.at(SPOT).answers.keys() - absences.left
        needed = silent & here - unheard
        if any(not unheard <= missed[seat] for seat in needed):
            return "not missing"
        return "unsigned" if needed else "none"

    def _show(self, state: State) -> str:
        lines = [""]
        for number, log in zip(*state, strict=True):
            actor = self._actors[number]
            lines.append(f"{actor.seat}: {actor.deeds}, has {actor.view}")
            for entry in log:
                word, seen = self._entries[entry].word, self._entries[entry].seen
                seats = getattr(word, "seats", "")
                lines.append(f"    {type(word).__name__} {seats} has {seen}")
        return "\n".join(lines)


def _is_answer(entry: Signed) -> bool:
    return isinstance(entry.word, Answer) and entry.word.turn == SPOT[0]


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
    every += [Setting(4, 3, few[0], leavers=frozenset(range(4)))]
    every += [Setting(4, 3, few[4], liar=0, forks=True)]
    every += [Setting(4, 3, few[3], liar=3, forks=True)]
    for setting in every:
        began, report = perf_counter(), Model(setting).explore(MOST_STATES)
        print(f"{_named(setting)}: {perf_counter() - began:.0f} s", flush=True)
        bound = " (no more were visited)" if report.states >= MOST_STATES else ""
        print(f"  {report.states} states{bound}, {report.ends} in which all is said")
        for wait, times in report.waits.most_common():
            waiting, silent = sorted(wait.waiting), sorted(wait.silent)
            print(f"  {waiting} wait for {silent}: {wait.reason}, {times} times")


if __name__ == "__main__":
    main()
