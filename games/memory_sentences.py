"""Tells a game of memory in sentences."""

from __future__ import annotations

from p2pgame.engine import EMPTY, Message
from p2pgame.engine.views import Faces
from p2pgame.tabletop import overlap
from p2pgame.tabletop.sentences import numbered

from .memory import Memory


def in_sentences(state: Memory, faces: Faces) -> tuple[Message, ...]:
    """Return which cards lie face down or open, and who has how many pairs."""
    told = list[Message]()
    grid = [*enumerate(overlap(state.open, state.hidden), 1)]
    down = [number for number, slot in grid if slot in state.hidden]
    if down:
        told.append(Message.of("memory-table-down", cards=numbered(down)))
    for number, slot in grid:
        if slot != EMPTY and slot in state.open:
            face = faces.get(slot, "?")
            told.append(Message.of("memory-table-open", number=number, face=face))
    for seat, pairs in enumerate(state.pairs):
        told.append(Message.by("memory-table-pairs", seat, pairs=pairs))
    return tuple(told)
