"""Reports the turns in which the player decides, and keeps the time of the rules."""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from p2pgame.engine import IllegalMove, Place, Together
from p2pgame.session.lobby.events import AnyView
from p2pgame.session.peer.runner import Peer

from ..events import Choice, TurnClosed, YourTurn
from ..front_end import FrontEnd
from ..narration import Narrator
from . import waiting
from .views import moves_of, view_of


class Turns:
    """The turns of one player in one game.

    A turn in which there is nothing to decide is answered here, and so is one whose
    time is up by the rules.
    """

    def __init__(self, peer: Peer, front: FrontEnd, narrator: Narrator) -> None:
        self._peer = peer
        self._front = front
        self._narrator = narrator
        self._scope = trio.CancelScope()
        self._number = 0
        self._open: int | None = None

    def begin(self) -> trio.CancelScope:
        """Return what closes the turn that is reported next."""
        self._scope = trio.CancelScope()
        return self._scope

    def withdraw(self) -> None:
        """Close the open turn: it is not to be decided, or not like that.

        The front end hears so before anything that is told after this.
        """
        self._scope.cancel()
        self._close(self._open)

    async def ask(self, view: AnyView, asked: trio.CancelScope) -> None:
        """Report a decision that ``view`` asks for, until it is made or withdrawn."""
        assert view.choice is not None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            # Nothing to decide, and the others can't tell: all are sealed.
            await self._peer.propose(str(moves[0]))
            return
        if asked.cancel_called:
            return
        seconds = math.inf if timer is None else timer.seconds
        self._number += 1
        number = self._number
        # An eviction changes the turn, and so does a proposal that all agree to: then
        # another question follows, or none.
        with asked, trio.move_on_after(seconds) as time:
            self._open = number
            self._front.tell(self._your_turn(number, view))
            await trio.sleep_forever()
        self._close(number)
        if time.cancelled_caught and timer is not None:
            with suppress(IllegalMove):  # it was made at the last moment
                await self._peer.propose(timer.move)

    def _close(self, number: int | None) -> None:
        if number is not None and self._open == number:
            self._open = None
            self._front.tell(TurnClosed(number))

    def _your_turn(self, number: int, view: AnyView) -> YourTurn:
        return your_turn(number, view, self._narrator, self._patience)

    @property
    def _patience(self) -> int:
        """For how many seconds the others wait before they go on without us."""
        play = self._peer.table.play
        if play is None or not play.start.quorum:
            return 0
        left = waiting.own_time(self._peer.status)
        return play.start.patience if left is None else math.ceil(left)


def your_turn(
    number: int, view: AnyView, narrator: Narrator, patience: int = 0
) -> YourTurn:
    """Return the event that asks for the decision of ``view``."""
    assert view.choice is not None
    timer = view.choice.timer
    choice = Choice(
        moves_of(view.choice.moves),
        narrator.hints(view),
        isinstance(view.turn, Place),
        None if timer is None else timer.seconds,
        None if timer is None else timer.move,
        patience,
    )
    return YourTurn(number, view_of(view), choice)
