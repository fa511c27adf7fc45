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

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from p2pgame.engine import Shuffle, Turn
from p2pgame.log import Entry
from p2pgame.log.packed import PackedMap
from p2pgame.log.rows import Rows
from p2pgame.log.scratch import Scratch

from ..entries.errors import Fault, Misbehaviour
from ..entries.payloads import Checkpoint
from .seats import Seats

#: Bytes of a turn's id, and of a state's digest.
TURN_BYTES, STATE_BYTES = 32, 32
_ROW = struct.Struct(f"<IIQ{STATE_BYTES}s")


@dataclass(frozen=True, slots=True)
class Signed:
    """The number of turns, and of whole hands, that all players present have signed."""

    turns: int = 0
    hands: int = 0

    def __str__(self) -> str:
        hands = f", to the end of hand {self.hands}" if self.hands else ""
        return f"all have signed the first {self.turns} turns{hands}"


class Reached:
    """The turns that we have reached, in their order, kept outside memory.

    Of each it is known how many turns had happened in the game by then (a departure in
    the middle of a turn is one, too), how many whole hands, the digest of its state,
    and which seats were present.
    """

    def __init__(self, scratch: Scratch) -> None:
        self._numbers = PackedMap(TURN_BYTES, scratch)
        #: Of each turn: the numbers of turns and hands, the seats present, the state.
        self._rows = Rows(_ROW.size, scratch)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, turn: object) -> bool:
        return isinstance(turn, bytes) and turn in self._numbers

    def add(
        self, turn: bytes, turns: int, hands: int, state: bytes, present: Seats
    ) -> None:
        """Note one more turn; ``state`` is the digest of its state.

        Raises:
          ValueError: It is no turn's id, or no digest.
        """
        if len(state) != STATE_BYTES:
            raise ValueError(f"a digest has {STATE_BYTES} bytes")
        self._numbers.add(turn, len(self))
        seats = sum(1 << seat for seat in present)
        self._rows.append(_ROW.pack(turns, hands, seats, state))

    def number(self, turn: bytes) -> int | None:
        """Return how many turns were reached before this one, if it was."""
        return self._numbers.get(turn)

    def is_before(self, turn: bytes, other: bytes) -> bool:
        """Return whether both turns were reached, this one first."""
        here, there = self.number(turn), self.number(other)
        return here is not None and there is not None and here < there

    def signed(self, number: int) -> Signed:
        """Return what is signed by whoever signs this turn."""
        turns, hands, _, _ = self._row(number)
        return Signed(turns, hands)

    def state(self, number: int) -> bytes:
        return self._row(number)[3]

    def was_present(self, number: int, seat: int) -> bool:
        return bool(self._row(number)[2] >> seat & 1)

    def _row(self, number: int) -> tuple[int, int, int, bytes]:
        turns, hands, seats, state = _ROW.unpack(self._rows[number])
        return turns, hands, seats, state


class Checkpoints:
    """A fold over the turns that players' entries name; ``seat`` is ours, if any."""

    def __init__(self, seat: int | None, scratch: Scratch) -> None:
        self.seat = seat
        #: The first checkpoint that contradicts the game we have seen.
        self.wrong: Misbehaviour | None = None
        self.reached = Reached(scratch)
        self._early: dict[bytes, list[tuple[int, Entry, bytes]]] = {}
        #: The last turn that each seat has named, of those reached.
        self._last: dict[int, int] = {}
        #: By turn that is not reached: the seats that have named it.
        self._ahead: dict[bytes, set[int]] = {}
        self._due: dict[bytes, Checkpoint] = {}
        self._decks = 0

    def name(self, seat: int, turn: bytes) -> None:
        """Note that a seat has named a turn, which we may not have reached."""
        number = self.reached.number(turn)
        if number is None:
            self._ahead.setdefault(turn, set()).add(seat)
        else:
            self._last[seat] = max(self._last.get(seat, 0), number)

    def receive(self, seat: int, entry: Entry, said: Checkpoint) -> None:
        """Take in a checkpoint; one for a turn that never was is void."""
        self.name(seat, said.turn)
        if seat == self.seat:
            self._due.pop(said.turn, None)
        if said.turn in self.reached:
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
        self.reached.add(id, turns, hands, state, present)
        for seat in self._ahead.pop(id, ()):
            self.name(seat, id)
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
        number = self.reached.number(turn)
        return None if number is None else self.reached.signed(number).turns

    def signed(self, present: Iterable[int], *, over: bool) -> Signed:
        """Return how far all of ``present`` have signed the game."""
        if not self.reached:
            return Signed()
        least = min((self._last.get(seat, 0) for seat in present), default=0)
        signed = self.reached.signed(least)
        is_end = over and least == len(self.reached) - 1
        return Signed(signed.turns, self._decks) if is_end else signed

    def _check(self, turn: bytes, seat: int, entry: Entry, state: bytes) -> None:
        number = self.reached.number(turn)
        assert number is not None
        is_theirs = self.reached.was_present(number, seat)
        if self.wrong is None and is_theirs and state != self.reached.state(number):
            text, raws = "signed another state than a turn had", (entry.raw,)
            self.wrong = Misbehaviour(Fault.CHECKPOINT, text, entry.author, raws)
