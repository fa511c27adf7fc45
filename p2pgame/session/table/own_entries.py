"""Decides what our player signs next, and when.

An entry that is due is signed and returned.  It takes effect only when it is
received, like anybody's.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine import IllegalMove, Message

from ..entries.errors import Misbehaviour, Unplayable
from ..entries.notes import Note
from ..entries.payloads import Leave, Payload, Times
from ..game.play import Play
from ..lobby.events import Declined, TableEvent
from ..lobby.seat import Seat
from .entry_signer import EntrySigner
from .epochs import Epochs
from .game_phase import GamePhase


class OwnEntries:
    """Our own part at a table; ``seat`` is None for a spectator, who signs nothing."""

    def __init__(
        self,
        signer: EntrySigner,
        seat: Seat | None,
        epochs: Epochs,
        game: GamePhase,
        emit: Callable[[TableEvent], None],
    ) -> None:
        #: Whether we may have said more than is here: then nothing is signed.
        self.in_doubt = False
        #: Returns how long players and programs took, by our clock; None: not counted.
        self.times: Callable[[], Times | None] = lambda: None
        self._signer = signer
        self._seat = seat
        self._epochs = epochs
        self._game = game
        self._emit = emit
        self._leaving = False

    def propose(self, move: str, turns: int | None = None) -> bytes:
        """Make our move, and return a note of it; :meth:`advance` then says it.

        ``turns`` is that of the question (:class:`.Asked`); without it the move is for
        the turn that is open.

        Keep the note before that, for :meth:`.Table.remember`: a sealed move is opened
        later, and the log alone does not say what it was.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        play = self._game.play
        if play is None or self._game.verdicts.has_ended:
            raise IllegalMove("no-game", Message.of("no-game-on"))
        self._check_doubt()
        turn = play.id
        with self._game.by_rules():
            if turns is None or turns == play.board.turns:
                play.propose(move)
            else:
                turn = play.ahead.order(move, turns)
            return Note(turn, move).encode()
        raise IllegalMove("no-game", Message.of("no-game-on"))

    def leave(self, *, sits_out: bool = False) -> None:
        """Leave the game for good, or the next table; see :meth:`.Table.leave`."""
        if sits_out:
            self._check_between()
        else:
            self._check_leaving()
        self._check_doubt()
        self._leaving = True
        self._game.talk.close("you have left the table")

    def _check_leaving(self) -> None:
        play = self._game.play
        if play is None:
            may_leave = self._seat is not None and self._seat.has_come
        else:
            may_leave = play.seat is not None and not play.over
        if not may_leave or self.has_left:
            raise IllegalMove("no-game", Message.of("no-game-to-leave"))
        if play is not None and play.is_evicted:
            raise IllegalMove("gone", Message.of("gone-on-without-you"))

    def _check_between(self) -> None:
        play = self._game.play
        if play is None or play.seat is None or not self._game.complete:
            raise IllegalMove("no-game", Message.of("sit-out-later"))
        if self.has_left:
            raise IllegalMove("said", Message.of("sits-out-already"))

    def nudge(self) -> None:
        """Remind those for whom the turn waits; :meth:`advance` then says it.

        Raises:
          IllegalMove: It waits for nobody else, or we have reminded them in this turn.
        """
        play = self._game.play
        others = frozenset[int]()
        if play is not None and not play.over:
            others = frozenset(play.waiting_for) - {play.seat}
        if play is None or not others:
            raise IllegalMove("nobody", Message.of("nobody-waited-for"))
        self._game.talk.nudge(play.id)

    def advance(self) -> tuple[bool, bytes | None]:
        """Do one piece of work; see :meth:`.Table.advance`."""
        play, ended = self._game.play, self._game.verdicts.has_ended
        silent = self.in_doubt or self.has_left
        refusal = None if silent else self._epochs.refusal
        if refusal is not None:  # all else that we sign says that we have the key
            return self._said(refusal)
        if ended:
            # Peers may lack the evidence that we judged by; send them a receipt.
            heard = None if play is None else play.confirmation
            return self._said(None if silent else heard)
        if self._leaving:
            times = None if play is None else self._times_due
            self._leaving = times is not None
            return True, self._signer.write(times or Leave())
        if play is not None and play.ready:
            return True, self._step()
        if self._game.judge_played():
            return True, None
        if self.in_doubt:
            return False, None
        raw = self._signer.write(self._signer.pending.take(play) or self._due())
        if raw is None and play is not None and self._ask(play):
            return True, None
        if raw is None:
            raw = self._signer.write(self._game.talk.to_say)
        return raw is not None, raw

    def _said(self, payload: Payload | None) -> tuple[bool, bytes | None]:
        raw = self._signer.write(payload)
        return raw is not None, raw

    def _ask(self, play: Play) -> bool:
        """Ask our player for a move; return whether there is more work at once."""
        with self._game.by_rules():
            return play.ask()
        return True

    def _step(self) -> bytes | None:
        """Do the next piece of the turn's work; return our answer, if it has one."""
        play, pending = self._game.play, self._signer.pending
        assert play is not None
        try:
            with self._game.by_rules():
                pending.keep(play.step())
        except Misbehaviour as misbehaviour:
            self._game.verdicts.accuse(misbehaviour)
            return None
        self._game.check_end()
        said = None if self.in_doubt else pending.take(play)
        return self._signer.write(said)

    def _due(self) -> Payload | None:
        play, seat = self._game.play, self._seat
        if seat is None:
            return None
        if play is None:
            if self.has_left:
                return None
            unfit = {*self._game.history.forks, *self._game.verdicts.cheats}
            return seat.due(self._decline, unfit)
        if play.seat is None or play.is_evicted or self.has_left:
            return None
        if play.may_end and not self._game.record.has_signed(seat.key.public):
            return self._times_due or play.end
        epoch = None
        if not play.over:
            left = play.absences.left
            epoch = self._epochs.due(play.present - left, left)
        return epoch or play.to_say()

    @property
    def _times_due(self) -> Times | None:
        """What we have to say of time before our end or leave; None: we have."""
        seat, said = self._seat, self._game.record.times
        has_said = seat is None or seat.key.public in said
        return None if has_said else self.times()

    def _decline(self, error: Unplayable) -> None:
        self._emit(Declined(error))

    @property
    def has_given_up(self) -> bool:
        """Whether we have given up our seat before the game began."""
        return self._game.play is None and self.has_left

    @property
    def has_left(self) -> bool:
        """Whether we have left; our entries after that are void."""
        seat, left = self._seat, self._game.record.left
        return seat is not None and seat.key.public in left

    def _check_doubt(self) -> None:
        if self.in_doubt:
            raise IllegalMove("in-doubt", Message.of("in-doubt"))
