"""The actors of the model in :mod:`.absence_model`.

A :class:`Peer` does with the real :class:`Absences` what ``Play`` and ``Table`` do
with it in one round that can spare anybody, and holds no rule of its own.  A
:class:`Liar` says what suits it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias, TypeVar

from p2pgame.session.entries.payloads import (
    Absent,
    Answer,
    EvictionVote,
    Leave,
    Receipt,
)
from p2pgame.session.game.absence import Absences
from p2pgame.session.game.receipts import Receipts
from p2pgame.session.game.seats import NOBODY, RoundId, Seats
from p2pgame.session.game.votes import Round, Votes, Waiting

#: The round that is played, and one after it, in which nobody is waited for.
ROUND_ID: RoundId = b"round".ljust(32), 0
LATER: RoundId = b"later".ljust(32), 0

Word: TypeAlias = Answer | Absent | EvictionVote | Receipt | Leave
#: What a peer did that cannot be undone: it "acted", went on "without" somebody,
#: or was "overtaken": the others went on without somebody on whom it had acted.
Deed: TypeAlias = tuple[str, Seats]
#: How many entries of each log somebody has, by log.
View: TypeAlias = tuple[int, ...]
T = TypeVar("T")


class Signed(NamedTuple):
    """An entry: whose, in which log (a forker has two), and what it had seen."""

    seat: int
    log: int
    sequence: int
    word: Word
    seen: View


class Decision(NamedTuple):
    """A set that counted, and what was asked for it."""

    gone: Seats
    waiting: Waiting


@dataclass(frozen=True)
class Setting:
    """What is explored: ``awaited`` are those whose answers are not here yet.

    All others have answered already, and everybody has their answers.
    """

    seats: int
    quorum: int
    awaited: Seats
    #: Who may say at any moment that it leaves.
    leavers: Seats = NOBODY
    #: Who may sign a word of the round after this one, once it has acted.
    goes_on: Seats = NOBODY
    #: Who says nothing from the beginning.
    mute: Seats = NOBODY
    #: Who says anything, and whether it tells two stories, in two logs.
    liar: int | None = None
    forks: bool = False
    #: Whether clocks are kept whole, and a peer may be slow to act.
    exact: bool = False
    rules: type[Votes] = Votes

    @property
    def authors(self) -> tuple[bytes, ...]:
        return tuple(bytes([seat]) * 32 for seat in range(self.seats))

    @property
    def owners(self) -> tuple[int, ...]:
        """Whose each log is."""
        seats = tuple(range(self.seats))
        return (*seats, self.liar) if self.forks and self.liar is not None else seats


@dataclass
class Peer:
    """All that one player knows and has done; a copy is made before any change."""

    setting: Setting
    seat: int
    absences: Absences
    view: View
    entered: bool
    awaited: Seats
    acted: bool = False
    deeds: tuple[Deed, ...] = ()
    heard: tuple[Signed, ...] = ()
    decisions: tuple[Decision, ...] = ()

    @classmethod
    def begin(cls, setting: Setting, seat: int) -> Peer:
        view, entered = (0,) * len(setting.owners), seat not in setting.awaited
        return cls(setting, seat, fresh(setting), view, entered, setting.awaited)

    def key(self) -> Hashable:
        """Return what its future depends on."""
        past = {"setting", "heard", "decisions"}
        return frozen({k: v for k, v in vars(self).items() if k not in past})

    def copy(self) -> Peer:
        return replace(self, absences=cloned(self.absences))

    @property
    def stays(self) -> bool:
        return self.seat not in self.absences.evicted | self.absences.left

    @property
    def may_act(self) -> bool:
        absences = self.absences
        return (
            self.entered
            and not self.acted
            and self.awaited <= absences.at(ROUND_ID).answers.keys()
            and not absences.may_yet_decide(ROUND_ID, self.awaited, self.seat)
        )

    def clock(self, seen: View) -> Mapping[bytes, int]:
        """Return what somebody with this view had seen, as ``History`` says it."""
        setting, clock = self.setting, dict[bytes, int]()
        for log, count in enumerate(seen):
            author = setting.authors[setting.owners[log]]
            if count:
                clock[author] = max(clock.get(author, 0), count - 1)
        return clock

    def receive(self, entry: Signed) -> Peer:
        """Return this peer with one more entry, its own or another's."""
        peer = self.copy()
        peer.view = one_more(peer.view, entry.log)
        peer.heard = (*peer.heard, entry)
        peer.fold(entry)
        if peer.absences.overtaken:
            peer.start_again()
        return peer if self.setting.exact or not peer.may_act else peer.act()

    def fold(self, entry: Signed) -> None:
        clock, word = self.clock(entry.seen), entry.word
        self.absences.votes.saw(entry.seat, clock)
        match word:
            case Answer():
                round_id = word.turn, word.round
                self.absences.votes.answer(entry.seat, round_id, entry.sequence)
                self.entered |= entry.seat == self.seat
            case Leave():
                self.absences.leave(entry.seat, entry.sequence)
            case Absent() | EvictionVote():
                self.absences.say(entry.seat, word, clock)
        self.go_without()

    def go_without(self) -> None:
        """Drop those of whom all others have agreed that they are gone."""
        absences = self.absences
        while not self.acted:
            gone = absences.decided(ROUND_ID, self.awaited)
            if not gone or (not self.entered and self.seat not in gone):
                return  # our own answer comes first
            self.decisions += (
                Decision(gone, absences.waiting(ROUND_ID, self.awaited)),
            )
            self.deeds += (("without", gone),)
            absences.evict(gone)
            self.awaited -= gone
            self.entered = True

    def start_again(self) -> None:
        """Fold all anew, as a table does that was overtaken."""
        self.absences = fresh(self.setting)
        self.acted, self.awaited = False, self.setting.awaited
        self.deeds += (("overtaken", NOBODY),)
        self.decisions = ()
        for entry in self.heard:
            self.fold(entry)

    def act(self) -> Peer:
        """Return this peer after it has acted on the answers."""
        peer = self.copy()
        peer.absences.passed(ROUND_ID, peer.awaited)
        peer.acted = True
        peer.deeds += (("acted", NOBODY),)
        return peer

    def words(self) -> Iterator[tuple[Word, bool]]:
        """Yield what it may say now, and whether it will if nothing else happens."""
        if not self.stays or self.seat in self.setting.mute:
            return
        if not self.entered:
            yield Answer(*ROUND_ID, b""), True
        unheard = self.awaited - self.absences.at(ROUND_ID).answers.keys() - {self.seat}
        late = [
            frozenset(some)
            for size in range(len(unheard) + 1)
            for some in combinations(sorted(unheard), size)
        ]
        for word in dict.fromkeys(map(self.due, late)):
            if word is not None:
                yield word, True
        if self.seat in self.setting.leavers:
            yield Leave(), False
        later = self.absences.at(LATER).answers
        if self.acted and self.seat in self.setting.goes_on - later.keys():
            yield Answer(*LATER, b""), False

    def due(self, late: Seats) -> Word | None:
        """Return what it says once these have been waited for long enough."""
        absences = cloned(self.absences)
        absences.late = late
        if not self.entered and not absences.left & self.awaited:
            return absences.to_confirm(self.seat)
        if self.acted:
            return absences.due(LATER, NOBODY, self.seat)
        return absences.due(ROUND_ID, self.awaited, self.seat)

    def taken_back(self) -> Decision | None:
        """Return a decision that would be another one if it were asked for now."""
        for decision in self.decisions:
            if self.absences.votes.decided(decision.waiting) != decision.gone:
                return decision
        return None


@dataclass
class Liar:
    """A log of somebody who says anything, but only so much of each kind.

    It misses all others at once, which is the most that it can say of that, and goes
    on without one or two of them, twice, or once in each story.  It takes in answers
    only: what else it has seen is nothing to anybody.
    """

    setting: Setting
    seat: int
    log: int
    view: View
    said: tuple[Word, ...] = ()
    deeds: tuple[Deed, ...] = ()
    may_act: bool = False

    def key(self) -> Hashable:
        return self.log, self.view, self.said

    def receive(self, entry: Signed) -> Liar:
        said = (*self.said, entry.word) if entry.log == self.log else self.said
        return replace(self, view=one_more(self.view, entry.log), said=said)

    def words(self) -> Iterator[tuple[Word, bool]]:
        others = sorted({*range(self.setting.seats)} - {self.seat})
        kinds = [type(word) for word in self.said]
        if not kinds:
            yield Absent(*ROUND_ID, tuple(others)), False
            return
        forks = self.setting.forks
        if kinds.count(EvictionVote) < (1 if forks else 2):
            for size in (1, 2):
                for seats in combinations(others, size):
                    yield EvictionVote(*ROUND_ID, seats), False
        if Receipt not in kinds and not forks:
            yield Receipt(*ROUND_ID), False
        if self.seat in self.setting.awaited and Answer not in kinds:
            yield Answer(*ROUND_ID, b""), False


def fresh(setting: Setting) -> Absences:
    absences = Absences(setting.rules(setting.authors, setting.quorum))
    absences.reach(ROUND_ID[0], over=False)
    return absences


def one_more(view: View, log: int) -> View:
    return (*view[:log], view[log] + 1, *view[log + 1 :])


def cloned(value: T) -> T:
    """Copy what changes, and share what does not."""
    made: object = value
    match value:
        case dict():
            made = {key: cloned(each) for key, each in value.items()}
        case list():
            made = [cloned(each) for each in value]
        case set():
            made = set(value)
        case Absences() | Receipts() | Round() | Votes():
            made = object.__new__(type(value))
            for name, each in vars(value).items():
                setattr(made, name, cloned(each))
    return made  # type: ignore[return-value]


def frozen(value: object) -> Hashable:
    """Return something equal for equal states, whatever the order they came in."""
    match value:
        case dict():
            return frozenset((key, frozen(each)) for key, each in value.items())
        case list() | tuple():
            return tuple(frozen(each) for each in value)
        case set():
            return frozenset(value)
        case Absences() | Receipts() | Round() | Votes():
            return frozen(vars(value))
    assert isinstance(value, Hashable)
    return value
