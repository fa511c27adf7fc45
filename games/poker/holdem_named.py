"""This module says what people call a phase of hold'em, and the seats in a hand."""

from __future__ import annotations

from p2pgame.engine import Message, listed

from .holdem_state import Holdem, posting_order

#: The rounds of betting, by the number of open board cards.
_STREETS = {
    0: Message.of("holdem-phase-preflop"),
    3: Message.of("holdem-phase-flop"),
    4: Message.of("holdem-phase-turn"),
    5: Message.of("holdem-phase-river"),
}
_SHOWDOWN = Message.of("holdem-phase-showdown")
_BUTTON = Message.of("holdem-role-button")
#: The names of the seats that post first and second.
_BLINDS = Message.of("holdem-small-blind"), Message.of("holdem-big-blind")


class HoldemNames:
    """What the game of hold'em has of names."""

    def phase(self, state: Holdem) -> Message | None:
        """Return the street on which players bet, or the showdown."""
        match state.phase:
            case "betting" | "uncalled" | "board":
                return _STREETS[len(state.board)]
            case "showdown" | "showing":
                return _SHOWDOWN
        return None

    def role(self, state: Holdem, seat: int) -> Message | None:
        """Return whether a seat has the button, and which blind it posts."""
        posts = zip(posting_order(state.order), state.blinds, _BLINDS, strict=False)
        named = [name for poster, chips, name in posts if poster == seat and chips > 0]
        button = [_BUTTON] * (seat == state.button)
        return listed(*button, *named) if button or named else None
