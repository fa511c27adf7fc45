"""This module keeps our own player's move in the current turn, said or not."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Tick, Together, Turn
from p2pgame.engine.offers import choice_of
from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.protocols.chance import sealed

from ..entries.identity import Me, entropy_of
from ..entries.payloads import Answer
from ..lobby.lobby import Start
from .answers import Hearing
from .forgotten import order_ahead, sealed_move
from .orders_ahead import OPENED, SEALED, context_of, is_ahead, occasion, round_ahead
from .seats import Seats


class OwnMove:
    """Our seat and our move; ``seat`` is None for a spectator, who has no move.

    ``notes`` are our moves of an earlier run, by turn.
    """

    def __init__(self, start: Start, me: Me | None, notes: Mapping[bytes, str]) -> None:
        self.seat = None if me is None else start.seat_of(me.key.public)
        self.move: str | None = None
        #: What the run has said in the turn's first round.
        self.sealed: bytes | None = None
        self._me = me if self.seat is not None else None
        self._notes = notes
        #: Our orders ahead that the log may lack, by their contexts.
        self._ahead: dict[bytes, str] = {}
        #: The order ahead that is to be said.
        self.due: Answer | None = None
        #: The turn in which our player was asked last.
        self._asked_in = b""

    def secret(self, game: bytes) -> Scalar | None:
        """Return our share of the key of a game's cards."""
        return None if self._me is None else self._me.share(game)

    def entropy(self, turn: bytes) -> Entropy:
        """Return the randomness of our part in a turn."""
        return entropy_of(self._me, turn)

    def noted(self, turn: bytes) -> str | None:
        """Return our move in a turn, if an earlier run has noted it."""
        return self._notes.get(turn)

    def find(self, turn: Turn, evicted: Seats, hearing: Hearing) -> bool:
        """Recover our move from our answer to a turn, if it is sealed there.

        Returns whether it is another than was known.  A note of another move is of a
        log that went another way.  What we sealed ahead for a turn in which we have no
        part any more is none.
        """
        if self.seat is None or self._me is None or choice_of(turn, self.seat) is None:
            return False
        noted, answer = self.move, hearing.at(0, self.seat)
        if noted is None and answer is not None and is_ahead(answer[1]):
            noted = self.ahead(answer[1])
        found = sealed_move(self._me, self.seat, turn, evicted, answer, noted)
        known, self.move = self.move, noted if found is None else found
        return self.move != known

    def is_astray(self, turn: Turn, hearing: Hearing) -> bool:
        """Return whether the log has us seal another move than the one that we know.

        Such a move stays closed: whoever opens another than it has sealed cheats.
        """
        answer = None if self.seat is None else hearing.at(0, self.seat)
        together = isinstance(turn, Together | Tick)
        return together and answer is not None and answer[1].message != self.sealed

    def ahead(self, answer: Answer) -> str | None:
        """Return our move in an order ahead, if this run or an earlier has noted it."""
        context = context_of(answer)
        noted = self._ahead.get(context, self._notes.get(context))
        if noted is None or self._me is None or self.seat is None:
            return None
        return order_ahead(self._me, self.seat, answer, noted)

    def seal_ahead(self, anchor: bytes, ticks: int, move: str) -> bytes:
        """Seal an order for so many ``ticks`` after the turn ``anchor``.

        Returns what a note of it names as its turn.
        """
        assert self._me is not None
        assert self.seat is not None
        context = occasion(anchor, ticks)
        entropy = self._me.entropy(context)
        message = sealed.seal_ahead(self.seat, context, move.encode(), entropy)
        self._ahead[context] = move
        self.due = Answer(anchor, round_ahead(ticks, SEALED), message)
        return context

    def open_ahead(self, turn: bytes, ticks: int, sealed_in: Answer) -> Answer | None:
        """Open our order for so many ``ticks`` after ``turn``; None: it is lost."""
        move, context = self.ahead(sealed_in), context_of(sealed_in)
        if move is None:
            return None
        opening = sealed.open_ahead(move.encode(), self.entropy(context))
        return Answer(turn, round_ahead(ticks, OPENED), opening)

    def is_new(self, turn: bytes) -> bool:
        """Return whether our player has yet to be asked in a turn; note that it is."""
        is_new = self._asked_in != turn
        self._asked_in = turn
        return is_new
