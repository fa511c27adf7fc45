"""This module holds the state of fold, and the effect of unfolding a block.

Each block has a path of its own (:mod:`p2pgame.tabletop.puzzles.pending`), made of the
sides to which it was unfolded; an undo folds it.  Blocks in the way of an unfolding
block fold back.  That always succeeds, except over an initial shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from p2pgame.engine import Reason
from p2pgame.tabletop.drawing import Drawing
from p2pgame.tabletop.puzzles import pending
from p2pgame.tabletop.puzzles.pending import Items

from ..puzzle_cover import cells_of, mask
from ..puzzle_game import Blocks, Track
from .fold_puzzle import SIDES, Puzzle, unfolded

Undos = tuple[tuple[int, int], ...]


class Fold(Blocks[Puzzle], frozen=True):
    """A block's track begins with its initial shape."""

    def tracks_of(self, items: Items) -> tuple[Track, ...]:
        moves = enumerate(path.moves for path in items.paths)
        return tuple(_track(self.puzzle, item, sides) for item, sides in moves)

    @property
    def solved(self) -> bool:
        """Whether the blocks fill the grid."""
        return sum(track[-1] for track in self.tracks) == self.puzzle.cells


@dataclass(frozen=True, slots=True)
class Bend:
    """An action of a block, its new shape, and the undos of others for it."""

    kind: Literal["move", "undo", "redo"]
    item: int
    side: str
    undos: Undos


def bend(state: Fold, move: str) -> Bend | Reason:
    """Return the meaning of ``A left``, ``undo A`` or ``redo A``, or a refusal."""
    letters = state.puzzle.letters
    match move.split(" "):
        case ["undo", letter] if letter in letters:
            item = letters.index(letter)
            done = state.items.paths[item].moves
            if not done:
                return Reason.of("initial-shape", "fold-initial-shape", block=letter)
            return Bend("undo", item, done[-1], ())
        case ["redo", letter] if letter in letters:
            item = letters.index(letter)
            redo = state.items.paths[item].redo
            if not redo:
                code = "nothing-to-redo"
                return Reason.of(code, "block-nothing-undone", block=letter)
            return _unfold(state, "redo", item, redo[0].move)
        case [letter, side] if letter in letters and side in SIDES:
            return _unfold(state, "move", letters.index(letter), side)
    return Reason.of(
        "unknown-move", "fold-unknown-move", move=repr(move), blocks=" ".join(letters)
    )


def bent(state: Fold, bend: Bend) -> Items:
    """Return the items after this action."""
    items, item = state.items, bend.item
    match bend.kind:
        case "move":
            around = _around(state, bend)
            return pending.moved(
                items, item, bend.side, intensity=around, batch=bend.undos
            )
        case "redo":
            return pending.redone(items, item, batch=bend.undos)
        case "undo":
            room = state.restores(item)
            return pending.undone(
                items, item, "/".join(board(state).rows), restore=room
            )


def board(state: Fold) -> Drawing:
    """Return the grid: initial shapes in capital letters, the rest in small ones."""
    marks = dict[int, str]()
    for letter, track in zip(state.puzzle.letters, state.tracks, strict=True):
        marks.update((cell, letter.lower()) for cell in cells_of(track[-1]))
        marks.update((cell, letter) for cell in cells_of(track[0]))
    return state.puzzle.grid.marked(marks)


def _unfold(
    state: Fold, kind: Literal["move", "redo"], item: int, side: str
) -> Bend | Reason:
    tracks, letter = state.tracks, state.puzzle.letters[item]
    shape = unfolded(state.puzzle, tracks[item][-1], side)
    if shape is None:
        return Reason.of("no-room", "fold-no-room", block=letter, side=side)
    undos = list[tuple[int, int]]()
    for other, track in enumerate(tracks):
        if other == item or not track[-1] & shape:
            continue
        if track[0] & shape:
            blocker = state.puzzle.letters[other]
            return Reason.of(
                "in-the-way", "fold-in-the-way", block=letter, other=blocker
            )
        times = next(n for n, each in enumerate(reversed(track)) if not each & shape)
        undos.append((other, times))
    return Bend(kind, item, side, tuple(undos))


@lru_cache(maxsize=1024)
def _track(puzzle: Puzzle, item: int, sides: tuple[str, ...]) -> Track:
    shapes = [puzzle.blocks[item]]
    for side in sides:
        shape = unfolded(puzzle, shapes[-1], side)
        assert shape is not None
        shapes.append(shape)
    return tuple(shapes)


def _around(state: Fold, bend: Bend) -> str:
    """Return the blocks that will touch the unfolded one, and how far they are."""
    times, tracks = dict(bend.undos), state.tracks
    shape = unfolded(state.puzzle, tracks[bend.item][-1], bend.side)
    assert shape is not None
    grid = state.puzzle.grid
    near = mask(n for cell in cells_of(shape) for n in grid.neighbours(cell))
    touching = [
        f"{letter} {len(track) - 1 - times.get(item, 0)}"
        for item, (letter, track) in enumerate(
            zip(state.puzzle.letters, tracks, strict=True)
        )
        if item != bend.item and track[-1 - times.get(item, 0)] & near
    ]
    return ", ".join(touching)
