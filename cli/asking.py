"""What is asked at a seat: a decision of whoever sits there, in the time there is."""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from p2pgame.engine import IllegalMove, Together, Turn, plain
from p2pgame.session.lobby.events import AnyView
from p2pgame.session.peer.runner import Peer

from . import watch, words
from .people import Decider, Question
from .telling import Teller


class Asking:
    """Puts questions to a decider, and what it decides to the table.

    ``always`` says what may be typed at any time.
    """

    def __init__(
        self, peer: Peer, decider: Decider, teller: Teller, always: str = ""
    ) -> None:
        self._peer = peer
        self._decider = decider
        self._teller = teller
        self._always = always
        self._scope = trio.CancelScope()
        self._turn: Turn | None = None

    @property
    def turn(self) -> Turn | None:
        """The turn in which a question is open."""
        return self._turn

    async def ask(self, view: AnyView, question: trio.CancelScope) -> None:
        """Have the decision made that ``view`` asks for, unless it is withdrawn."""
        assert view.choice is not None
        news = self._teller.table(view) if self._teller.is_news(view) else None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            # Nothing to decide, and the others can't tell: all are sealed.
            await self._propose(str(moves[0]))
            return
        hints, two = self._teller.hints(view), len(self._teller.names) == 2
        asked = Question(view.choice, hints, news, self._patience, two, self._always)
        seconds = math.inf if timer is None else timer.seconds
        # Whoever has gone changes the turn, and so does what all agree on: then
        # another question follows, or none.
        with question, trio.move_on_after(seconds) as time:
            self._turn = view.turn
            await self._decider.decide(asked, self._propose, self._peer.leave)
        if self._scope is question:
            self._turn = None
        if time.cancelled_caught and timer is not None:
            with suppress(IllegalMove):  # it was made at the last moment
                await self._propose(timer.move)

    def begin(self) -> trio.CancelScope:
        """Return what a question is withdrawn by, the one to be asked next."""
        self._scope = trio.CancelScope()
        return self._scope

    def withdraw(self) -> None:
        """Ask no more: it is not to be decided, or not like that."""
        self._scope.cancel()

    async def _propose(self, move: str) -> None:
        try:
            await self._peer.propose(move)
        except IllegalMove as error:
            text = words.told(error, self._teller.names)
            raise IllegalMove(error.code, plain(text)) from None

    @property
    def _patience(self) -> int:
        """For how many seconds the others wait before they go on without us."""
        play = self._peer.table.play
        if play is None or not play.start.quorum:
            return 0
        left = watch.own_time(self._peer.status)
        return play.start.patience if left is None else math.ceil(left)
