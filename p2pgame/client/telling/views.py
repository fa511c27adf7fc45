"""Makes the views of events: the table as one seat sees it, by field names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from p2pgame.engine import (
    Amount,
    AnyGame,
    Closing,
    Open,
    State,
    Turn,
    learn,
    view,
)
from p2pgame.engine.play import stages
from p2pgame.engine.scene import Scene
from p2pgame.engine.undo.takeback import Undone
from p2pgame.scene import standard
from p2pgame.session.lobby.events import AnyView, Drawn, Happened, TakenBack

from ..events import Range, View, Zone, range_of
from ..words import slot_moves


def view_of(view: AnyView) -> View:
    """Return what a seat sees, as an event contains it."""
    zones = tuple(Zone(**fields_of(zone)) for zone in view.zones)
    faces = dict(view.faces)
    turn, terms = kind_of(view.turn), fields_of(view.turn)
    state = fields_of(view.state)
    told = view.text, zones, view.hand, view.scores, view.phase, view.roles
    scene = view.scene or _standard(view, state)
    return View(view.player, turn, terms, state, faces, *told, scene)


def _standard(view: AnyView, state: Mapping[str, Any]) -> Scene:
    """Return the scene of a game that makes none itself."""
    choice = () if view.choice is None else view.choice.moves
    moves = [move for move in choice if isinstance(move, str)]
    return standard(view, state, slot_moves(view.game, moves))


def cleared(
    game: AnyGame, before: State, faces: Mapping[int, str], happened: Happened
) -> View | None:
    """Return the last view in which things lie that are gone from the table now.

    That is the end of a hand: what people look at before it is cleared away.
    ``before`` and ``faces`` are the state and the faces that were seen before.  None:
    nothing that was seen has gone.
    """
    event, now = happened.event, happened.view
    if not happened.fix_ups or isinstance(event, _UNSTAGED):
        return None
    known = learn(faces, happened.turn, event, {})
    lie = now.faces.keys() if now.zones else set()  # before a shuffle nothing does
    for state in reversed(stages(game, before, event)[:-1]):
        seen = view(game, state, now.player, known, _NOBODYS)
        if seen.zones and seen.faces.keys() - lie:
            return view_of(seen)
    return None


#: The turn of a state in between: nobody decides.
_NOBODYS = Open(())
#: What no fix-up clears up after.
_UNSTAGED = Undone | TakenBack | Drawn | Closing


def kind_of(turn: Turn) -> str:
    """Return the name of a turn's kind, such as ``choose``."""
    return type(turn).__name__.lower()


def moves_of(moves: tuple[str | Amount, ...]) -> tuple[str | Range, ...]:
    """Return the moves of a choice as an event contains them."""
    return tuple(m if isinstance(m, str) else range_of(m) for m in moves)


def fields_of(struct: msgspec.Struct) -> dict[str, Any]:
    """Return a struct's fields by name, and those of structs in it."""
    names = struct.__struct_fields__
    return {name: _plain(getattr(struct, name)) for name in names}


def _plain(value: object) -> Any:
    if isinstance(value, msgspec.Struct):
        return fields_of(value)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value
