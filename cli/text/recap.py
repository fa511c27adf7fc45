"""Remembers what a table was told, and says it again, or how things are, when asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from p2pgame.client import events as e
from p2pgame.client.telling.tables import NOBODY, whose_turn
from p2pgame.engine import Message

from . import moves
from .planned import this_turn
from .telling import Teller
from .words import sentence

#: Lines that are remembered of one game.
LINES = 5000
#: Lines of ``history`` without a number.
USUAL = 20


class Recap:
    """What has happened in one game as the player at a seat was told."""

    def __init__(
        self, begun: e.Begun, cards: Callable[[str], str] = lambda line: line
    ) -> None:
        self._teller, self._cards = Teller(begun, cards), cards
        self._seat = begun.seat
        self._lines = deque[str](maxlen=LINES)
        self._last: Sequence[str] = ()
        self._view = self._teller.opening()
        #: What goes on, as the client says.
        self._waiting: Message | None = None
        #: What our player may type, while it is asked for a move.
        self._asked: e.YourTurn | None = None

    def hear(self, event: e.AnyEvent) -> None:
        """Take in an event of this game."""
        match event:
            case e.Happened(messages, view):
                lines = self._teller.lines(messages)
                self._last = lines or self._last
                self._lines.extend(lines)
                self._view = view
            case e.Resumed(_, last, view, past):
                self._last = [] if last is None else self._teller.lines([last])
                told = self._teller.lines([line.message for line in past])
                self._lines.extend(told or self._last)
                self._view = view
            case e.YourTurn(view=view):
                self._view, self._asked = view, event
            case e.TurnClosed():
                self._asked = None
            case e.MovedFor(_, _, message):
                self._lines.extend(self._teller.lines([message]))
            case e.Waiting(message=message):
                self._waiting = message
            case e.Snapshot(view=view) | e.Planned(view=view) if view is not None:
                self._view = view
            case (
                e.Chat(_, _, message)
                | e.Proposed(_, _, message)
                | e.Nudged(_, message)
                | e.Overtaken(message)
                | e.Ended(_, message)
            ):
                self._lines.append(self._teller.say(message))

    def table(self) -> list[str]:
        """Return the table as it is now."""
        if self._view is None:
            return [self._said("recap-nothing-yet")]
        return self._teller.aloud(self._view)

    def turn(self) -> list[str]:
        """Return whose turn it is, and what phase; of our own, what may be typed."""
        if self._asked is not None:
            offers = moves.in_short(self._teller.hints(self._asked.choice.hints))
            told = Message.of("cli-your-move", moves=self._cards(offers))
            made = this_turn(self._asked)
            asked = [self._teller.say(one) for one in (told, made) if one is not None]
            return [*asked, *self._teller.names_now(self._asked.view)]
        if self._view is None:
            return [self._said("recap-nothing-yet")]
        whose = self._teller.whose_turn(self._view)
        if self._waiting is not None and whose_turn(self._view) == NOBODY:
            whose = sentence(self._teller.say(self._waiting))
        return [whose, *self._teller.names_now(self._view)]

    def hand(self) -> list[str]:
        """Return what only this seat sees."""
        view = self._view
        if view is None or not view.hand:
            return [self._said("recap-no-hand"), *self.table()]
        told = Message.of("recap-hand", cards=view.hand)
        return [self._teller.of_game(told)]

    def score(self) -> list[str]:
        """Return what each seat has so far."""
        scores = None if self._view is None else self._view.scores
        if scores is None:
            return [self._said("recap-no-score")]
        ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        items = tuple(
            Message.by("recap-has", seat, points=scores[seat]) for seat in ranked
        )
        return [self._teller.say(Message.of("recap-score", scores=items))]

    def last(self) -> list[str]:
        """Return what happened last."""
        return [*self._last] or [self._said("recap-nothing-yet")]

    def history(self, count: int = USUAL) -> list[str]:
        """Return the last ``count`` lines that were told."""
        if not self._lines:
            return [self._said("recap-nothing-yet")]
        earlier = max(0, len(self._lines) - count)
        shown = [*self._lines][earlier:]
        if not earlier:
            return shown
        told = Message.of("recap-earlier", count=earlier, all=len(self._lines))
        return [self._teller.say(told), *shown]

    def _said(self, id: str) -> str:
        return self._teller.say(Message.of(id))
