"""This module gives our own player's orders for ticks that are not open yet.

It asks for one where the player may give one (:attr:`OwnAhead.asked`), seals it, and
opens it once all have sealed theirs for that tick.  What the player is shown meanwhile
is foreseen (:mod:`.foresight`).
"""

from __future__ import annotations

from p2pgame.engine import Event, IllegalMove, Message, Reason, Tick, play, view
from p2pgame.engine.turns import NO_ORDER

from ..entries.payloads import Answer
from ..lobby import events
from .absence.absence import Absences
from .answers import Hearing
from .board import Board, blaming_rules
from .foresight import Foresight
from .orders_ahead import SEALED
from .own_move import OwnMove


class OwnAhead:
    """Our player's orders ahead in one game; a spectator has none."""

    def __init__(
        self, own: OwnMove, hearing: Hearing, board: Board, absences: Absences
    ) -> None:
        self._own, self._hearing = own, hearing
        self._board, self._absences = board, absences
        self._foresight = Foresight()

    @property
    def asked(self) -> events.Asked | None:
        """What our player is asked for a tick that is not open yet, if it may order.

        It goes on with the orders that are known here, while others are on their way.

        Raises:
          RulesError: The rules are at fault.
        """
        ticks, turn, seat = self._ticks, self._board.turn, self._own.seat
        if not ticks or seat is None or not isinstance(turn, Tick):
            return None
        sealed = self._hearing.ahead.sealed(seat)
        orders = [self._own.move, *(self._own.ahead(one.answer) for one in sealed)]
        known = [order for order in orders if order is not None]
        if len(known) < len(orders):
            return None  # orders of an earlier run are lost
        line = self._board.line
        with blaming_rules(self._board):
            state = self._foresight.state(line, seat, known)
            foreseen = view(line.game, state, seat, self._board.known)
        if foreseen.choice is None or not isinstance(foreseen.turn, Tick):
            return None
        return events.Asked(foreseen, line, self._board.turns + ticks)

    @property
    def _ticks(self) -> int:
        """How many ticks ahead our player may give its next order; 0: none."""
        seat, turn = self._own.seat, self._board.turn
        if seat is None or not isinstance(turn, Tick) or self._is_gone(seat):
            return 0
        if not self._hearing.has(SEALED, seat) or self._own.due is not None:
            return 0
        next = 1 + len(self._hearing.ahead.sealed(seat))
        return next if next <= turn.horizon else 0

    def why_not(self, move: str, asked: events.Asked) -> Reason | None:
        """Return why our player may not answer this question so, or None."""
        seen, board = asked.view, self._board
        assert seen.player is not None
        if asked.turns == board.turns:
            return board.why_not(seen.player, move)
        if move == NO_ORDER:
            return None
        with blaming_rules(board):
            game = board.line.game
            return play.why_illegal(game, seen.whole, seen.turn, seen.player, move)

    def order(self, move: str, turns: int) -> bytes:
        """Give an order for the tick before which there are so many ``turns``.

        Returns what a note of it names as its turn.

        Raises:
          IllegalMove: That tick is too far, its order has been given, or the rules do
            not allow it.
        """
        asked = self.asked
        if asked is None or asked.turns != turns:
            raise IllegalMove("moved", Message.of("moved-already"))
        reason = self.why_not(move, asked)
        if reason is not None:
            raise reason.error
        return self._own.seal_ahead(self._hearing.turn, self._ticks, move)

    def to_say(self) -> Answer | None:
        """Return our order ahead that is to be said, or an opening that is due."""
        due, self._own.due = self._own.due, None
        return due or self._opening

    @property
    def _opening(self) -> Answer | None:
        """The opening of our first order ahead for which all have sealed theirs."""
        seat, turn, ahead = self._own.seat, self._board.turn, self._hearing.ahead
        if seat is None or not isinstance(turn, Tick) or self._is_gone(seat):
            return None
        players = frozenset(turn.players) - self._absences.evicted
        for ticks, mine in enumerate(ahead.sealed(seat), 1):
            if ahead.may_open(ticks, seat, players):
                return self._own.open_ahead(self._hearing.turn, ticks, mine.answer)
        return None

    def settle(self, event: Event) -> int:
        """Take in how the tick that was open is settled.

        Returns how many ticks are played again that our player saw.
        """
        with blaming_rules(self._board):
            return self._foresight.settle(event, self._board.line)

    def start_again(self) -> None:
        """Forget what was foreseen: the game has gone another way."""
        self._foresight = Foresight()

    def _is_gone(self, seat: int) -> bool:
        return seat in self._absences.evicted or seat in self._absences.left
