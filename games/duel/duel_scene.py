"""Lays out the small pokers for two: a card each, and perhaps one for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine import NOTHING, Message, listed
from p2pgame.engine.scene import Between, Card, Chips, Note, Scene, SeatShown, Spread

#: The slot of a card that is open for both.
_BOARD = 2


def duel_scene(
    faces: Mapping[int, str],
    paid: Sequence[int],
    actions: Sequence[str],
    *,
    dealt: bool,
    board: str | None = None,
) -> Scene:
    """Return the table; ``board`` is None: no card is for both; "": it is to come."""
    pot = sum(paid)
    parts: tuple[Between, ...] = (Chips(Message.of("duel-pot", chips=pot), pot),)
    if board is not None and dealt:
        label = Message.of("on-the-board", cards=board) if board else NOTHING
        parts += (Spread(NOTHING, (Card(_BOARD, board or None),), aloud=label),)
    seats = (_seat(seat, faces, paid, actions, dealt=dealt) for seat in range(2))
    return Scene(tuple(seats), parts, round=True)


def _seat(
    seat: int,
    faces: Mapping[int, str],
    paid: Sequence[int],
    actions: Sequence[str],
    *,
    dealt: bool,
) -> SeatShown:
    notes = list[Note]()
    done = actions[seat::2]
    if done:
        told = listed(*(Message.of("duel-did", move=move) for move in done))
        aloud = listed(*(Message.by("duel-done", seat, move=move) for move in done))
        notes.append(Note(told, "dim", aloud))
    hand = (Card(seat, faces.get(seat)),) if dealt else ()
    return SeatShown(notes=tuple(notes), hand=hand, chips=paid[seat])
