"""This module tracks how far all players have signed a game that still goes on.

A turn's id is the hash of the history that led to it, so an entry that names a turn
signs all moves before it. Where all players answer regularly, as in a board game,
the answers show how far all agree. But a player out of a hand sends nothing for
long. So after each hand every player present signs a checkpoint, which includes the
state's digest. A hand ends when a turn shuffles a deck that is not the game's
first. (A game that never shuffles has no hands.)

No player waits for a checkpoint. It limits the damage of a cut file: all have
signed up to there, so no one can later show another game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pgame.engine import Shuffle, Turn
from p2pgame.log import Entry

from ..entries.errors import Fault, Misbehaviour
from ..entries.payloads import Checkpoint
from .seats import NOBODY, Seats


@dataclass(frozen=True, slots=True)
class Signed:
    """The number of turns, and of whole hands, that all players present have signed."""

    turns: int = 0
    hands: int = 0

    def __str__(self) -> str:
        hands = f", to the end of hand {self.hands}" if self.hands else ""
        return f"all have signed the first {self.turns} turns{hands}"


@dataclass(frozen=True, slots=True)
class _Reached:
    """A turn that we reached, and the seats present in it.

    ``number`` counts the turns that we reached, and ``turns`` those that had happened
    in the game by then: a departure in the middle of a turn is one, too.
    """

    number: int
    turns: int
    hands: int
    state: bytes
    present: Seats


_START = _Reached(0, 0, 0, b"", NOBODY)


@dataclass
class Checkpoints:
    """A fold over the turns that players' entries name; ``seat`` is ours, if any."""

    seat: int | None
    #: The first checkpoint that contradicts the game we have seen.
    wrong: Misbehaviour | None = None
    _reached: dict[bytes, _Reached] = field(default_factory=dict)
    _early: dict[bytes, list[tuple[int, Entry, bytes]]] = field(default_factory=dict)
    _named: dict[bytes, set[int]] = field(default_factory=dict)
    _due: dict[bytes, Checkpoint] = field(default_factory=dict)
    _decks: int = 0

    def name(self, seat: int, turn: bytes) -> None:
        """Note that a seat has named a turn, which we may not have reached."""
        self._named.setdefault(turn, set()).add(seat)

    def receive(self, seat: int, entry: Entry, said: Checkpoint) -> None:
        """Take in a checkpoint; one for a turn that never was is void."""
        self.name(seat, said.turn)
        if seat == self.seat:
            self._due.pop(said.turn, None)
        if said.turn in self._reached:
            self._check(said.turn, seat, entry, said.state)
        else:
            self._early.setdefault(said.turn, []).append((seat, entry, said.state))

    def reach(
        self, id: bytes, turn: Turn, turns: int, state: bytes, present: Seats
    ) -> None:
        """Note that we have reached a turn, after so many ``turns`` of the game.

        ``state`` is the digest of its state.
        """
        is_deck = isinstance(turn, Shuffle)
        hands = self._decks - 1 if self._decks and not is_deck else self._decks
        number = len(self._reached)
        self._reached[id] = _Reached(number, turns, hands, state, present)
        early = self._early.pop(id, [])
        for seat, entry, said in early:
            self._check(id, seat, entry, said)
        said_already = any(seat == self.seat for seat, *_ in early)
        if is_deck and self._decks and self.seat in present and not said_already:
            self._due[id] = Checkpoint(id, state)
        self._decks += is_deck

    def to_say(self) -> Checkpoint | None:
        """Return our oldest checkpoint that is not in the log."""
        return next(iter(self._due.values()), None)

    def turns_at(self, turn: bytes) -> int | None:
        """Return how many turns had happened when the game reached this one, if it did.

        Whoever names the turn signs all of these.
        """
        reached = self._reached.get(turn)
        return None if reached is None else reached.turns

    def signed(self, present: Iterable[int], *, over: bool) -> Signed:
        """Return how far all of ``present`` have signed the game."""
        last = dict.fromkeys(present, _START)
        for id, now in self._reached.items():
            for seat in self._named.get(id, set()) & last.keys():
                last[seat] = now
        least = min(last.values(), key=lambda now: now.number, default=_START)
        is_end = over and least.number == len(self._reached) - 1
        return Signed(least.turns, self._decks if is_end else least.hands)

    def _check(self, turn: bytes, seat: int, entry: Entry, state: bytes) -> None:
        now = self._reached[turn]
        if self.wrong is None and seat in now.present and state != now.state:
            text, raws = "signed another state than a turn had", (entry.raw,)
            self.wrong = Misbehaviour(Fault.CHECKPOINT, text, entry.author, raws)
