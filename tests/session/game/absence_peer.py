"""The actors of the model in :mod:`.absence_model`.

A :class:`Peer` does with the real :class:`Absences` what ``Play`` and ``Table`` do
with it in one round that can spare anybody, and holds no rule of its own.  A
:class:`Liar` says what suits it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from p2pgame.session.entries.payloads import (
    Absent,
    Answer,
    EvictionVote,
    Leave,
    Receipt,
)
from p2pgame.session.game.absence.absence import Absences
from p2pgame.session.game.absence.votes import Votes, Waiting
from p2pgame.session.game.seats import NOBODY, RoundId, Seats
from p2pgame.session.game.table_cards import TableCards
from tests.session.game.absence_states import cloned, frozen

#: The round that is played, and one after it, in which nobody is waited for.
ROUND_ID: RoundId = b"round".ljust(32), 0
LATER: RoundId = b"later".ljust(32), 0

Word: TypeAlias = Answer | Absent | EvictionVote | Receipt | Leave
#: What a peer did that cannot be undone: it "acted", went on "without" somebody,
#: or was "overtaken": the others went on without somebody on whom it had acted.
Deed: TypeAlias = tuple[str, Seats]
#: How many entries of each log somebody has, by log.
View: TypeAlias = tuple[int, ...]
#: All that a liar says in one log.
Story: TypeAlias = tuple[Word, ...]


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
    #: The seats that answer just in time: each once it hears that another misses it.
    slow: Seats = NOBODY
    #: Who says anything, and whether each tells two stories, in two logs.
    liars: Seats = NOBODY
    forks: bool = False
    #: Whether the honest sign against anybody whose answer they lack, at any time, and
    #: nobody says whom it misses.  That is more than they do, and takes fewer states.
    rash: bool = False
    #: Then, by log, all that a liar says: it is there from the start.
    stories: tuple[Story, ...] = ()
    #: Whether clocks are kept whole, and a peer may be slow to act.
    exact: bool = False
    rules: type[Votes] = Votes

    def told(self) -> Iterator[Setting]:
        """Yield this with each pair of stories that every liar can tell from the start.

        A story has whatever can be said in it, for who hears less of it just has not
        heard the rest yet. Of the sets by which nobody is gone, one stands for all; so
        it does for having seen an answer, which makes a signature worth nothing.
        """
        pairs = [combinations_with_replacement(self._stories(s), 2) for s in self.liars]
        for some in product(*pairs):
            by_seat = dict(zip(self.liars, some, strict=True))
            logs = [by_seat[s][0] if s in by_seat else () for s in range(self.seats)]
            logs += [by_seat[seat][1] for seat in sorted(self.liars)]
            yield replace(self, stories=tuple(logs))

    def _stories(self, liar: int) -> list[Story]:
        others = frozenset(range(self.seats)) - {liar}
        sets = [*subsets(others & self.awaited, self.seats - self.quorum)][1:]
        sets.append(frozenset({min(others - self.awaited or others)}))
        votes = [EvictionVote(*ROUND_ID, tuple(sorted(some))) for some in set(sets)]
        if liar not in self.awaited:
            return [(vote,) for vote in votes]
        answer = Answer(*ROUND_ID, b"")
        return [some for vote in votes for some in ((vote, answer), (answer, vote))]

    @property
    def authors(self) -> tuple[bytes, ...]:
        return tuple(bytes([seat]) * 32 for seat in range(self.seats))

    @property
    def owners(self) -> tuple[int, ...]:
        """Whose each log is."""
        return (*range(self.seats), *(sorted(self.liars) if self.forks else ()))


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
    def is_missed(self) -> bool:
        """Whether it has heard another say that it is late."""
        return any(
            self.seat in seats for seats in self.absences.at(ROUND_ID).absent.values()
        )

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
        if not self.entered and (self.seat not in self.setting.slow or self.is_missed):
            yield Answer(*ROUND_ID, b""), True
        unheard = self.awaited - self.absences.at(ROUND_ID).answers.keys() - {self.seat}
        rash = self.setting.rash
        due = self.rash_words if rash else map(self.due, subsets(unheard))
        for word in dict.fromkeys(due):
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

    @property
    def rash_words(self) -> Iterator[Word | None]:
        """Yield what it says who signs against others whenever it can."""
        absences = self.absences
        yield absences.to_confirm(self.seat)
        if self.acted or not self.entered:
            return
        now, lost = absences.at(ROUND_ID), absences.lost
        if now.vote(self.seat, lost) is not None:
            return
        unheard = self.awaited - now.answers.keys() - {self.seat}
        spared = len(absences.present) - self.setting.quorum
        for seats in subsets(unheard, spared):
            if seats:
                yield EvictionVote(*ROUND_ID, tuple(sorted(seats | lost)))

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
        if self.setting.stories:
            return
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


def stories(peers: Iterable[Peer]) -> dict[tuple[Deed, ...], Seats]:
    """Return in which stories honest players have acted, and who in each.

    A player that has gone by its own story takes part in none.
    """
    found: dict[tuple[Deed, ...], Seats] = {}
    for peer in peers:
        if peer.acted and peer.stays:
            found[peer.deeds] = found.get(peer.deeds, NOBODY) | {peer.seat}
    return found


def two_stories(setting: Setting, peers: Sequence[Peer]) -> str | None:
    """Return which two stories both go on, None: at most one does.

    A story goes on if cards can be opened in it without all who do not follow it.
    Whoever forks follows every story, an honest player the one in which it has acted,
    and no other ever.
    """
    for peer in peers:
        if ("overtaken", NOBODY) in peer.deeds and peer.stays:
            return f"{peer.seat} stays, and has acted twice"
    found = stories(peers)
    if len(found) < 2:
        return None
    everybody = frozenset(range(setting.seats))
    cards = TableCards(setting.seats, None, None, setting.quorum)
    going = [
        story
        for story, followers in found.items()
        if cards.spares(everybody - followers - setting.liars)
    ]
    return f"{going[0]} and {going[1]}" if len(going) > 1 else None


def subsets(seats: Seats, most: int = 16) -> Iterator[Seats]:
    """Yield the subsets of at most so many seats, the smallest first."""
    for size in range(min(len(seats), most) + 1):
        yield from map(frozenset, combinations(sorted(seats), size))


def fresh(setting: Setting) -> Absences:
    absences = Absences(setting.rules(setting.authors, setting.quorum))
    absences.reach(ROUND_ID[0], over=False)
    return absences


def one_more(view: View, log: int) -> View:
    return (*view[:log], view[log] + 1, *view[log + 1 :])
