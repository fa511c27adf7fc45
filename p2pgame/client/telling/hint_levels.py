"""Gives the hints that a game has for its player's next step, one level at a time."""

from __future__ import annotations

from p2pgame.engine import AnyGame, Game, IllegalMove, Message, Reason, State

from ..events import HintShown
from ..words import title_of


def gives_hints(game: AnyGame) -> bool:
    """Return whether a game has hints of its own."""
    return type(game).advice is not Game.advice


class HintLevels:
    """The hints that one player has asked for last, and the level that was shown."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self._game, self._seat = game, seat
        self._state: State | None = None
        self._hints: tuple[Message, ...] = ()
        self._shown = 0

    def show(self, state: State, level: int) -> HintShown:
        """Return the hint of a level, counted from 1; 0: the next one for this state.

        Of levels beyond the last one it is the last.

        Raises:
          IllegalMove: There is none.
        """
        if self._state != state:
            self._begin(state)
        self._shown = min(level or self._shown + 1, len(self._hints))
        hint = self._hints[self._shown - 1]
        return HintShown(self._shown, len(self._hints), hint)

    def _begin(self, state: State) -> None:
        hints = self._game.advice(state, self._seat)
        if hints is None:
            said = Message.of("hints-not-here", game=title_of(self._game.name))
            raise IllegalMove("no-hints", said)
        if isinstance(hints, Reason):
            raise hints.error
        self._state, self._hints, self._shown = state, hints, 0
