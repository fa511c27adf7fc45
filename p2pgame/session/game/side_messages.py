"""This module folds a turn's side messages: assents, nudges and checkpoints.

None of it moves the game.  An assent counts when somebody's answer says that its
proposal has passed (:mod:`.proposals`), a checkpoint when we are there ourselves
(:mod:`.checkpoints`).
"""

from __future__ import annotations

from p2pgame.engine import Reason
from p2pgame.log import Entry
from p2pgame.log.scratch import Scratch

from ..entries.payloads import Answer, Assent, Checkpoint, End, Leave, Nudge, Said
from ..lobby import events
from ..lobby.lobby import Clock
from .board import Board, Emit
from .checkpoints import Checkpoints
from .proposals import Proposals
from .seats import Seats


class SideMessages:
    """A fold over what is said beside the moves; ``seat`` is ours, if we have one."""

    def __init__(
        self,
        authors: tuple[bytes, ...],
        seat: int | None,
        board: Board,
        emit: Emit,
        scratch: Scratch,
    ) -> None:
        self._seat = seat
        self._board = board
        self._emit = emit
        self._turn = b""
        self._present: Seats = frozenset()
        self._proposals = Proposals(authors)
        self._nudges: dict[bytes, set[int]] = {}
        self.checkpoints = Checkpoints(seat, scratch)

    def receive(self, seat: int, entry: Entry, said: Said, clock: Clock) -> None:
        """Take in a side message of ``seat``; ``clock`` is what its author had seen."""
        match said:
            case Answer(turn):
                self.checkpoints.name(seat, turn)
                self._proposals.receive(seat, entry, said, clock)
            case Assent(turn):
                self.checkpoints.name(seat, turn)
                self._proposals.receive(seat, entry, said, clock)
                self._tell_assents()
            case Nudge(turn):
                self._nudge(seat, turn)
            case End(turn):
                self.checkpoints.name(seat, turn)
            case Leave():
                self._proposals.receive(seat, entry, said, clock)
            case Checkpoint():
                self.checkpoints.receive(seat, entry, said)

    def reach(self, turn: bytes, present: Seats, noted: str | None) -> str | None:
        """Begin a turn with the ``present`` seats; return our move if one is noted.

        What is noted may be a proposal, which is no move before it has passed.
        """
        self._proposals.forget(self._turn)
        self._nudges.pop(self._turn, None)
        self._turn, self._present = turn, present
        board = self._board
        self.checkpoints.reach(turn, board.turn, board.turns, board.digest, present)
        is_proposal = noted is not None and self._board.is_proposal(noted)
        self._proposals.wish = noted if is_proposal else None
        self._tell_assents()
        for nudging in sorted(self._nudges.get(turn, ())):
            self._tell_nudge(nudging)
        return None if is_proposal else noted

    def want(self, proposal: str) -> None:
        """Let our own player, who has a seat, want this.

        Raises:
          IllegalMove: It has assented already.
        """
        assert self._seat is not None
        self._proposals.want(self._turn, self._seat, proposal)

    def to_say(self, *, asked: bool) -> Assent | Checkpoint | None:
        """Return our next side message, if due; ``asked``: whether we must move."""
        if self._seat is None or self._seat not in self._present:
            return None
        checkpoint = self.checkpoints.to_say()
        if checkpoint is not None or (asked and self.to_seal() is not None):
            return checkpoint
        return self._proposals.to_say(self._turn, self._seat)

    def to_seal(self) -> str | None:
        """Return the proposal of our player that all others agree to, on its turn."""
        if self._seat is None:
            return None
        asked = self._present - {self._seat}
        return self._proposals.to_seal(self._turn, self._seat, asked)

    def why_illegal(self, seat: int, move: str, answer: bytes) -> Reason | None:
        """Return why a seat's ``answer``, an entry's id, may not be this move, or None.

        A proposal must have passed: all others agree, in the past of the answer.
        """
        if self._board.is_proposal(move):
            asked = self._present - {seat}
            if not self._proposals.has_passed(self._turn, move, answer, asked):
                return Reason.of("not-agreed", "not-agreed")
        return self._board.why_illegal(seat, move)

    def _nudge(self, seat: int, turn: bytes) -> None:
        """Take in a nudge; of a seat's in one turn the first counts."""
        seats = self._nudges.setdefault(turn, set())
        if seat not in seats:
            seats.add(seat)
            if turn == self._turn:
                self._tell_nudge(seat)

    def _tell_nudge(self, seat: int) -> None:
        if seat in self._present:
            self._emit(events.Nudged(seat))

    def _tell_assents(self) -> None:
        for seat, proposal in self._proposals.news(self._turn):
            counts = seat in self._present and self._board.is_proposal(proposal)
            if counts and self._board.why_impossible(proposal) is None:
                self._emit(events.Assented(seat, proposal))
