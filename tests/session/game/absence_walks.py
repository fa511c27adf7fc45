"""Walks at random through one round of a table that is too large to explore.

``python -m tests.session.game.absence_walks`` walks longer than the tests do.

The players are those of :mod:`.absence_peer`, with nothing left out. In each walk the
network belongs to those who fork: it may part the honest in two, and lets little or
nothing of one side through to the other. The forkers tell each side that the other
is silent, or say anything. So a walk looks for two stories where they could be.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import ge
from random import Random
from time import process_time

from p2pgame.session.entries.payloads import Absent, Answer, EvictionVote
from p2pgame.session.game.seats import Seats
from p2pgame.session.lobby.terms import bounds
from tests.session.game.absence_peer import (
    ROUND_ID,
    Liar,
    Peer,
    Setting,
    Signed,
    Word,
    one_more,
    stories,
    two_stories,
)

#: No walk takes more steps; most end long before, for nothing is left to do.
MOST_STEPS = 1000
#: How often something from the other side gets through, when it could.
LEAKS = (0.0, 0.0, 0.02, 0.2, 1.0)


@dataclass
class Report:
    """What walks came to.

    ``split``: in so many two stories go on, and ``found`` says how the first of them
    ended. ``parted``: in so many two honest players have acted in different stories, of
    which one at most goes on; those that are split are not among them. ``by_leak``: how
    many there were, and how many are split, by how often something got through.
    """

    walks: int = 0
    states: int = 0
    distinct: int = 0
    parted: int = 0
    split: int = 0
    by_leak: dict[float, tuple[int, int]] = field(default_factory=dict)
    found: str | None = None


class Walk:
    """One walk; ``chance`` decides who does what next, and what arrives."""

    def __init__(self, setting: Setting, chance: Random) -> None:
        self._setting, self._chance = setting, chance
        honest = sorted({*range(setting.seats)} - setting.liars)
        chance.shuffle(honest)
        cut = chance.choice((chance.randint(1, len(honest) - 1), len(honest) // 2))
        self._sides = frozenset(honest[:cut]), frozenset(honest[cut:])
        #: How often something of the other side gets through at a step.
        self.leak = chance.choice(LEAKS)
        self._tells = chance.choice((0.5, 1.0, 1.0))
        self._parts = chance.choice((0.5, 1.0))
        begun = (0,) * len(setting.owners)
        self._logs: list[list[Signed]] = [[] for _ in begun]
        self.actors: list[Peer | Liar] = [
            Liar(setting, seat, log, begun)
            if seat in setting.liars
            else Peer.begin(setting, seat)
            for log, seat in enumerate(setting.owners)
        ]

    def states(self) -> Iterator[int]:
        """Yield a hash of each state of the walk."""
        for _ in range(MOST_STEPS):
            order = [*range(len(self.actors))]
            self._chance.shuffle(order)
            if not any(map(self._step, order)):
                return
            views = tuple(actor.view for actor in self.actors)
            said = tuple(tuple(one.word for one in log) for log in self._logs)
            yield hash((views, said))

    @property
    def peers(self) -> list[Peer]:
        return [actor for actor in self.actors if isinstance(actor, Peer)]

    def show(self) -> str:
        """Return what each has done, line by line."""
        return "\n".join(f"{peer.seat}: {peer.deeds}" for peer in self.peers)

    def _step(self, at: int) -> bool:
        """Let one actor do one thing; return whether it did."""
        ways = [self._read, self._say]
        self._chance.shuffle(ways)
        return any(way(at) for way in ways)

    def _read(self, at: int) -> bool:
        actor = self.actors[at]
        arrives = [entry for entry in self._readable(actor) if self._arrives(at, entry)]
        if not arrives:
            return False
        self.actors[at] = actor.receive(self._chance.choice(arrives))
        return True

    def _readable(self, actor: Peer | Liar) -> Iterator[Signed]:
        owners = self._setting.owners
        for log, count in enumerate(actor.view):
            if count == len(self._logs[log]):
                continue
            entry = self._logs[log][count]
            twin = any(
                seen and other != log and owners[other] == owners[log]
                for other, seen in enumerate(actor.view)
            )
            if not twin and all(map(ge, one_more(actor.view, log), entry.seen)):
                yield entry

    def _side(self, log: int) -> int:
        """Return on which side somebody is, or to which a forker's log is told."""
        owner = self._setting.owners[log]
        if owner in self._setting.liars:
            return log >= self._setting.seats
        return owner in self._sides[1]

    def _arrives(self, at: int, entry: Signed) -> bool:
        if isinstance(self.actors[at], Liar) and not isinstance(entry.word, Answer):
            return False
        same = self._side(at) == self._side(entry.log)
        return same or self._chance.random() < self.leak

    def _say(self, at: int) -> bool:
        actor = self.actors[at]
        word = self._of_liar(actor) if isinstance(actor, Liar) else self._of_peer(actor)
        if word is None:
            return False
        log = self._logs[at]
        seen = one_more(actor.view, at)
        entry = Signed(actor.seat, at, len(log), word, seen)
        log.append(entry)
        self.actors[at] = actor.receive(entry)
        return True

    def _of_peer(self, peer: Peer) -> Word | None:
        """Return what an honest player says, having lost patience with some."""
        if not peer.stays:
            return None
        if not peer.entered and self._chance.random() < 0.5:
            return Answer(*ROUND_ID, b"")
        unheard = peer.awaited - peer.absences.at(ROUND_ID).answers.keys() - {peer.seat}
        over = unheard & self._sides[peer.seat in self._sides[0]]
        late = over
        if self._chance.random() >= self._parts:
            late = frozenset(seat for seat in unheard if self._chance.random() < 0.5)
        return peer.due(late)

    def _of_liar(self, liar: Liar) -> Word | None:
        """Return what suits a side: that all of the other one are to be evicted."""
        kinds = [type(word) for word in liar.said]
        if self._chance.random() >= self._tells:
            words = [word for word, _ in liar.words()]
            return self._chance.choice(words) if words else None
        if liar.seat in self._setting.awaited and Answer not in kinds:
            return Answer(*ROUND_ID, b"")
        away: Seats = self._sides[1 - self._side(liar.log)] & self._setting.awaited
        seats = tuple(sorted(away))
        if not seats:
            return None
        if Absent not in kinds:
            return Absent(*ROUND_ID, seats)
        if EvictionVote not in kinds:
            return EvictionVote(*ROUND_ID, seats)
        return None


def walk(setting: Setting, seed: int, walks: int) -> Report:
    """Walk so often, from a seed that repeats every walk."""
    report, seen = Report(walks), set[int]()
    for number in range(walks):
        one = Walk(setting, Random(f"{seed} {number}"))
        told = None
        for state in one.states():
            report.states += 1
            seen.add(state)
            told = two_stories(setting, one.peers)
            if told is not None:
                report.split += 1
                report.found = report.found or f"{told}\n{one.show()}"
                break
        count, split = report.by_leak.get(one.leak, (0, 0))
        report.by_leak[one.leak] = count + 1, split + (told is not None)
        report.parted += told is None and len(stories(one.peers)) > 1
    report.distinct = len(seen)
    return report


def of(seats: int, quorum: int, forkers: int, awaited: Seats | None = None) -> Setting:
    """Return a round that waits for all, or ``awaited``; the first seats fork."""
    everybody = frozenset(range(seats))
    liars = frozenset(range(forkers))
    return Setting(seats, quorum, awaited or everybody, liars=liars, forks=True)


#: Tables, by their players and quorum: the default of each size, and the least of six.
#: Of four the search is not whole where the round waits for all.
TABLES = [(4, 3), (5, 4), (6, 5), (6, 4), (7, 5)]


def main() -> None:
    """Walk, and print how many states were seen and how many walks found a split."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--walks", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for seats, quorum in TABLES:
        least = bounds(seats, quorum).forkers
        for forkers in (least - 1, least):
            began = process_time()
            report = walk(of(seats, quorum, forkers), given.seed, given.walks)
            print(
                f"n = {seats}, q = {quorum}, {forkers} fork: {report.walks} walks, "
                f"{report.states} states, {report.distinct} of them distinct, "
                f"{report.parted} walks parted, {report.split} split "
                f"({process_time() - began:.0f} s)",
                flush=True,
            )
            for leak, (count, split) in sorted(report.by_leak.items()):
                print(f"  {leak:.0%} gets through at a step: {split} of {count} split")


if __name__ == "__main__":
    main()
