"""Step 11, who has gone: the sets of seats that all others have voted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from .entries import Entry
from .feeds import Speech, Spot
from .hashes import le64, personal

Seats: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class Question:
    """A round: who is heard in it, who takes part in the game, who is lost there."""

    spot: Spot
    heard: Seats
    there: Seats
    lost: Seats
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class Gone:
    seats: Seats
    silent: Seats


class Pasts(Protocol):
    """What a graph knows: which entries are in the past of which."""

    def has(self, entry: Entry, earlier: Entry) -> bool: ...


class Absence:
    """The votes of a game's players."""

    def __init__(self, speeches: Sequence[Speech], graph: Pasts, quorum: int) -> None:
        self._speeches, self._graph, self._quorum = speeches, graph, quorum

    def gone(self, asked: Question) -> Gone | None:
        """Return the set that is evicted from the round, if one is."""
        seats = range(len(self._speeches))
        votes = {s: v for s in seats if (v := self.vote(asked, s)) is not None}
        tally = Counter(named for _, named in votes.values())
        sets = [named for named in tally if self._has_gone(asked, named, by_now=True)]
        if not sets:
            return None
        # They were counted by seat, so of several the lowest seat's comes first.
        chosen = max(sets, key=lambda named: tally[named])
        signers = [
            entry
            for seat, (entry, named) in votes.items()
            if named == chosen and seat in asked.there - chosen
        ]
        newly = chosen - asked.lost
        silent = frozenset(s for s in newly if not self._departs(s, signers))
        return Gone(chosen, silent)

    def vote(self, asked: Question, seat: int) -> tuple[Entry, Seats] | None:
        """Return the vote of a seat that counts there."""
        for entry, seats in self._speeches[seat].votes.get(asked.spot, ()):
            if asked.lost < seats:
                return entry, seats
        return None

    def is_open(self, asked: Question) -> bool:
        """Say whether a set may yet be evicted from a round, by what is here.

        Each signer has voted for it, or may do so: it has not voted, and has no answer
        of the set in the past of its newest entry.
        """
        votes = (self.vote(asked, seat) for seat in range(len(self._speeches)))
        return any(
            self._has_gone(asked, vote[1], by_now=False)
            for vote in votes
            if vote is not None
        )

    def _departs(self, seat: int, signers: Sequence[Entry]) -> bool:
        leave = self._speeches[seat].leave
        return leave is not None and all(self._graph.has(e, leave) for e in signers)

    def answer(self, asked: Question, seat: int) -> Entry | None:
        speech = self._speeches[seat]
        if asked.is_end:
            end = speech.end
            return end[0] if end and end[1].data("turn") == asked.spot[0] else None
        answer = speech.answers.get(asked.spot)
        return answer.entry if answer else None

    def _has_gone(self, asked: Question, seats: Seats, *, by_now: bool) -> bool:
        """Say whether a set is evicted; if not ``by_now``, whether it may yet be."""
        newly = seats - asked.lost
        if not newly <= asked.heard:
            return False
        answers = [a for s in newly if (a := self.answer(asked, s)) is not None]
        signers = 0
        for seat in asked.there - seats:
            said, vote = self._speeches[seat], self.vote(asked, seat)
            knows = vote[0] if vote else said.newest
            knew = knows and any(self._graph.has(knows, a) for a in answers)
            if vote is None and said.leave is not None and not knew:
                continue
            agrees = vote[1] == seats if vote else not by_now
            if knew or not agrees:
                return False
            signers += 1
        if 0 < self._quorum <= signers:
            return True
        left = all(self._speeches[seat].leave is not None for seat in newly)
        return left and not answers and signers > 0


def evicted(round_: int, seats: Sequence[int]) -> bytes:
    return personal("p2pgame evicted", le64(round_) + b"".join(map(le64, seats)))


def dropped(turn: bytes, round_: int, seats: Sequence[int]) -> bytes:
    numbers = b"".join(map(le64, (round_, *seats)))
    return personal("p2pgame dropped", turn + numbers)


def default(turn: bytes, round_: int, seat: int, digest: bytes) -> bytes:
    return personal("p2pgame default", turn + le64(round_) + le64(seat) + digest)
