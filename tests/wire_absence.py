"""Who has gone from a game, and from where, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.  It looks at all
entries at once, where a table hears of them one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.wire_group import le64
from tests.wire_reader import hash_of

#: A turn's id and one of its rounds.
RoundId: TypeAlias = tuple[bytes, int]
Seats: TypeAlias = frozenset[int]
#: A set that its author goes on without, and the id of the entry that says so.
EvictionVote: TypeAlias = tuple[Seats, bytes]

NOBODY: Seats = frozenset()


@dataclass(frozen=True)
class Gone(Exception):
    """The turn is dropped in this round, without these seats.

    Or a move is made for the only one of them, who stays.
    """

    round: int
    seats: Seats
    default: str | None = None
    forfeits: bool = False


def lost(number: int, seats: Collection[int]) -> bytes:
    """Return the word that stands among the answers of a turn that goes on."""
    return hash_of("p2pgame evicted", _of(number, seats))


def gone(turn: bytes, number: int, seats: Collection[int]) -> bytes:
    """Return the id that follows a turn which was dropped."""
    return hash_of("p2pgame dropped", turn + _of(number, seats))


def default(turn: bytes, number: int, seat: int, digest: bytes) -> bytes:
    """Return the id that follows a turn in which a move was made for somebody."""
    return hash_of("p2pgame default", turn + _of(number, [seat]) + digest)


def _of(number: int, seats: Collection[int]) -> bytes:
    return b"".join(map(le64, (number, *sorted(seats))))


@dataclass
class Absences:
    """What was said of absence at a table, by round and author.

    ``words`` are ids of answers and ends; ``withouts`` the sets, and the ids of
    the entries that name them, in the order of the author's feed; ``left`` is by
    author the entry in which it leaves.
    """

    words: dict[RoundId, dict[bytes, bytes]] = field(default_factory=dict)
    evictions: dict[RoundId, dict[bytes, list[EvictionVote]]] = field(
        default_factory=dict
    )
    left: dict[bytes, bytes] = field(default_factory=dict)

    def note_word(self, round_id: RoundId, author: bytes, id: bytes) -> None:
        self.words.setdefault(round_id, {}).setdefault(author, id)

    def note_eviction(
        self, round_id: RoundId, author: bytes, seats: Collection[int], id: bytes
    ) -> None:
        if author not in self.left:
            signed = self.evictions.setdefault(round_id, {}).setdefault(author, [])
            signed.append((frozenset(seats), id))

    def counting(
        self, round_id: RoundId, author: bytes, lost: Seats
    ) -> EvictionVote | None:
        """Return the eviction vote of an author that counts when these are lost."""
        signed = self.evictions.get(round_id, {}).get(author, [])
        return next((without for without in signed if lost < without[0]), None)


@dataclass
class Crowd:
    """Who is there; ``past`` says what an entry builds on."""

    authors: tuple[bytes, ...]
    quorum: int
    said: Absences
    past: Callable[[bytes], Collection[bytes]]
    here: set[int]

    def gone(self, round_id: RoundId, heard: Collection[int], lost: Seats) -> Seats:
        """Return those heard who go from this round now, besides who is lost there."""
        signed = self._signed(round_id, lost)
        support = Counter(signed[seat][0] for seat in sorted(signed))
        agreed = [
            seats - lost
            for seats in support
            if seats - lost <= {*heard} and self._is_agreed(round_id, seats, lost)
        ]
        # The first of those that most have signed: it has the lowest seat.
        return max(agreed, key=lambda seats: support[seats | lost], default=NOBODY)

    def silent(self, round_id: RoundId, gone: Seats, lost: Seats) -> Seats:
        """Return those of ``gone`` whose leave not all have seen who signed."""
        pasts = [
            self.past(id)
            for seat, (seats, id) in self._signed(round_id, lost).items()
            if seats == gone | lost and seat in self.here - gone
        ]
        leaves = {seat: self.said.left.get(self.authors[seat]) for seat in gone}
        return frozenset(
            seat
            for seat, leave in leaves.items()
            if leave is None or not all(leave in past for past in pasts)
        )

    def _signed(self, round_id: RoundId, lost: Seats) -> dict[int, EvictionVote]:
        counting = {
            seat: self.said.counting(round_id, author, lost)
            for seat, author in enumerate(self.authors)
        }
        return {seat: without for seat, without in counting.items() if without}

    def _is_agreed(self, round_id: RoundId, seats: Seats, lost: Seats) -> bool:
        signed, left = self._signed(round_id, lost), self._left
        answers = self._answers(round_id, seats - lost)
        signers = {
            s
            for s in self.here - seats
            if s in signed or s not in left or self._knew(s, answers)
        }
        spared = seats - lost <= left and not answers
        enough = 0 < self.quorum <= len(signers) or spared
        if not (signers and enough):
            return False
        return all(
            signer in signed
            and signed[signer][0] == seats
            and answers.isdisjoint(self.past(signed[signer][1]))
            for signer in signers
        )

    def _knew(self, seat: int, answers: set[bytes]) -> bool:
        """Return whether a seat that has left had one of these answers then."""
        return not answers.isdisjoint(self.past(self.said.left[self.authors[seat]]))

    @property
    def _left(self) -> Seats:
        seats = range(len(self.authors))
        return frozenset(s for s in seats if self.authors[s] in self.said.left)

    def _answers(self, round_id: RoundId, seats: Seats) -> set[bytes]:
        words = self.said.words.get(round_id, {})
        return {words[a] for s in seats if (a := self.authors[s]) in words}
