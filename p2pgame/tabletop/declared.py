"""A declared game is composed of moves and phases in a rulebook.

This base class checks phase, order and legality itself, so authors cannot forget
to.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar, final

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Message,
    Options,
    Reason,
    RulesError,
    Together,
    Turn,
)

from .phases import P, Rulebook

_O = TypeVar("_O", bound=Options)


class DeclaredGame(Game[P, _O]):
    """A game whose moves are those of its :meth:`rulebook`.

    An author writes ``rulebook``, ``begin``, ``next_turn`` and ``show``; also
    ``happened``, for a game with joint events.

    Raises:
      RulesError: The rulebook contradicts itself.
    """

    def __init__(self) -> None:
        self.book = self.rulebook()
        self.move_help = self.book.help()

    @abstractmethod
    def rulebook(self) -> Rulebook[P]:
        """Return every move of the game."""

    @abstractmethod
    def begin(self, seats: int, options: _O) -> P:
        """Return the state before the first phase begins."""

    def happened(self, state: P, event: Event) -> P:
        """Return the state after an event other than one player's move."""
        raise AssertionError(event)

    def why_invalid(self, state: P) -> str | None:
        """Return what is wrong with the state after a move, or None."""
        return None

    @abstractmethod
    def next_turn(self, state: P) -> Turn:
        """Return the next turn.

        Leave the moves of a ``Choose`` empty: ``Choose(player, ())``.  The rulebook
        fills in exactly those that it allows.
        """

    @final
    def turn(self, state: P) -> Turn:
        turn = self.next_turn(state)
        match turn:
            case Choose():
                return self._filled(state, turn)
            case Together(choices):
                return Together(tuple(self._filled(state, c) for c in choices))
        return turn

    @final
    def setup(self, seats: int, options: _O) -> P:
        return self._valid(self.book.start(self.begin(seats, options)))

    @final
    def apply(self, state: P, event: Event) -> P:
        match event:
            case Chosen(player, move):
                return self._valid(self.book.apply(state, player, move))
        return self._valid(self.happened(state, event))

    @final
    def fix_up(self, state: P) -> tuple[Message, P] | None:
        fixed = self.book.fix_up(state)
        return None if fixed is None else (fixed[0], self._valid(fixed[1]))

    @final
    def why_illegal(self, state: P, player: int, move: str) -> Reason | None:
        reason = super().why_illegal(state, player, move)
        if reason is not None and reason.code == "not-your-turn":
            return reason
        return self.book.why_not(state, player, move) or reason

    def tell(self, state: P, event: Event) -> Message | None:
        match event:
            case Chosen(player, move):
                return self.book.describe(state, player, move)
        return None

    def _filled(self, state: P, choice: Choose) -> Choose:
        offers = self.book.offers(state, choice.player)
        return Choose(choice.player, offers, choice.timer)

    def _valid(self, state: P) -> P:
        wrong = self.why_invalid(state)
        if wrong is not None:
            raise RulesError(f"{self.name}: {wrong}")
        return state
