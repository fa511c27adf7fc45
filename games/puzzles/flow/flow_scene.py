"""Lays out flow: lines that grow from their letters, and the past of each."""

from __future__ import annotations

from p2pgame.engine import NOTHING, Message
from p2pgame.engine.scene import Item, Note, Puzzle, Scene, SeatShown

from ..puzzle_scene import pasts
from .flow import FlowState
from .flow_lines import names


def scene(state: FlowState) -> Scene:
    """Return the grid, its lines, and how many letters are joined."""
    grid, lines, called = state.grid, state.lines, names(state.grid)
    joined = [*map(lines.is_joined, range(len(called)))]
    past = pasts(called, state.items)
    items = tuple(
        Item(name, tuple(map(grid.name, cells)), 1, joined=is_joined, past=done)
        for name, cells, is_joined, done in zip(
            called, lines.lines, joined, past, strict=True
        )
    )
    some = Message.of(
        "flow-some-joined", joined=sum(joined) // 2, letters=len(joined) // 2
    )
    notes = [Note(some, aloud=NOTHING)]
    if state.solved:
        notes.insert(0, Note(Message.of("puzzle-solved"), "good"))
    elif not state.left:
        notes.insert(0, Note(Message.of("flow-not-solved"), "bad"))
    else:
        notes.append(Note(Message.of("flow-moves-left", moves=state.left), "dim"))
    cover = Note(Message.of("flow-cover"), "dim")
    return Scene(
        (SeatShown(),),
        (Puzzle(grid.rows, items, Message.of("flow-ask"), lines=True),),
        title=(cover,) if state.cover else (),
        notes=tuple(notes),
    )
