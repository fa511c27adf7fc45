"""Draws a view: its scene, or as its game draws itself."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from p2pgame.engine import AnyGame, Drawing, Game, Look, RulesError, State
from p2pgame.engine.prepared import prepared
from p2pgame.engine.rules import state_of
from p2pgame.games.registry import find
from p2pgame.scene import drawn as drawn_scene

from ..events import Begun, View


def drawn(
    begun: Begun, view: View, look: Look, before: View | None = None
) -> Drawing | None:
    """Return the view drawn; None: only its words say what lies there.

    ``before`` is an earlier view: what the last move has changed is marked.

    Raises:
      RulesError: The game's drawing raises an error.
    """
    game = find(begun.game, begun.version)
    if type(game).draw is Game.draw:
        scene = None if before is None else before.scene
        return None if view.scene is None else drawn_scene(view.scene, look, scene)
    return drawn_by(game, view, look)


def drawn_by(game: AnyGame, view: View, look: Look) -> Drawing | None:
    """Return the view as ``game`` draws it, or None if it does not.

    Raises:
      RulesError: The game's drawing raises an error.
    """
    state = None if type(game).draw is Game.draw else state_in(game, view)
    if state is None:
        return None
    try:
        return game.draw(state, view.faces, look)
    except Exception as error:
        raise RulesError.within(game.name, "drawing it", error) from error


def state_in(game: AnyGame, view: View) -> State | None:
    """Return the state in a view, or None if it can't be told from its fields."""
    kind = state_of(game)
    if kind is None:
        return None
    try:
        return msgspec.convert(_fields(view.state), type=prepared(kind))
    except msgspec.ValidationError:
        return None  # structs with tags, which views do not have


def _fields(value: object) -> object:
    """Return structs as the arrays of their fields, as a state is encoded."""
    if isinstance(value, Mapping):
        return [_fields(one) for one in value.values()]
    if isinstance(value, list | tuple):
        return [_fields(one) for one in value]
    return value
