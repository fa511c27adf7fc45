"""What players say in a turn beside their answers: assents and checkpoints.

None of it moves the game.  An assent counts when somebody's answer says that its
motion has passed (:mod:`.motions`), a checkpoint when we are there ourselves
(:mod:`.checkpoints`).
"""

from __future__ import annotations

from p2pgame.engine import Reason
from p2pgame.log import Entry

from ..entries.payloads import Answer, Assent, Checkpoint, End, Leave, Said
from ..lobby import events
from ..lobby.lobby import Clock
from .absence import Seats
from .board import Board, Emit
from .checkpoints import Checkpoints
from .motions import Motions


class Beside:
    """A fold over what is said beside the moves; ``seat`` is ours, if we have one."""

    def __init__(
        self, authors: tuple[bytes, ...], seat: int | None, board: Board, emit: Emit
    ) -> None:
        self._seat = seat
        self._board = board
        self._emit = emit
        self._turn = b""
        self._present: Seats = frozenset()
        self._motions = Motions(authors)
        self.checkpoints = Checkpoints(seat)

    def receive(self, seat: int, entry: Entry, said: Said, clock: Clock) -> None:
        """Take in what a seat says; ``clock`` is what it had seen."""
        match said:
            case Answer(turn):
                self.checkpoints.name(seat, turn)
                self._motions.receive(seat, entry, said, clock)
            case Assent(turn):
                self.checkpoints.name(seat, turn)
                self._motions.receive(seat, entry, said, clock)
                self._tell_assents()
            case End(turn):
                self.checkpoints.name(seat, turn)
            case Leave():
                self._motions.receive(seat, entry, said, clock)
            case Checkpoint():
                self.checkpoints.receive(seat, entry, said)

    def reach(self, turn: bytes, present: Seats, noted: str | None) -> str | None:
        """Begin a turn, with those who are there; return our move if one is noted.

        What is noted may be a motion, which is no move before it has passed.
        """
        self._motions.forget(self._turn)
        self._turn, self._present = turn, present
        self.checkpoints.reach(turn, self._board.turn, self._board.digest, present)
        is_motion = noted is not None and self._board.is_motion(noted)
        self._motions.wish = noted if is_motion else None
        self._tell_assents()
        return None if is_motion else noted

    def want(self, motion: str) -> None:
        """Let our own player, who has a seat, want this.

        Raises:
          IllegalMove: It has said so already.
        """
        assert self._seat is not None
        self._motions.want(self._turn, self._seat, motion)

    def to_say(self, *, asked: bool) -> Assent | Checkpoint | None:
        """Return what our player has to say; ``asked`` whether it is to move."""
        if self._seat is None or self._seat not in self._present:
            return None
        checkpoint = self.checkpoints.to_say()
        if checkpoint is not None or (asked and self.to_seal() is not None):
            return checkpoint
        return self._motions.to_say(self._turn, self._seat)

    def to_seal(self) -> str | None:
        """Return what our player wants and all others agree to, if it is its turn."""
        if self._seat is None:
            return None
        asked = self._present - {self._seat}
        return self._motions.to_seal(self._turn, self._seat, asked)

    def why_illegal(self, seat: int, move: str, answer: bytes) -> Reason | None:
        """Return why a seat's ``answer``, an entry's id, may not be this move, or None.

        A motion must have passed: all others agree, in the past of the answer.
        """
        if self._board.is_motion(move):
            asked = self._present - {seat}
            if not self._motions.has_passed(self._turn, move, answer, asked):
                return Reason.of("not-agreed", "not-agreed")
        return self._board.why_illegal(seat, move)

    def _tell_assents(self) -> None:
        for seat, motion in self._motions.news(self._turn):
            counts = seat in self._present and self._board.is_motion(motion)
            if counts and self._board.why_impossible(motion) is None:
                self._emit(events.Assented(seat, motion))
