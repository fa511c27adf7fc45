"""This module holds the state of fill, and the effect of a drag.

Each block has a path of its own (:mod:`p2pgame.tabletop.puzzles.pending`), made of the
places it was dragged to.  A drag back to the last place is an undo.  An undo that
lands on others undoes them like any drag, but that batch does not become pending: the
undo itself cannot be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from p2pgame.engine import Reason
from p2pgame.tabletop.drawing import FREE, Drawing
from p2pgame.tabletop.puzzles import path, pending
from p2pgame.tabletop.puzzles.pending import Items

from ..puzzle_cover import cells_of, mask
from ..puzzle_game import Blocks
from .fill_cascade import Track, undos_needed
from .fill_puzzle import PAD, Puzzle, places


class Fill(Blocks[Puzzle], frozen=True):
    """A block's track begins on the pad, where it covers nothing."""

    def tracks_of(self, items: Items) -> tuple[Track, ...]:
        return tuple(
            (0, *(at[place] for place in path.moves))
            for at, path in zip(places(self.puzzle), items.paths, strict=True)
        )

    @property
    def solved(self) -> bool:
        """Whether the blocks fill the grid."""
        blocks = sum(track[-1] for track in self.tracks)
        return blocks == mask(self.puzzle.grid.cells(FREE))


@dataclass(frozen=True, slots=True)
class Drag:
    """An action of a block, and the place that it reaches."""

    kind: Literal["move", "undo", "redo"]
    item: int
    place: str


def drag(state: Fill, move: str) -> Drag | Reason:
    """Return what ``move`` means: ``A c2``, ``A pad``, ``undo A`` or ``redo A``."""
    match move.split(" "):
        case [("undo" | "redo") as word, letter] if letter in state.puzzle.letters:
            item = state.puzzle.letters.index(letter)
            if word == "undo":
                return _undo(state, item)
            redo = state.items.paths[item].redo
            if redo:
                return Drag("redo", item, redo[0].move)
            return Reason.of("nothing-to-redo", "block-nothing-undone", block=letter)
        case [letter, place] if letter in state.puzzle.letters:
            return _drag(state, state.puzzle.letters.index(letter), place)
    letters = " ".join(state.puzzle.letters)
    move = repr(move)
    return Reason.of("unknown-move", "fill-unknown-move", move=move, blocks=letters)


def undos(
    state: Fill, drag: Drag, tracks: Sequence[Track]
) -> tuple[tuple[int, int], ...] | Reason:
    """Return the undos of other blocks for a drag, in order, or why it fails."""
    if drag.kind == "undo" and state.restores(drag.item):
        return ()
    after = places(state.puzzle)[drag.item][drag.place]
    needed = undos_needed(tracks, drag.item, after)
    if needed is None:
        letter = state.puzzle.letters[drag.item]
        return Reason.of("in-the-way", "fill-in-the-way", block=letter)
    return needed


def dragged(state: Fill, drag: Drag, needed: tuple[tuple[int, int], ...]) -> Items:
    """Return the items after a drag that needs these undos."""
    items = state.items
    match drag.kind:
        case "move":
            around = _around(state, drag, needed)
            return pending.moved(
                items, drag.item, drag.place, intensity=around, batch=needed
            )
        case "redo":
            return pending.redone(items, drag.item, batch=needed)
        case "undo":
            if not state.restores(drag.item):
                items = _without(pending.cleared(items), needed)
            return pending.undone(items, drag.item, "/".join(board(state).rows))


def board(state: Fill) -> Drawing:
    """Return the grid with the blocks on it."""
    marks = dict[int, str]()
    for letter, track in zip(state.puzzle.letters, state.tracks, strict=True):
        marks.update((cell, letter) for cell in cells_of(track[-1]))
    return state.puzzle.grid.marked(marks)


def on_the_pad(state: Fill) -> list[str]:
    """Return the lines that show the blocks on the pad; none if it is empty."""
    tracks = zip(state.puzzle.letters, state.tracks, strict=True)
    gone = {letter for letter, track in tracks if track[-1]}
    rows = [
        " ".join(FREE if mark in gone else mark for mark in row)
        for row in state.puzzle.pad.rows
    ]
    drawn = [row for row in rows if row.strip(f"{FREE} ")]
    return ["pad", *drawn] if drawn else []


def _undo(state: Fill, item: int) -> Drag | Reason:
    moves = state.items.paths[item].moves
    if not moves:
        letter = state.puzzle.letters[item]
        return Reason.of("nothing-to-undo", "fill-on-the-pad", block=letter)
    return Drag("undo", item, moves[-2] if len(moves) > 1 else PAD)


def _drag(state: Fill, item: int, place: str) -> Drag | Reason:
    letter, moves = state.puzzle.letters[item], (PAD, *state.items.paths[item].moves)
    if place not in places(state.puzzle)[item]:
        at = repr(place)
        return Reason.of("no-room", "fill-no-room", block=letter, cell=at)
    if place == moves[-1]:
        return Reason.of("already-there", "fill-already-there", block=letter)
    if len(moves) > 1 and place == moves[-2]:
        return Drag("undo", item, place)
    return Drag("move", item, place)


def _without(items: Items, needed: tuple[tuple[int, int], ...]) -> Items:
    """Return the items after undos that do not become pending."""
    paths = list(items.paths)
    for item, times in needed:
        paths[item] = path.settle(path.back(paths[item], times))
    return Items(tuple(paths), items.pending, items.piled)


def _around(state: Fill, drag: Drag, needed: tuple[tuple[int, int], ...]) -> str:
    """Return the blocks that will touch the dragged one, with their places."""
    grid, times = state.puzzle.grid, dict(needed)
    after = places(state.puzzle)[drag.item][drag.place]
    near = mask(n for cell in cells_of(after) for n in grid.neighbours(cell))
    touching = [
        f"{letter} {path.moves[len(path.moves) - times.get(item, 0) - 1]}"
        for item, (letter, path, track) in enumerate(
            zip(state.puzzle.letters, state.items.paths, state.tracks, strict=True)
        )
        if item != drag.item and track[-1 - times.get(item, 0)] & near
    ]
    return ", ".join(touching)
