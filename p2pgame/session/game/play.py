"""This module folds the players' answers into a game, turn after turn.

A turn's id is the hash of the history that led to it, so an answer that names it also
says that its author reached it by that history.  Of one author's answers to one round
of one turn the first in its feed counts; an answer to any other turn, or in a round in
which its author has no part, is void.  Nothing here depends on when an answer arrives.

When the players agree that some of them are gone (:mod:`.absence`), the round goes on
without them if its protocol can.  Else the turn is dropped and the game is told; those
who are gone forfeit a game that cannot go on without them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from p2pgame.engine import (
    Chosen,
    ChosenTogether,
    Event,
    IllegalMove,
    Message,
    Over,
    Reason,
    Tick,
    Ticked,
    Together,
    Turn,
)
from p2pgame.engine.game import choice_of
from p2pgame.log import Entry
from protocols.arithmetic.errors import ProtocolError
from protocols.rounds import Run

from ..entries.errors import refuted
from ..entries.identity import Me, entropy_of
from ..entries.ids import turn_id
from ..entries.payloads import Absent, Answer, End, Heard, Leave, Said, Without
from ..lobby import events
from ..lobby.lobby import Clock, Player, Start
from .absence import NOBODY, Absences, Seats, Spot
from .answers import Hearing
from .board import Board, Emit
from .dealer import Dealer
from .forgotten import sealed_move
from .policy import Policy
from .side_messages import SideMessages


class Play:
    """One peer's copy of a game that has started; ``me`` None: a spectator.

    ``notes`` are our moves of an earlier run, by turn; ``forks`` the seats that
    have forked.
    """

    def __init__(
        self,
        start: Start,
        me: Me | None,
        emit: Emit,
        notes: Mapping[bytes, str],
        forks: Container[bytes],
    ) -> None:
        self.start = start
        self._seats = {p.author: seat for seat, p in enumerate(start.players)}
        self.seat = None if me is None else self._seats.get(me.key.public)
        self._me = me if self.seat is not None else None
        self._emit = emit
        secret = None if self._me is None else self._me.share(start.id)
        seats = len(start.players)
        self.dealer = Dealer(seats, self.seat, secret, start.quorum, start.deck)
        authors = tuple(player.author for player in start.players)
        self.absences = Absences(authors, start.quorum, forks)
        self._lost: list[int] = []
        self._missing = NOBODY  # from this round
        #: The vote that all signed, if a player was evicted when only the end was to
        #: sign.
        self.closing: Without | None = None
        self._hearing = Hearing(turn_id(b"p2pgame start", start.id))
        self._notes, self._told = notes, b""
        self._move: str | None = None
        self._run: Run[Event | None] | None = None
        emit(events.Started(start, self.seat))
        self._board = Board(start, self.seat, emit)
        self._policy = Policy(start.absence, authors, self.absences, self._board)
        self.side_messages = SideMessages(authors, self.seat, self._board, emit)
        self._begin()

    @property
    def id(self) -> bytes:
        """Return the id of the current turn."""
        return self._hearing.turn

    @property
    def players(self) -> tuple[Player, ...]:
        return self.start.players

    @property
    def author(self) -> bytes | None:
        return None if self.seat is None else self.players[self.seat].author

    @property
    def turns(self) -> int:
        """How many turns have happened."""
        return self._board.turns

    @property
    def turn(self) -> Turn:
        return self._board.turn

    @property
    def view(self) -> events.AnyView:
        return self._board.view

    @property
    def over(self) -> bool:
        is_over = isinstance(self.turn, Over)
        return is_over and (self._board.is_forfeited or not self.dealer.owes_audit)

    @property
    def may_end(self) -> bool:
        """Return whether the game is over, and no present seat may still be evicted."""
        me = self.seat if self.start.absence == "default" else None
        return self.over and (me is None or not self.absences.may_be_overtaken(me))

    @property
    def end(self) -> End:
        """Return the end that all players present sign when the game is over."""
        return End(self.id, self._board.digest)

    @property
    def present(self) -> Seats:
        """Return the seats that are not evicted."""
        return self.absences.present

    @property
    def staying(self) -> tuple[Player, ...]:
        """Return the players that are not evicted."""
        return tuple(self.players[seat] for seat in sorted(self.present))

    @property
    def is_gone(self) -> bool:
        """Return whether the others have evicted us."""
        return self.seat in self.absences.gone

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats without whom this turn cannot go on."""
        if self._run is None:
            return () if self.seat is None or self.over else (self.seat,)
        return self._hearing.lacks(self._run)

    def receive(self, entry: Entry, said: Said, clock: Clock) -> None:
        """Take in a player's entry in the game; ``clock`` is what its author had seen.

        Keeps answers to this turn or a later one; others are void. Peers may be
        turns ahead of us while work of ours is still due.
        """
        player = self._seats.get(entry.author)
        if player is None:
            return
        self.absences.saw(player, clock)
        self.side_messages.receive(player, entry, said, clock)
        match said:
            case Answer():
                self._receive_answer(player, entry, said)
            case End(turn):
                self.absences.end(player, turn, entry.sequence)
            case Leave():
                self.absences.leave(player)
                self._policy.leave(player, entry.sequence)
            case Absent() | Without():
                self.absences.say(player, said, clock)
        self._note_gone()

    def _receive_answer(self, player: int, entry: Entry, answer: Answer) -> None:
        spot = answer.turn, answer.round
        if self.absences.answer(player, spot, entry.sequence):
            self._hearing.receive(player, entry, answer)
        if answer.turn == self.id:
            self._start_run()

    def propose(self, move: str) -> None:
        """Make our move: the next :meth:`step` returns it.

        Raises:
          IllegalMove: The rules do not allow it now; nothing has changed.
        """
        if self.seat is None:
            raise IllegalMove("spectator", Message("spectator-no-moves"))
        if self.is_gone:
            raise IllegalMove("gone", Message.of("gone-on-without-you"))
        reason = self._board.why_not(self.seat, move)
        if reason is not None:
            raise reason.error
        if choice_of(self.turn, self.seat) is not None and not self._asked:
            raise IllegalMove("moved", Message.of("moved-already"))
        if self._board.is_proposal(move):
            self.side_messages.want(move)
        else:
            self._move = move
            self._start_run()

    def lose_patience(self, late: Seats | None) -> None:
        """Note the seats whose time has run out in this round; None: all awaited."""
        self.absences.late = self.awaited if late is None else late

    def to_say(self) -> Said | None:
        """Return our next message other than an answer, or None."""
        if self.seat is None:
            return None
        side = None if self.over else self.side_messages.to_say(asked=self._asked)
        if side is not None:
            return side
        if self._asked and not self.absences.left & self.awaited:
            return self.confirmation
        return self.absences.due(self.spot, self.awaited, self._missing, self.seat)

    @property
    def confirmation(self) -> Heard | None:
        """Return the receipt for an answer that others miss, if one is due."""
        return None if self.seat is None else self.absences.to_confirm(self.seat)

    @property
    def ready(self) -> bool:
        """Return whether :meth:`step` has something to do."""
        return self._is_heard or (self._run is not None and self._run.has_work)

    @property
    def _is_heard(self) -> bool:
        """Return whether all answers that this round needs are here and stand."""
        run = self._run
        if run is None or self._hearing.lacks(run):
            return False
        parts = self.spot, run.hear, self._missing, self.seat
        return not self.absences.may_yet_decide(*parts)

    def step(self) -> Answer | None:
        """Do the next piece of work that is due; return our answer, if any.

        Raises:
          Misbehaviour: A player's answer in this turn is refuted.
        """
        run = self._run
        assert run is not None
        try:
            if run.has_work and not self._is_heard:
                run.work()
                return None
            self._hearing.hand_to(run)
            self.absences.late = NOBODY
            self.absences.passed(self.spot, run.hear, self._missing)
            self._missing = NOBODY
            message = run.step()
        except ProtocolError as error:
            raise refuted(error, self._hearing.last) from None
        if run.done:
            self._settle(run.result)
            return None
        self._note_gone()
        if run is not self._run or message is None or self._has_said(run.round):
            return None
        return Answer(self.id, run.round, message)

    def ask(self) -> bool:
        """Ask our player for a move, once, if the turn waits for it.

        Return True if its proposal has passed: that is its move. Call this when no
        work is due: only then is it known that the log lacks the move.
        """
        proposal = self.side_messages.to_seal() if self._asked else None
        if proposal is not None:
            self._move = proposal
            self._start_run()
            return True
        if self._asked and self._told != self.id:
            self._told = self.id
            self._emit(events.Asked(self.view))
        return False

    def _why_illegal(self, player: int, move: str) -> Reason | None:
        last = self._hearing.last
        return self.side_messages.why_illegal(player, move, last[player].id)

    def _settle(self, event: Event | None) -> None:
        if event is None:
            self._hearing.go_on(b"p2pgame audited", *self._hearing.used)
            self._begin()
            return
        stands: Event | None = event
        if self._lost and isinstance(event, ChosenTogether | Ticked):
            # A player that vanishes while others open has no move, and gains nothing.
            before, lost = self.turn, [*self._lost]
            self._seat_out()
            stands = self._board.after_losing(before, event, lost)
        if stands is not None:
            self._board.settle(stands, self.dealer.dealt)
        self._hearing.go_on(b"p2pgame turn", *self._hearing.used, self._board.digest)
        self._seat_out()
        self._begin()

    def _note_gone(self) -> None:
        """Go on without the seats that all others have evicted."""
        while self.absences.at(self.spot).without:
            gone = self.absences.decided(self.spot, self.awaited, self._missing)
            if not gone:
                return
            if self.over:
                self.absences.gone |= gone  # the moves made so far stand
                self._missing |= gone
                self.closing = Without(*self.spot, tuple(sorted(self._missing)))
            elif default := self._policy.move_for(self.spot, gone, self._missing):
                self._move_for(*default, self.spot[1])
            elif self._run is None and self.seat not in gone and self._spares(gone):
                return  # our own move comes first; it is ours to make
            else:
                self._go_without(gone, self.spot[1])

    @property
    def spot(self) -> Spot:
        """Return the current turn and round."""
        return self.id, 0 if self._run is None else self._run.round

    @property
    def awaited(self) -> Seats:
        """Return the seats that answer in this round; at the end all sign it."""
        if self._run is not None:
            return self._run.hear
        present = self.present
        return frozenset(s for s in present if self.over or choice_of(self.turn, s))

    def _move_for(self, seat: int, move: str, number: int) -> None:
        """Make a move for a seat that is silent in this round and keeps its place."""
        self._emit(events.MovedFor(seat, move))
        self._board.settle(Chosen(seat, move), {})
        self._hearing.go_on(b"p2pgame default", number, seat, self._board.digest)
        self._begin()

    def _spares(self, gone: Seats) -> bool:
        forfeits = self._policy.forfeits(self.spot, gone, self._missing)
        return self.dealer.spares(gone) and not forfeits

    def _go_without(self, gone: Seats, number: int) -> None:
        """Go on from this round of this turn without ``gone``."""
        shared = self._spares(gone)
        self.absences.gone |= gone
        mine = self._run is None and self.is_gone
        if mine and isinstance(self.turn, Together | Tick):
            self._start_run()  # it was we who kept it from starting
            assert self._run is not None
            self._run.step()
        spared = shared and self._run is not None and self._run.lose(gone)
        self.dealer.go_without(gone)
        self._lost += sorted(gone)
        if spared:
            self._missing |= gone
            self._hearing.used.append(turn_id(b"p2pgame lost", number, *sorted(gone)))
            return
        if not shared:
            self._board.forfeit(self.absences.gone)
        self._hearing.go_on(b"p2pgame gone", number, *sorted(gone))
        self._seat_out()
        self._begin()

    def _seat_out(self) -> None:
        """Tell the game of the evicted seats; forfeit it if it cannot go on."""
        lost, self._lost = self._lost, []
        self._board.lose(lost, self.absences.gone)

    def _begin(self) -> None:
        noted = self._notes.get(self.id)
        self._move = self.side_messages.reach(self.id, self.present, noted)
        self._run = None
        self._missing = self.absences.late = NOBODY
        self.absences.reach(self.id, over=self.over)
        self._hearing.begin()
        if isinstance(self.turn, Over) and self.over:
            self._emit(events.Ended(self.turn.payoffs))
        self._start_run()
        self._note_gone()

    @property
    def _asked(self) -> bool:
        """Return whether the turn waits for a move of ours that the log lacks."""
        return (
            self.seat is not None
            and not self.is_gone
            and self._move is None
            and choice_of(self.turn, self.seat) is not None
            and not self._has_said(0)
        )

    def _has_said(self, round: int) -> bool:
        """Return whether the log has an answer of ours to this round."""
        return self.seat is not None and self._hearing.at(round, self.seat) is not None

    def _start_run(self) -> None:
        if self._run is not None or self._asked or self.over:
            return
        if self._move is None and self._me is not None and self.seat is not None:
            answer, gone = self._hearing.at(0, self.seat), self.absences.gone
            self._move = sealed_move(self._me, self.seat, self.turn, gone, answer)
        self._run = Run(
            self.dealer.play(
                self.turn,
                self.id,
                mine=self._board.to_say(self.seat, self._move),
                why_illegal=self._why_illegal,
                entropy=entropy_of(self._me, self.id),
            )
        )
