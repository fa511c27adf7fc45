"""Makes the views of events: the table as one seat sees it, by field names."""

from __future__ import annotations

from typing import Any

import msgspec

from p2pgame.engine import Amount, Turn
from p2pgame.session.lobby.events import AnyView

from ..events import Range, View, Zone, range_of


def view_of(view: AnyView) -> View:
    """Return what a seat sees, as an event contains it."""
    zones = tuple(Zone(**fields_of(zone)) for zone in view.zones)
    faces = dict(view.faces)
    turn, terms = kind_of(view.turn), fields_of(view.turn)
    state = fields_of(view.state)
    return View(view.player, turn, terms, state, faces, view.text, zones)


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
