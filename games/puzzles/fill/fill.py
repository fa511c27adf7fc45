"""Fill: drag blocks between the pad and the grid until they fill it.

One player.  ``A c2`` puts block A with the leftmost cell of its top row on c2,
``A pad`` drags it out.  Every step can be undone and redone, block by block; to drag
a block back to its last place is an undo.  Blocks in the way are undone until they
are not.  If these get in each other's way, the move is impossible.

Levels that come with it, by columns, rows and blocks: first 4×3, 3; second 4×4, 5;
third 5×5, 7; fourth 6×6, 9; fifth 7×7, 11. ``play fill -o level=NAME`` plays one.

A level of your own is a text, which ``-o level=@FILE`` reads; a bare grid as other
programs have it will do, and of several levels ``-o level=@FILE:2`` is one:
in the grid ``#`` is a wall and ``.`` is to be filled, and below ``pad`` equal letters
are a block::

    level mine
    grid
      ..#
      ...
    pad
      AA.B
      A..B

Source: "Undo-Redo-Redo-Undo", game-fill; the format of levels, and
blocks that start on the pad, are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from p2pgame.engine import (
    Combination,
    Message,
    Reason,
    SeatName,
)
from p2pgame.engine.scene import Scene
from p2pgame.tabletop.drawing import FREE
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.puzzles.levels import chosen
from p2pgame.tabletop.puzzles.pending import Items, fresh

from ..puzzle_files import Kind
from ..puzzle_game import BlockGame, LevelOptions
from ..puzzle_hints import Step
from ..puzzle_levels import FILL
from .fill_cascade import Track
from .fill_puzzle import PAD, Puzzle, places, puzzle
from .fill_state import Fill, board, drag, dragged, on_the_pad, undos

KIND = Kind(("grid", PAD))


class FillPuzzle(BlockGame[Fill]):
    """The second version; :mod:`.fill_1` says how the first one differs."""

    name = "fill"
    version = 2
    aim = Message.of("fill-aim")
    shipped = FILL
    kind = KIND

    def generated(
        self, entropy: Callable[[int], bytes], width: int, height: int
    ) -> str:
        from .fill_solver import generate  # not where a level is named

        return generate(entropy, Grid((FREE * width,) * height))

    def step(self, state: Fill) -> Step | Reason:
        from .fill_hints import step

        return step(state)

    def puzzle(self, options: LevelOptions) -> Puzzle:
        return puzzle(chosen(options.level, FILL), self.side)

    def possible(self, state: Fill) -> Iterator[str]:
        return _possible(state)

    def why_not_move(self, state: Fill, move: str) -> Reason | None:
        return _why_impossible(state, move, state.tracks)

    def setup(self, seats: int, options: LevelOptions) -> Fill:
        made = self.puzzle(options)
        return Fill(made, fresh(len(made.letters)))

    def items(self, state: Fill, move: str) -> Items:
        made = drag(state, move)
        assert not isinstance(made, Reason)
        needed = undos(state, made, state.tracks)
        assert not isinstance(needed, Reason)
        return dragged(state, made, needed)

    def undos(
        self, state: Fill, player: int, wanted: str
    ) -> Iterator[Combination] | Reason:
        from .fill_undos import combined

        return combined(self, state, wanted)

    def show(self, state: Fill, faces: Mapping[int, str]) -> str:
        grid = board(state)
        ends = ["given up"] * state.given_up + ["solved"] * state.solved
        return "\n".join([grid.show(grid.__getitem__), *on_the_pad(state), *ends])

    def scene(self, state: Fill, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .fill_scene import scene

        return scene(state)

    def told(self, state: Fill, player: int, move: str) -> Message | None:
        made = drag(state, move)
        if isinstance(made, Reason):
            return None
        who, block = SeatName(player), state.puzzle.letters[made.item]
        if made.place == PAD:
            return Message.of(_TO_PAD[made.kind], player=who, block=block)
        id, cell = _DRAGS[made.kind], made.place
        return Message.of(id, player=who, block=block, cell=cell)


_DRAGS = {"move": "fill-drags", "undo": "fill-drags-back", "redo": "fill-drags-again"}
_TO_PAD = {
    "move": "fill-to-pad",
    "undo": "fill-back-to-pad",
    "redo": "fill-again-to-pad",
}


def _possible(state: Fill) -> Iterator[str]:
    tracks = state.tracks
    for letter, at in zip(state.puzzle.letters, places(state.puzzle), strict=True):
        for move in (
            *(f"{letter} {place}" for place in at),
            f"undo {letter}",
            f"redo {letter}",
        ):
            if _why_impossible(state, move, tracks) is None:
                yield move


def _why_impossible(state: Fill, move: str, tracks: tuple[Track, ...]) -> Reason | None:
    made = drag(state, move)
    if isinstance(made, Reason):
        return made
    needed = undos(state, made, tracks)
    return needed if isinstance(needed, Reason) else None
