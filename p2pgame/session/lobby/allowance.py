"""This module bounds what each player may say beside its answers.

A transcript has a greatest size. So that a game can always be written down, each
author has an allowance over the whole table: the same part of a quarter of a
transcript, in entries and in bytes. All its entries count but the first answer to each
round of each turn that the game comes to. A program signs nothing that would exceed its
own allowance; an author that exceeds it has misbehaved.

All but first answers is counted from the author's own feed, as it is delivered, so
every peer judges alike. Whether a turn is one of the game only playing shows: answers
to turns that the game has not come to are judged when all is played that is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from p2pgame.log import Entry, History
from p2pgame.log.archive import ARCHIVE_LIMIT, ENTRIES_LIMIT
from p2pgame.log.packed import PackedMap

from ..entries import payloads
from ..entries.errors import Fault, InvalidPayload, Misbehaviour
from ..entries.payloads import CHAT_LENGTH, Answer, Chat, Nudge, Payload
from .lobby import Lobby

#: The part of a transcript that is kept for what is no answer.
_PART = 4
#: Bytes of an entry around its payload that its author has no say in, at most: what it
#: names counts, too, but is not known before it is signed.
_AROUND = 4096

#: Turns with open answers, at least, before it is seen which were played.
FEW = 64

#: Bytes of a round's short name.
_PLACE_BYTES = 18

#: How an answer's payload begins.
_ANSWER = b"\x84\x66answer"


def limits(seats: int) -> tuple[int, int]:
    """Return how many entries and bytes each of ``seats`` players may say."""
    share = _PART * max(1, seats)
    return ENTRIES_LIMIT // share, ARCHIVE_LIMIT // share


@dataclass
class _Spent:
    """What an author has said that counts, and its first answers, by turn.

    ``unplayed`` has the number and size of those to turns that the game has not come
    to, as far as that was looked at; together they are ``open_entries`` and
    ``open_size``.
    """

    answered: PackedMap
    entries: int = 0
    size: int = 0
    unplayed: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    open_entries: int = 0
    open_size: int = 0
    look_at: int = FEW

    def answer(self, turn: bytes, size: int) -> None:
        """Note a first answer of this size to a round of a turn."""
        entries, before = self.unplayed.get(turn, (0, 0))
        self.unplayed[turn] = entries + 1, before + size
        self.open_entries += 1
        self.open_size += size

    def settle(self, is_played: Callable[[bytes], bool]) -> None:
        """Let go of answers to turns that the game has come to."""
        for turn in [*filter(is_played, self.unplayed)]:
            entries, size = self.unplayed.pop(turn)
            self.open_entries -= entries
            self.open_size -= size

    @property
    def at_most(self) -> tuple[int, int]:
        """The entries and bytes that count if no turn of an open answer is played."""
        return self.entries + self.open_entries, self.size + self.open_size


class Allowances:
    """Counts what each author says, as it is delivered; who says too much is silenced.

    Before a game is offered all of a quarter is one author's: only the opener can say
    much then.
    """

    def __init__(self, history: History, lobby: Lobby) -> None:
        self._history = history
        self._lobby = lobby
        self._spent: dict[bytes, _Spent] = {}
        self._excess: dict[bytes, bytes] = {}
        #: Those whose excess was seen by playing alone.
        self._by_playing = set[bytes]()
        history.on_delivery = self._take

    def why_wrong(self, entry: Entry) -> Misbehaviour | None:
        """Return the misbehaviour if this delivered entry was too much."""
        if self._excess.get(entry.author) != entry.id:
            return None
        return _misbehaviour(entry)

    def why_wrong_when_played(
        self, is_played: Callable[[bytes], bool]
    ) -> Iterator[Misbehaviour]:
        """Yield the misbehaviour of those who answer turns that do not exist.

        ``is_played`` says whether the game has come to a turn. Call this when all is
        played that is here: an author may be ahead of a peer that has work to do.
        Other rules would have come to other turns, so this is by the rules.
        """
        for author, spent in self._spent.items():
            if self._is_within(*spent.at_most) or author in self._excess:
                continue
            spent.settle(is_played)
            if not self._is_within(*spent.at_most):
                last = self._history.feeds[author].entries[-1]
                self._excess[author] = last.id
                self._history.silenced.add(author)
                self._by_playing.add(author)
                yield _misbehaviour(last, by_rules=True)

    def take_back(self) -> None:
        """Let those speak whose excess was seen in turns that are void by now."""
        for author in self._by_playing:
            del self._excess[author]
        self._history.silenced -= self._by_playing
        self._by_playing.clear()

    def settle(self, is_final: Callable[[bytes], bool]) -> None:
        """Let go of answers to turns that are ``is_final``: played, whatever comes."""
        for spent in self._spent.values():
            if len(spent.unplayed) >= spent.look_at:
                spent.settle(is_final)
                spent.look_at = FEW + 2 * len(spent.unplayed)

    def _take(self, entry: Entry) -> None:
        spent, size = self._of(entry.author), len(entry.raw)
        answer = _read(entry)
        if answer is None or _place(answer) in spent.answered:
            spent.entries += 1
            spent.size += size
        else:
            spent.answered.add(_place(answer), 0)
            spent.answer(answer.turn, size)
        if not self._is_within(spent.entries, spent.size):
            self._excess.setdefault(entry.author, entry.id)
            self._history.silenced.add(entry.author)

    def may_write(self, author: bytes, payload: Payload) -> bool:
        """Return whether an author's next entry may say this."""
        spent = self._of(author)
        if isinstance(payload, Answer) and _place(payload) not in spent.answered:
            return True
        size = len(payloads.encode(payload)) + _AROUND
        return self._is_within(spent.entries + 1, spent.size + size)

    def may_say(self, author: bytes, said: Chat | Nudge, waiting: int) -> bool:
        """Return whether this fits into half of an author's allowance.

        The other half is for what the game needs.  ``waiting`` are the entries that are
        to be said, this one included; each may be as large as a chat message is.
        """
        spent = self._of(author)
        size = len(payloads.encode(said)) + (4 * CHAT_LENGTH + _AROUND) * waiting
        return self._is_within(2 * (spent.entries + waiting), 2 * (spent.size + size))

    def _of(self, author: bytes) -> _Spent:
        if author not in self._spent:
            answered = PackedMap(_PLACE_BYTES, self._history.scratch)
            self._spent[author] = _Spent(answered)
        return self._spent[author]

    def _is_within(self, entries: int, size: int) -> bool:
        most, most_bytes = limits(len(self._lobby.players))
        return entries <= most and size <= most_bytes


def _misbehaviour(entry: Entry, *, by_rules: bool = False) -> Misbehaviour:
    text, raws = "has said more than its share of a transcript", (entry.raw,)
    fault = Fault.ALLOWANCE
    return Misbehaviour(fault, text, entry.author, raws, by_rules=by_rules)


def _place(answer: Answer) -> bytes:
    """Return a short name of a round; for its author alone, so nobody gains by two."""
    return answer.turn[:16] + answer.round.to_bytes(2)


def _read(entry: Entry) -> Answer | None:
    """Return the answer that an entry is, if it is one."""
    if not entry.payload.startswith(_ANSWER):
        return None
    try:
        payload = payloads.decode(entry.payload)
    except InvalidPayload:  # no genesis: it begins otherwise
        return None
    return payload if isinstance(payload, Answer) else None
