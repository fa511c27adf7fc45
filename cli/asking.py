"""What is asked at a seat: a decision of whoever sits there, in the time there is."""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from p2pgame.engine import IllegalMove, Together
from p2pgame.session.events import AnyView
from p2pgame.session.runner import Peer

from . import words
from .people import Decider, Question
from .telling import Teller


class Asking:
    """Puts questions to a decider, and what it decides to the table."""

    def __init__(self, peer: Peer, decider: Decider, teller: Teller) -> None:
        self._peer = peer
        self._decider = decider
        self._teller = teller
        self._question = trio.CancelScope()

    async def ask(self, view: AnyView) -> None:
        """Have the decision made that ``view`` asks for, unless it is withdrawn."""
        assert view.choice is not None
        news = self._teller.table(view) if self._teller.is_news(view) else None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            # Nothing to decide, and the others can't tell: all are sealed.
            await self._propose(str(moves[0]))
            return
        hints, two = self._teller.hints(view), len(self._teller.names) == 2
        question = Question(view.choice, hints, news, self._patience, two)
        seconds = math.inf if timer is None else timer.seconds
        # Whoever has gone changes the turn: then another question follows, or none.
        with trio.CancelScope() as self._question, trio.move_on_after(seconds) as time:
            await self._decider.decide(question, self._propose, self._peer.leave)
        if time.cancelled_caught and timer is not None:
            with suppress(IllegalMove):  # it was made at the last moment
                await self._propose(timer.move)

    def withdraw(self) -> None:
        """Ask no more: it is not to be decided, or not like that."""
        self._question.cancel()

    async def _propose(self, move: str) -> None:
        try:
            await self._peer.propose(move)
        except IllegalMove as error:
            text = words.named(str(error), self._teller.names)
            raise IllegalMove(error.code, text) from None

    @property
    def _patience(self) -> int:
        """For how many seconds the others wait before they go on without us."""
        play = self._peer.table.play
        return 0 if play is None or not play.start.quorum else play.start.patience
