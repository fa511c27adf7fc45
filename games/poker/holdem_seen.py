"""This module says what there is to draw of each seat at a hold'em table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pgame.engine import Look, Message, Row, Span
from p2pgame.engine.printable import signed
from p2pgame.tabletop.drawn.boxes import joined

from .holdem_state import Holdem, hole_slots, posting_order
from .ranking import describe, score

#: The phases in which players hold no cards yet.
_NO_CARDS = ("button", "posting", "shuffle", "deal")
BOARD = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as one seat sees it."""

    state: Holdem
    faces: Mapping[int, str]
    look: Look

    @property
    def seats(self) -> range:
        return range(len(self.state.stacks))

    @property
    def is_over(self) -> bool:
        return self.state.phase == "end"

    @property
    def board(self) -> list[str]:
        """The cards on the board, and an empty text for each that is to come."""
        return [*self.state.board, *[""] * (BOARD - len(self.state.board))]

    @property
    def pot(self) -> int:
        if self.state.phase in ("pots", "end"):
            return sum(pot.amount for pot in self.state.pots)
        return sum(self.state.paid) + self.state.dead

    def say(self, message: Message) -> str:
        return self.look.say(message)

    def to_move(self, seat: int) -> bool:
        asked = self.state.phase in ("betting", "showdown")
        return asked and self.state.to_act[:1] == (seat,)

    def is_in(self, seat: int) -> bool:
        """Return whether a seat can still win what is in the pot."""
        return seat in self.state.live or bool(self.state.shown[seat])

    def cards(self, seat: int) -> list[str | None]:
        """Return the cards to draw in front of a seat: open, known, or their backs.

        Those that whoever looks has folded are among them.
        """
        state = self.state
        if state.shown[seat]:
            return [*state.shown[seat]]
        if state.phase in _NO_CARDS or seat not in state.order:
            return []
        known = [self.faces.get(slot) for slot in hole_slots(state, seat)]
        return known if seat in state.live or None not in known else []

    def status(self, seat: int) -> str:
        """Return why a seat does not play on, or an empty text."""
        state = self.state
        if seat in state.gone and not self.is_in(seat):
            return self.say(Message.of("seat-left"))
        if not state.hand or state.shown[seat] or seat in state.live:
            return ""
        if seat in state.order:
            return self.say(Message.of("holdem-drawn-folded"))
        return self.say(Message.of("holdem-drawn-out"))

    def stack(self, seat: int) -> Span:
        """Return a seat's chips, or that all of them are in the pot."""
        state = self.state
        chips = state.stacks[seat]
        if not chips and state.hand and seat in state.live and not self.is_over:
            return Span(self.say(Message.of("holdem-drawn-all-in")), "bad")
        return Span(str(chips), "" if self.is_in(seat) or not state.hand else "dim")

    def bet(self, seat: int) -> Row:
        """Return a seat's bet in this round, or after the game what it has won."""
        state = self.state
        if self.is_over:
            won = state.stacks[seat] - state.start[seat]
            mine = ("good" if won > 0 else "bad") if won else "dim"
            return (Span(signed(won), mine if seat == self.look.seat else "strong"),)
        if not state.bets[seat]:
            return ()
        chips = Message.of("holdem-drawn-bet", chips=state.bets[seat])
        return (Span(self.say(chips), "strong"),)

    def marks(self, seat: int) -> Row:
        """Return the marks of the button and of who posts the blinds."""
        state, marks = self.state, list[str]()
        if seat == state.button:
            marks.append(self.say(Message.of("holdem-drawn-button")))
        posters = [*zip(posting_order(state.order), state.blinds, strict=False)]
        if (seat, state.blinds[0]) in posters[:1]:
            marks.append(self.say(Message.of("holdem-drawn-small")))
        if (seat, state.blinds[1]) in posters[1:2]:
            marks.append(self.say(Message.of("holdem-drawn-big")))
        return (Span(" ".join(marks), "dim"),) if marks else ()

    def hand(self, seat: int) -> str:
        """Return the best five cards that a seat is seen to have, in words."""
        best = self.best(seat)
        return "" if best is None else self.say(best)

    def best(self, seat: int) -> Message | None:
        """Return the best five cards that a seat is seen to have, if it has any."""
        known = [face for face in self.cards(seat) if face]
        if len(known) < 2 or len(self.state.board) < 3 or not self.is_in(seat):
            return None
        return describe(score([*known, *self.state.board]))

    def title(self) -> Row:
        """Return which hand it is, and its blinds."""
        state = self.state
        if not state.hand:
            return (Span(self.say(Message.of("holdem-drawn-before"))),)
        number = Message.of("holdem-drawn-hand", hand=state.hand)
        if state.hands > 1:
            number = Message.of(
                "holdem-drawn-hand-of", hand=state.hand, hands=state.hands
            )
        small, big = state.blinds[:2]
        blinds = Message.of("holdem-drawn-blinds", small=small, big=big)
        said = [(Span(self.say(number), "strong"),), (Span(self.say(blinds)),)]
        if any(state.antes):
            ante = Message.of("holdem-drawn-ante", chips=max(state.antes))
            said.append((Span(self.say(ante)),))
        return joined(said, " · ", "dim")

    def pot_words(self) -> Row:
        """Return how many chips are in the pot, or that the game is over."""
        if self.is_over and not self.pot:
            return (Span(self.say(Message.of("holdem-drawn-over")), "strong"),)
        pot = Message.of("holdem-drawn-pot", chips=self.pot)
        return (Span(self.say(pot), "strong"),)

    def my_hand(self) -> Row:
        """Return what whoever looks has, with the board, in words."""
        seat = self.look.seat
        words = "" if seat is None else self.hand(seat)
        if not words:
            return ()
        return (Span(self.say(Message.of("holdem-drawn-have", hand=words))),)
