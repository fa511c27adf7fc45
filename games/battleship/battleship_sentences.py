"""Tells a battle at sea in sentences: the looker's own sea first, then the other's.

Of each sea the ships are told, with what is known of where they lie, and then the
shots that found only water.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.engine import Message
from p2pgame.tabletop.sentences import cells_named

from .battleship import Battle
from .fleet import WATER


def in_sentences(
    state: Battle, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return both seas as this seat, which knows ``faces``, sees them."""
    seats = (1, 0) if seat == 1 else (0, 1)
    return tuple(one for owner in seats for one in _sea(state, faces, owner))


def _sea(state: Battle, faces: Mapping[int, str], owner: int) -> Iterator[Message]:
    shots, fleet = {*state.shots}, state.fleet
    slots = state.slots(owner)
    seen = [state.sea[slot] or faces.get(slot, "") for slot in slots]
    hit = [slot in shots for slot in slots]
    if state.placed <= owner:
        yield Message.by("battleship-table-not-placed", owner)
        return
    for ship, length in zip(fleet.letters, fleet.lengths, strict=True):
        cells = [cell for cell, face in enumerate(seen) if face == ship]
        yield _ship(state, owner, ship, length, cells, hit)
    missed = [cell for cell, face in enumerate(seen) if hit[cell] and face == WATER]
    if missed:
        cells_told = cells_named(fleet.chart, missed)
        yield Message.by("battleship-table-missed", 1 - owner, cells=cells_told)


def _ship(
    state: Battle,
    owner: int,
    ship: str,
    length: int,
    cells: Sequence[int],
    hit: Sequence[bool],
) -> Message:
    """Return what is known of one ship, which is seen to be on ``cells``."""
    chart, struck = state.fleet.chart, [cell for cell in cells if hit[cell]]
    if not cells:
        id = "battleship-table-unknown"
        return Message.by(id, owner, ship=ship, length=length)
    on = cells_named(chart, cells)
    if ship in state.sunk(owner):
        return Message.by("battleship-table-sunk", owner, ship=ship, cells=on)
    if len(cells) == len(struck):
        id = "battleship-table-hit"
        return Message.by(id, owner, ship=ship, length=length, hit=on)
    if not struck:
        return Message.by("battleship-table-whole", owner, ship=ship, cells=on)
    at = cells_named(chart, struck)
    return Message.by("battleship-table-damaged", owner, ship=ship, cells=on, hit=at)
