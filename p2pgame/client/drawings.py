"""Draws a view as its game draws itself."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.registry import find
from p2pgame.engine import AnyGame, Drawing, Game, Look, RulesError
from p2pgame.engine.rules import state_of

from .events import Begun, View


def drawn(begun: Begun, view: View, look: Look) -> Drawing | None:
    """Return the view as its game draws it, or None if the game does not.

    Raises:
      RulesError: The game's drawing raises an error.
    """
    return drawn_by(find(begun.game, begun.version), view, look)


def drawn_by(game: AnyGame, view: View, look: Look) -> Drawing | None:
    """Return the view as ``game`` draws it, or None if it does not.

    Raises:
      RulesError: The game's drawing raises an error.
    """
    kind = state_of(game)
    if kind is None or type(game).draw is Game.draw:
        return None
    try:
        state = msgspec.convert(_fields(view.state), type=kind)
    except msgspec.ValidationError:
        return None  # structs with tags, which views do not have
    try:
        return game.draw(state, view.faces, look)
    except Exception as error:
        raise RulesError.within(game.name, "drawing it", error) from error


def _fields(value: object) -> object:
    """Return structs as the arrays of their fields, as a state is encoded."""
    if isinstance(value, Mapping):
        return [_fields(one) for one in value.values()]
    if isinstance(value, list | tuple):
        return [_fields(one) for one in value]
    return value
