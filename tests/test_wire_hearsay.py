"""Whatever is said of who has gone, the program and the second reader agree."""

from __future__ import annotations

from collections import Counter
from random import Random

from p2pgame.session.entries.payloads import EvictionVote
from p2pgame.session.game.absence.absence import Absences
from p2pgame.session.game.absence.votes import Votes
from tests.second.absence import Absence, Question, Seats
from tests.second.entries import Entry
from tests.second.feeds import Answer, Speech


class Hearsay:
    """Entries by authors who say anything about one round, for both readers.

    The program hears of them one by one, the page of all at once.
    """

    round_id = bytes(32), 0

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.seats = chance.choice([3, 4, 5])
        self._some = chance.sample(range(self.seats), 2)
        self._authors = tuple(bytes([seat]) for seat in range(self.seats))
        self._quorum = chance.choice([0, self.seats // 2 + 1])
        self.program = Absences(Votes(self._authors, self._quorum))
        self._lost: Seats = frozenset()
        self._speeches = [Speech() for _ in range(self.seats)]
        self._pasts: dict[bytes, set[bytes]] = {}
        self._heads = dict.fromkeys(range(self.seats), -1)

    def say(self) -> None:
        """Let somebody sign an entry that has seen some of the others'."""
        seat = self._chance.randrange(self.seats)
        author, sequence = bytes([seat]), self._heads[seat] + 1
        clock = {
            bytes([other]): self._chance.choice([-1, head])
            for other, head in self._heads.items()
        }
        id, speech = bytes([seat, sequence]), self._speeches[seat]
        entry = Entry(b"", author, sequence, b"", (), b"", id, 0)
        self._pasts[id] = {
            author + bytes([number])
            for author, last in clock.items()
            for number in range(last + 1)
        }
        self._heads[seat] = sequence
        if speech.leave is None:
            speech.newest = entry
        self.program.votes.saw(seat, clock)
        match self._chance.randrange(8):
            case 0:
                self.program.leave(seat, sequence)
                speech.leave = speech.leave or entry
            case 1:
                if self.program.votes.answer(seat, self.round_id, sequence):
                    speech.answers.setdefault(self.round_id, Answer(entry, b""))
            case _:
                some = self._chance.sample(self._some, self._chance.choice([1, 1, 2]))
                seats = tuple(sorted({*some, *self._lost}))
                self.program.say(seat, EvictionVote(*self.round_id, seats), clock)
                if speech.leave is None:
                    said = speech.votes.setdefault(self.round_id, [])
                    said.append((entry, frozenset(seats)))

    def has(self, entry: Entry, earlier: Entry) -> bool:
        """Say whether an entry has another in its past, as a graph does."""
        return earlier.id in self._pasts[entry.id]

    def heard(self, awaited: Seats) -> list[Seats]:
        """Return who goes now by the program, one set after another."""
        gone = []
        while now := self.program.decided(self.round_id, awaited - self._lost):
            self.program.evict(now)
            self._lost |= now
            gone.append(now)
        return gone

    def read(self, awaited: Seats) -> list[Seats]:
        """Return who has gone by the page, one set after another."""
        gone, lost = list[Seats](), frozenset[int]()
        there = frozenset(range(self.seats))
        page = Absence(self._speeches, self, self._quorum)
        while now := page.gone(
            Question(self.round_id, awaited - lost, there - lost, lost)
        ):
            gone.append(now.seats - lost)
            lost |= now.seats
        return gone

    def is_open(self, awaited: Seats) -> tuple[bool, bool]:
        """Return whether a seat may yet go, by the program and by the page."""
        there, lost = frozenset(range(self.seats)) - self._lost, self._lost
        asked = Question(self.round_id, awaited - lost, there, lost)
        page = Absence(self._speeches, self, self._quorum)
        mine = self.program.may_yet_decide(self.round_id, asked.heard, None)
        return mine, page.is_open(asked)


def test_whatever_anybody_says_the_page_and_the_program_agree_who_goes() -> None:
    times = Counter[int]()
    for seed in range(5000):
        chance = Random(seed)
        hearsay = Hearsay(chance)
        seats = range(hearsay.seats)
        awaited = frozenset(seat for seat in seats if chance.random() < 0.9)
        gone: list[Seats] = []
        for _ in range(chance.randint(4, 24)):
            hearsay.say()
            gone += hearsay.heard(awaited)
        # Those who sign against each other and leave may leave two outcomes, to nobody.
        if hearsay.read(awaited) != gone:
            assert hearsay.program.left == frozenset(seats)
        times[len(gone)] += 1
    assert min(times[0], times[1], times[2]) > 50


def test_whatever_anybody_says_the_page_and_the_program_agree_what_is_open() -> None:
    times = Counter[bool]()
    for seed in range(500):
        chance = Random(seed)
        hearsay = Hearsay(chance)
        awaited = frozenset(range(hearsay.seats))
        for _ in range(chance.randint(4, 16)):
            hearsay.say()
            hearsay.heard(awaited)
            mine, theirs = hearsay.is_open(awaited)
            assert mine == theirs, seed
            times[mine] += 1
    assert min(times.values()) > 500
