"""This module is one peer's copy of a game that has started, as the table uses it.

:mod:`.progress` moves the game on by the players' answers.  This module takes in what
players say, and tells what our own player is asked and has to say.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import IllegalMove, Message, Turn
from p2pgame.engine.offers import choice_of
from p2pgame.log import Entry, History

from ..entries.identity import Me
from ..entries.payloads import Absent, Answer, End, EvictionVote, Leave, Receipt, Said
from ..lobby import events
from ..lobby.lobby import Clock, Start
from .board import Emit
from .own_move import OwnMove
from .progress import Progress
from .seats import RoundId, Seats


class Play:
    """One peer's copy of a game that has started; ``me`` None: a spectator.

    ``notes`` are our moves of an earlier run, by turn; ``history`` is the table's.
    """

    def __init__(
        self,
        start: Start,
        me: Me | None,
        emit: Emit,
        notes: Mapping[bytes, str],
        history: History,
    ) -> None:
        self.start = start
        self._own = OwnMove(start, me, notes)
        self.seat = self._own.seat
        self._emit = emit
        emit(events.Started(start, self.seat))
        self._progress = Progress(start, self._own, emit, history)
        self.dealer = self._progress.dealer
        self.absences = self._progress.absences
        self.board = self._progress.board
        self.ahead = self._progress.ahead
        #: Whether a turn with this id is one of the game, up to the current one.
        self.has_come_to = self._progress.has_come_to
        self.side_messages = self._progress.side_messages
        self._progress.begin()

    @property
    def id(self) -> bytes:
        """Return the id of the current turn."""
        return self._progress.id

    @property
    def round_id(self) -> RoundId:
        """Return the current turn and round."""
        return self._progress.round_id

    @property
    def turn(self) -> Turn:
        return self._progress.turn

    @property
    def view(self) -> events.AnyView:
        return self.board.view

    @property
    def over(self) -> bool:
        return self._progress.over

    @property
    def may_end(self) -> bool:
        """Return whether the game is over, and no present seat may still be evicted."""
        me = self.seat if self.start.absence == "default" else None
        return self.over and (me is None or not self.absences.may_be_overtaken(me))

    @property
    def end(self) -> End:
        """Return the end that all players present sign when the game is over."""
        return End(self.id, self.board.digest)

    @property
    def present(self) -> Seats:
        """Return the seats that are not evicted."""
        return self.absences.present

    @property
    def is_evicted(self) -> bool:
        """Return whether the others have evicted us."""
        return self.seat in self.absences.evicted

    @property
    def awaited(self) -> Seats:
        """Return the seats that answer in this round; at the end all sign it."""
        return self._progress.awaited

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats without whom this turn cannot go on."""
        return self._progress.waiting_for

    @property
    def ready(self) -> bool:
        """Return whether :meth:`step` has something to do."""
        return self._progress.ready

    def receive(self, entry: Entry, said: Said, clock: Clock) -> None:
        """Take in a player's entry in the game; ``clock`` is what its author had seen.

        Keeps answers to this turn or a later one; others are void. Peers may be
        turns ahead of us while work of ours is still due.
        """
        player = self.start.seat_of(entry.author)
        if player is None:
            return
        self.absences.votes.saw(player, clock)
        self.side_messages.receive(player, entry, said, clock)
        match said:
            case Answer():
                self._progress.receive(player, entry, said)
            case End(turn):
                self.absences.votes.end(player, turn, entry.sequence)
            case Leave():
                self.absences.leave(player, entry.sequence)
            case Absent() | EvictionVote():
                self.absences.say(player, said, clock)
        self._progress.note_departures()

    def propose(self, move: str) -> None:
        """Make our move: the next :meth:`step` returns it.

        Raises:
          IllegalMove: The rules do not allow it now; nothing has changed.
        """
        if self.seat is None:
            raise IllegalMove("spectator", Message("spectator-no-moves"))
        if self.is_evicted:
            raise IllegalMove("gone", Message.of("gone-on-without-you"))
        reason = self.board.why_not(self.seat, move)
        if reason is not None:
            raise reason.error
        if choice_of(self.turn, self.seat) is not None and not self._progress.is_asked:
            raise IllegalMove("moved", Message.of("moved-already"))
        if self.board.is_proposal(move):
            self.side_messages.want(move)
        else:
            self._own.move = move
            self._progress.start_run()

    def lose_patience(self, late: Seats | None) -> None:
        """Note the seats whose time has run out in this round; None: all awaited."""
        self.absences.late = self.awaited if late is None else late

    def step(self) -> Answer | None:
        """Do the next piece of work that is due; return our answer, if any.

        Raises:
          Misbehaviour: A player's answer in this turn is refuted.
          RulesError: The rules are at fault.
        """
        return self._progress.step()

    def ask(self) -> bool:
        """Ask our player for a move, once, if the turn waits for it.

        Return True if its proposal has passed: that is its move. Call this when no
        work is due: only then is it known that the log lacks the move.
        """
        if not self._progress.is_asked:
            return False
        proposal = self.side_messages.to_seal()
        if proposal is not None:
            self._own.move = proposal
            self._progress.start_run()
            return True
        if self._own.is_new(self.id):
            self._emit(events.Asked(self.view, self.board.line, self.board.turns))
        return False

    def to_say(self) -> Said | None:
        """Return our next message other than an answer, or None."""
        if self.seat is None:
            return None
        ahead = self.ahead.to_say()
        if ahead is not None:
            return ahead
        asked = self._progress.is_asked
        side = None if self.over else self.side_messages.to_say(asked=asked)
        if side is not None:
            return side
        if asked and not self.absences.left & self.awaited:
            return self.confirmation
        return self.absences.due(self.round_id, self.awaited, self.seat)

    @property
    def confirmation(self) -> Receipt | None:
        """Return the receipt for an answer that others miss, if one is due."""
        return None if self.seat is None else self.absences.to_confirm(self.seat)
