"""Lays out a battle at sea: one's own sea first, and then the other's.

Capital letters are ships that are hit, and small ones the looker's own that are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.engine import EMPTY, NOTHING, Choose, Message, Place, Turn
from p2pgame.engine.scene import Cell, Grid, Note, Piece, Scene, SeatShown, Ships
from p2pgame.engine.turns import movers
from p2pgame.tabletop.sentences import cells_named

from .battleship import Battle, Battleship
from .fleet import WATER


def scene(
    game: Battleship, state: Battle, faces: Mapping[int, str], seat: int | None
) -> Scene:
    """Return both seas as this seat, which knows ``faces``, sees them."""
    turn, owners = game.turn(state), (1, 0) if seat == 1 else (0, 1)
    seas = tuple(
        Grid(
            state.fleet.size,
            tuple(
                _cell(state, faces, slot, owner, seat) for slot in state.slots(owner)
            ),
            named=True,
            owner=owner,
            sea=True,
            aloud=tuple(_aloud(state, faces, owner)),
        )
        for owner in owners
    )
    fleet = Ships(state.fleet.lengths, state.fleet.touch)
    placing = isinstance(turn, Place) and turn.player == seat
    return Scene(
        tuple(SeatShown(notes=tuple(_notes(state, turn, n))) for n in (0, 1)),
        parts=(*seas, fleet) if placing else seas,
    )


def _cell(
    state: Battle, faces: Mapping[int, str], slot: int, owner: int, seat: int | None
) -> Cell:
    face, name = state.sea[slot] or faces.get(slot, WATER), state.name(slot)
    is_shot, is_ship = slot in state.shots, face != WATER
    piece = None
    if is_shot and is_ship:
        shape = "sunk" if face in state.sunk(owner) else "hit"
        piece = Piece(face, owner, shape)
    elif is_shot:
        piece = Piece("o", owner, "miss")
    elif is_ship:
        piece = Piece(face.lower(), owner, "ship", "strong")
    is_last = slot == state.target or (
        state.target == EMPTY and state.shots[-1:] == (slot,)
    )
    move = name if seat == 1 - owner else ""
    return Cell(name, piece, move, "last-move" if is_last else "")


def _notes(state: Battle, turn: Turn, seat: int) -> Iterator[Note]:
    """Yield what a player does now, and which of its ships are afloat and sunk."""
    if seat in movers(turn) and isinstance(turn, Choose | Place):
        placing, shooting = "battleship-drawn-placing", "battleship-drawn-shooting"
        told = placing if isinstance(turn, Place) else shooting
        yield Note(Message.of(told), "to-move", NOTHING)
    sunk = state.sunk(seat)
    ships = zip(state.fleet.letters, state.fleet.lengths, strict=True)
    left = " ".join(f"{ship}{length}" for ship, length in ships if ship not in sunk)
    if left:
        afloat = Message.of("battleship-drawn-afloat", ships=left)
        yield Note(afloat, "strong", NOTHING)
    if sunk:
        yield Note(Message.of("battleship-drawn-sunk", ships=sunk), "dim", NOTHING)


def _aloud(state: Battle, faces: Mapping[int, str], owner: int) -> Iterator[Message]:
    """Yield what is known of the ships of a sea, and which shots found only water."""
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
