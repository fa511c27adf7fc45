"""Reports the turns in which the player decides, and keeps the time of the rules."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import trio
from msgspec.structs import replace

from p2pgame.engine import (
    Chosen,
    IllegalMove,
    Message,
    Place,
    Tick,
    Ticked,
    Timer,
    Together,
)
from p2pgame.engine.turns import NO_ORDER
from p2pgame.session.lobby.events import AnyView, Asked, Happened
from p2pgame.session.peer.runner import Peer

from ..events import Choice, Notice, TurnClosed, YourTurn
from ..front_end import FrontEnd
from ..telling.narration import Narrator
from ..telling.views import moves_of, view_of
from . import waiting


@dataclass(frozen=True, slots=True)
class Shown:
    """The table after a plan, which is asked about in the place of the table."""

    view: AnyView


class Turns:
    """The turns of one player in one game.

    A turn in which there is nothing to decide is answered here, and so is one whose
    time is up by the rules.  While the player plans, the table after its plan is asked
    about, as often as that changes; the time goes on.

    Ticks begin when they should: a person's order is made when its tick is over, and
    until then a later one takes its place.  While somebody's orders are on their way,
    the person is asked for the next ticks already, as far as the rules allow.  Programs
    among themselves need not wait.
    """

    def __init__(self, peer: Peer, front: FrontEnd, narrator: Narrator) -> None:
        self._peer = peer
        self._front = front
        self._narrator = narrator
        self._scope = trio.CancelScope()
        self._number = 0
        self._open: int | None = None
        #: What is asked, and when its time is up.
        self._asked: Asked | None = None
        self._until = math.inf
        #: The order for the tick that is asked for, and how many turns are before that.
        self._order = NO_ORDER
        self._tick = -1
        #: How many turns are before the open one, and the orders that were given by
        #: that number of their ticks.
        self._turns = 0
        self._given: dict[int, str] = {}

    def begin(self) -> trio.CancelScope:
        """Return what closes the turn that is reported next."""
        self._scope = trio.CancelScope()
        return self._scope

    def withdraw(self) -> None:
        """Close the open turn: it is not to be decided, or not like that.

        The front end hears so before anything that is told after this.
        """
        self._scope.cancel()
        self._close()
        self._asked = None

    async def ask(
        self,
        question: Asked,
        scope: trio.CancelScope,
        planned: Callable[[], Shown | None],
    ) -> None:
        """Report a decision that is asked for, until it is made or withdrawn.

        ``planned`` returns what a plan shows in its place.
        """
        view = question.view
        assert view.choice is not None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            # Nothing to decide, and the others can't tell: all are sealed.
            await self._peer.propose(str(moves[0]))
            return
        if scope.cancel_called:
            return
        if self._tick != question.turns or math.isinf(self._until):
            self._until, self._order = self._time_of(question), NO_ORDER
        self._tick = question.turns
        self._check_order(question)
        # An eviction changes the turn, and so does a proposal that all agree to: then
        # another question follows, or none.
        with scope, trio.move_on_at(self._until) as time:
            self._asked = question
            self.show(planned())
            await trio.sleep_forever()
        move = self._order or (None if timer is None else timer.move)
        if self._scope is scope:
            self.withdraw()
        if time.cancelled_caught and move is not None:
            self._given[question.turns] = move
            with suppress(IllegalMove):  # it was made at the last moment
                await self._peer.propose(move, question.turns)
            if self._keeps_time(view):
                await self._ask_ahead(view, planned)

    async def _ask_ahead(
        self, view: AnyView, planned: Callable[[], Shown | None]
    ) -> None:
        """Ask for the ticks to come, until one of them is open or the table changes."""
        assert isinstance(view.turn, Tick)
        scope, half = self._scope, view.turn.seconds / 2
        at = self._until + half
        while self._scope is scope:
            await trio.sleep_until(at)
            at, play = at + half, self._peer.table.play
            if play is None or play.over or self._scope is not scope:
                return
            asked = play.ahead.asked
            if asked is not None:
                await self.ask(asked, self.begin(), planned)
                return

    def _check_order(self, question: Asked) -> None:
        """Drop the order that is kept if late orders have made it illegal; say so."""
        play, order = self._peer.table.play, self._order
        if order == NO_ORDER or play is None:
            return
        if play.ahead.why_not(order, question) is not None:
            self._order = NO_ORDER
            self._front.tell(Notice(Message.of("order-fell", order=order)))

    def opened(self, asked: Asked) -> None:
        """Note which turn is open: our player is asked for it."""
        self._turns = asked.turns

    def settled(self, happened: Happened) -> None:
        """Note how the open turn ended; say so if an order of ours fell in it.

        An order ahead falls if orders that came late have made it illegal.
        """
        order, self._turns = self._given.pop(self._turns, NO_ORDER), self._turns + 1
        if not isinstance(happened.event, Ticked):
            self._given.clear()  # orders ahead are void across anything else
        elif order != NO_ORDER and self._narrator.seat not in dict(
            happened.event.orders
        ):
            self._front.tell(Notice(Message.of("order-fell", order=order)))

    def look_again(self) -> Asked | None:
        """Return what is asked for a tick to come, if that was asked before."""
        play = self._peer.table.play
        asked = (
            None if play is None or not self._front.is_attended else play.ahead.asked
        )
        return None if asked is None or asked.turns != self._tick else asked

    async def move(self, move: str) -> None:
        """Make a move, or keep an order until its tick is over.

        A sealed move closes the turn at once, also while others have still to choose.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        asked, play = self._asked, self._peer.table.play
        if asked is None or play is None or not self._keeps_time(asked.view):
            is_answer = play is not None and not play.board.is_proposal(move)
            await self._peer.propose(move)
            if asked is None or asked is not self._asked:
                return  # nothing was asked, or something else is by now
            if is_answer and isinstance(asked.view.turn, Together):
                self.withdraw()
            return
        reason = play.ahead.why_not(move, asked)
        if reason is not None:
            raise reason.error
        self._order = move
        self._front.tell(Notice(_kept(move)))
        self.show(None)

    def _keeps_time(self, view: AnyView) -> bool:
        return isinstance(view.turn, Tick) and self._front.is_attended

    def _time_of(self, question: Asked) -> float:
        """Return when the time for a decision is up.

        Ticks follow one another at equal distance, however long the one before took to
        arrive; after a halt there is half a tick at least.
        """
        assert question.view.choice is not None
        timer, now = question.view.choice.timer, trio.current_time()
        if timer is None:
            return math.inf
        if not isinstance(question.view.turn, Tick) or math.isinf(self._until):
            return now + timer.seconds
        return max(self._until + timer.seconds, now + timer.seconds / 2)

    def show(self, planned: Shown | None) -> None:
        """Ask about the table after a plan; None: there is no plan.

        Where a plan has come to an end nothing is asked, and the time goes on.
        """
        if self._asked is None:
            return
        self._close()
        view = self._asked.view if planned is None else planned.view
        if view.choice is not None:
            self._number += 1
            self._open = self._number
            self._front.tell(self._your_turn(self._number, view, self._asked))

    def _close(self) -> None:
        number, self._open = self._open, None
        if number is not None:
            self._front.tell(TurnClosed(number))

    def _your_turn(self, number: int, view: AnyView, asked: Asked) -> YourTurn:
        base, line = asked.view.choice, asked.line
        assert base is not None
        timer, seat = base.timer, base.player
        if timer is not None and (view is not asked.view or self._keeps_time(view)):
            left = max(0, math.ceil(self._until - trio.current_time()))
            timer = replace(timer, seconds=left)
        turn = your_turn(number, view, timer, self._narrator, self._patience)
        made = (one.event for one in line.this_turn(seat))
        own = tuple(one.move for one in made if isinstance(one, Chosen))
        undos, redos = line.levels(seat), line.redos(seat)
        return replace(turn, made=own, undos=undos, redos=redos)

    @property
    def _patience(self) -> int:
        """For how many seconds the others wait before they go on without us."""
        play = self._peer.table.play
        if play is None or not play.start.quorum:
            return 0
        left = waiting.own_time(self._peer.status)
        return play.start.patience if left is None else math.ceil(left)


def _kept(order: str) -> Message:
    if order == NO_ORDER:
        return Message.of("order-withdrawn")
    return Message.of("order-kept", order=order)


def your_turn(
    number: int,
    view: AnyView,
    timer: Timer | None,
    narrator: Narrator,
    patience: int = 0,
) -> YourTurn:
    """Return the event that asks for the decision of ``view``, within its time."""
    assert view.choice is not None
    choice = Choice(
        moves_of(view.choice.moves),
        narrator.hints(view),
        isinstance(view.turn, Place),
        None if timer is None else timer.seconds,
        None if timer is None else timer.move,
        patience,
    )
    return YourTurn(number, view_of(view), choice)
