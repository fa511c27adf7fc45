"""This module moves a game on, turn after turn, by the players' answers.

A turn's id is the hash of the history that led to it, so an answer that names it also
says that its author reached it by that history.  Of one author's answers to one round
of one turn the first in its feed counts; an answer to any other turn, or in a round in
which its author has no part, is void.  Nothing here depends on when an answer arrives.

When the players agree that some of them are out (:mod:`.absence`), the round goes on
without them if its protocol can.  Else the turn is dropped and the game is told; those
who are out forfeit a game that cannot go on without them (:mod:`.departure`).  A
forfeited game, too, is over only after the audit that its deck needs.
"""

from __future__ import annotations

from p2pgame.engine import (
    Chosen,
    Event,
    Over,
    Reason,
    Tick,
    Together,
    Turn,
    message_of,
)
from p2pgame.engine.offers import choice_of
from p2pgame.log import Entry, History
from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.rounds import Run

from ..entries.errors import refuted
from ..entries.ids import turn_id
from ..entries.payloads import MESSAGE_LIMIT, Answer
from ..lobby import events
from ..lobby.lobby import Start
from .absence.absence import Absences
from .absence.departure import Close, Evict, MoveFor, State, Then, Wait, decide
from .absence.votes import Votes
from .answers import Hearing
from .board import Board, Emit
from .dealer import Dealer
from .own_ahead import OwnAhead
from .own_move import OwnMove
from .seats import RoundId, Seats
from .side_messages import SideMessages

#: A game with more turns than this that follow by themselves is in a loop.
TURNS_ALONE = 1000


class Progress:
    """The current turn of a game, and its way to the next one.

    ``history`` is the table's.  Once the rules have turned out to be at fault
    (:attr:`.Board.is_broken`) it does nothing more.
    """

    def __init__(
        self, start: Start, own: OwnMove, emit: Emit, history: History
    ) -> None:
        authors = tuple(player.author for player in start.players)
        self.dealer = Dealer(
            len(authors), own.seat, own.secret(start.id), start.quorum, start.deck
        )
        self.absences = Absences(Votes(authors, start.quorum), history.forks)
        self.board = Board(start, own.seat, emit)
        self.side_messages = SideMessages(
            authors, own.seat, self.board, emit, history.scratch
        )
        self._policy = start.absence
        self._own = own
        self._emit = emit
        reached = self.side_messages.checkpoints.reached
        self._hearing = Hearing(start.id, reached, self.absences.votes)
        self.dealer.ahead = self._hearing.contexts
        #: Whether a turn with this id is one of the game, up to the current one.
        self.has_come_to = self._hearing.has_come_to
        self._run: Run[Event | None] | None = None
        self.ahead = OwnAhead(own, self._hearing, self.board, self.absences)
        #: How many turns, the last ones, nobody has answered.
        self._alone = 0

    @property
    def id(self) -> bytes:
        """Return the id of the current turn."""
        return self._hearing.turn

    @property
    def round_id(self) -> RoundId:
        """Return the current turn and round."""
        return self.id, 0 if self._run is None else self._run.round

    @property
    def turn(self) -> Turn:
        return self.board.turn

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over) and not self.dealer.owes_audit

    @property
    def awaited(self) -> Seats:
        """Return the seats that answer in this round; at the end all sign it."""
        if self._run is not None:
            return self._run.hear
        present = self.absences.present
        return frozenset(s for s in present if self.over or choice_of(self.turn, s))

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats without whom this turn cannot go on."""
        seat = self._own.seat
        if self._run is None:
            return () if seat is None or self.over else (seat,)
        return self._hearing.lacks(self._run)

    @property
    def is_asked(self) -> bool:
        """Return whether the turn waits for a move of ours that the log lacks."""
        seat = self._own.seat
        return (
            seat is not None
            and seat not in self.absences.evicted
            and self._own.move is None
            and choice_of(self.turn, seat) is not None
            and not self._hearing.has(0, seat)
        )

    @property
    def ready(self) -> bool:
        """Return whether :meth:`step` has something to do."""
        if self.board.is_broken:
            return False
        return self._is_heard or (self._run is not None and self._run.has_work)

    def receive(self, player: int, entry: Entry, answer: Answer) -> None:
        """Take in an answer to this turn or a later one; others are void."""
        round_id = answer.turn, answer.round
        if self.absences.votes.answer(player, round_id, entry.sequence):
            self._hearing.receive(player, entry, answer)
        if answer.turn == self.id or player in self._hearing.contexts:
            is_new = self._run is not None and self._run.round <= 0
            if is_new and player == self._own.seat:
                seen = self.turn, self.absences.evicted, self._hearing
                if self._own.find(*seen):
                    self._run = None  # it has begun with another move
            self.start_run()

    def begin(self) -> None:
        """Begin the turn that we have reached.

        Raises:
          RulesError: The rules ask a player who has gone, or go on without anybody.
        """
        if self._alone > TURNS_ALONE:
            raise self.board.at_fault(f"follows {self._alone} that nobody answered")
        self.board.check_turn(self.absences.evicted)
        present, noted = self.absences.present, self._own.noted(self.id)
        self._own.move = self.side_messages.reach(self.id, present, noted)
        self._run = None
        if not self._hearing.follows:
            self.ahead.start_again()
        self.absences.reach(self.id, over=self.over)
        self._hearing.begin(self.turn)
        self._emit(events.Reached(self.id, *self._hearing.led, self.board.digest))
        if isinstance(self.turn, Over) and self.over:
            self._emit(events.Ended(self.turn.payoffs, self.dealer.audited))
        self.start_run()
        self.note_departures()

    def start_run(self) -> None:
        """Start this turn's protocol, unless a move of ours is lacking."""
        if self._run is not None or self.is_asked or self.over or self.board.is_broken:
            return
        own, board = self._own, self.board
        own.find(self.turn, self.absences.evicted, self._hearing)
        is_ahead = own.seat in self._hearing.contexts  # and may be illegal by now
        if own.move and own.noted(self.id) == own.move and not is_ahead:
            board.check_noted(own.seat, own.move)
        context = None if own.seat is None else self._hearing.contexts.get(own.seat)
        self._run = Run(
            self.dealer.play(
                self.turn,
                self.id,
                mine=board.to_say(own.seat, own.move),
                why_illegal=self._why_illegal,
                entropy=own.entropy(context or self.id),
            )
        )

    def step(self) -> Answer | None:
        """Do the next piece of work that is due; return our answer, if any.

        Raises:
          Misbehaviour: A player's answer in this turn is refuted.
          RulesError: The rules ask for what cannot be done.
        """
        run = self._run
        assert run is not None
        try:
            if run.has_work and not self._is_heard:
                run.work()
                return None
            self._hearing.hand_to(run)
            self.absences.passed(self.round_id, run.hear)
            message = run.step()
        except ProtocolError as error:
            raise refuted(error, self._hearing.last) from None
        except ValueError as error:  # of what the turn names, no player is the cause
            why = message_of(error)
            raise self.board.at_fault(f"cannot be played: {why}") from error
        if message is not None and len(message) > MESSAGE_LIMIT:
            raise self.board.at_fault(f"takes a message of {len(message)} bytes")
        if run.done:
            self._settle(run.result)
            return None
        self.note_departures()
        if run.round == 0:
            self._own.sealed = message
        is_said = self._hearing.has(run.round, self._own.seat)
        if run is not self._run or message is None or is_said:
            return None
        if self._own.is_astray(self.turn, self._hearing):
            return None
        return Answer(self.id, run.round, message)

    def note_departures(self) -> None:
        """Do what follows from all others' agreement that some seats are out."""
        while not self.board.is_broken and self.absences.at(self.round_id).evictions:
            gone = self.absences.decided(self.round_id, self.awaited)
            if not gone:
                return
            state = self._state(gone)
            action = decide(state, gone)
            if isinstance(action, Close | Evict):
                waiting = self.absences.waiting(self.round_id, self.awaited)
                self.absences.note(waiting, gone, state.silent, self.board.turns)
            match action:
                case Wait():
                    return
                case Close(gone):
                    self.absences.close(self.round_id, gone)
                case MoveFor(seat, move):
                    self._move_for(seat, move)
                case Evict(gone, then):
                    self._go_without(gone, then)

    def _state(self, gone: Seats) -> State:
        """Return what the decision on ``gone`` depends on."""
        waiting = self.absences.waiting(self.round_id, self.awaited)
        silent = self.absences.votes.silent(waiting, gone)
        choosing = silent if self._policy == "default" else ()
        moves = ((seat, self.board.absent_move(seat)) for seat in choosing)
        return State(
            policy=self._policy,
            is_over=self.over,
            silent=silent,
            default=next(((s, move) for s, move in moves if move is not None), None),
            can_spare=self.dealer.held.spares(gone),
            owes_move=self._run is None and self._own.seat not in gone,
        )

    @property
    def _is_heard(self) -> bool:
        """Return whether all answers that this round needs are here and stand."""
        run, seat = self._run, self._own.seat
        if run is None or self._hearing.lacks(run):
            return False
        return not self.absences.may_yet_decide(self.round_id, run.hear, seat)

    def _why_illegal(self, player: int, move: str) -> Reason | None:
        last = self._hearing.last
        return self.side_messages.why_illegal(player, move, last[player].id)

    def _settle(self, event: Event | None) -> None:
        """Apply the event that answers this turn, and go on to the next one."""
        self._alone = 0 if self._hearing.used else self._alone + 1
        if event is None:
            self._hearing.go_on(b"p2pgame audited", *self._hearing.used)
            self.begin()
            return
        stands = self.board.stands(event, self.absences.evicted)
        if stands is not None:
            self.board.settle(stands, self.dealer.dealt)
        again = self.ahead.settle(stands or event)
        if again:
            self._emit(events.PlayedAgain(again))
        self._hearing.go_on(b"p2pgame turn", *self._hearing.used, self.board.digest)
        self.board.tell_evicted(self.absences.evicted)
        self.begin()

    def _move_for(self, seat: int, move: str) -> None:
        """Make a move for a seat that is silent in this round and keeps its place."""
        number, self._alone = self.round_id[1], 0
        self.absences.moved_for[seat] += 1
        self._emit(events.MovedFor(seat, move))
        self.board.settle(Chosen(seat, move), {})
        self._hearing.go_on(b"p2pgame default", number, seat, self.board.digest)
        self.begin()

    def _go_without(self, gone: Seats, then: Then) -> None:
        """Go on from this round of this turn without ``gone``, or end the game."""
        number = self.round_id[1]
        if not self.dealer.lacks_audit:
            self.board.unchecked_since = None
        self.absences.evict(gone)
        mine = self._run is None and self._own.seat in self.absences.evicted
        if mine and isinstance(self.turn, Together | Tick):
            self.start_run()  # it was we who kept it from starting
            assert self._run is not None
            self._run.step()
        goes_on = then == "goes on"
        spared = goes_on and self._run is not None and self._run.lose(gone)
        self.dealer.held.evicted |= gone
        self.board.evict(gone)
        if spared:
            self._hearing.used.append(
                turn_id(b"p2pgame evicted", number, *sorted(gone))
            )
            return
        if not goes_on:
            self.board.end_without(self.absences.evicted, by_rules=then == "is over")
        self._hearing.go_on(b"p2pgame dropped", number, *sorted(gone))
        self.board.tell_evicted(self.absences.evicted)
        self.begin()
