"""Fold: unfold blocks from their initial shapes until they fill the grid.

One player.  ``A right`` unfolds block A: it is reflected across its right edge, and
becomes both itself and the image.  A block cannot unfold out of the grid, nor over
the initial shape of another.  Unfolded parts of others fold back as far as they are
in the way.  ``undo A`` folds, at most to the initial shape.

Levels that come with it, by columns, rows and blocks: first 4×2, 2; second 4×4, 3;
third 5×5, 4; fourth 6×6, 5; fifth 7×7, 7. ``play fold -o level=NAME`` plays one.

A level of your own is a text, which ``-o level=@FILE`` reads; a bare grid as other
programs have it will do, and of several levels ``-o level=@FILE:2`` is one:
equal letters are the initial shape of a block, ``#`` is a wall, ``.`` is to be filled::

    level mine
    grid
      A..B
      ....

Source: "Undo-Redo-Redo-Undo", game-fold; that edges are those of the smallest
rectangle around a block, that the goal is to fill the grid, and the format of
levels are ours.
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
from p2pgame.tabletop.puzzles.levels import chosen
from p2pgame.tabletop.puzzles.pending import Items, fresh

from ..puzzle_files import Kind
from ..puzzle_game import BlockGame, LevelOptions
from ..puzzle_hints import Step
from ..puzzle_levels import FOLD
from .fold_puzzle import SIDES, Puzzle, puzzle
from .fold_state import Fold, bend, bent, board

KIND = Kind(("grid",))


#: How many cells a drawn level has for each block.
CELLS_EACH = 6


class FoldPuzzle(BlockGame[Fold]):
    """The second version; :mod:`.fold_1` says how the first one differs."""

    name = "fold"
    version = 2
    aim = Message.of("fold-aim")
    shipped = FOLD
    kind = KIND
    ways = SIDES

    def generated(
        self, entropy: Callable[[int], bytes], width: int, height: int
    ) -> str:
        from .fold_solver import generate  # not where a level is named

        blocks = max(2, width * height // CELLS_EACH)
        return generate(entropy, width=width, height=height, blocks=blocks)

    def step(self, state: Fold) -> Step | Reason:
        from .fold_hints import step

        return step(state)

    def puzzle(self, options: LevelOptions) -> Puzzle:
        return puzzle(chosen(options.level, FOLD), self.side)

    def possible(self, state: Fold) -> Iterator[str]:
        return _possible(state)

    def why_not_move(self, state: Fold, move: str) -> Reason | None:
        made = bend(state, move)
        return made if isinstance(made, Reason) else None

    def setup(self, seats: int, options: LevelOptions) -> Fold:
        made = self.puzzle(options)
        return Fold(made, fresh(len(made.letters)))

    def items(self, state: Fold, move: str) -> Items:
        made = bend(state, move)
        assert not isinstance(made, Reason)
        return bent(state, made)

    def undos(
        self, state: Fold, player: int, wanted: str
    ) -> Iterator[Combination] | Reason:
        from .fold_undos import combined

        return combined(self, state, wanted)

    def show(self, state: Fold, faces: Mapping[int, str]) -> str:
        grid = board(state)
        ends = ["given up"] * state.given_up + ["solved"] * state.solved
        return "\n".join([grid.show(grid.__getitem__), *ends])

    def scene(self, state: Fold, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .fold_scene import scene

        return scene(state)

    def told(self, state: Fold, player: int, move: str) -> Message | None:
        made = bend(state, move)
        if isinstance(made, Reason):
            return None
        who, block = SeatName(player), state.puzzle.letters[made.item]
        if made.kind == "undo":
            return Message.of("fold-folds", player=who, block=block)
        id = "fold-unfolds-again" if made.kind == "redo" else "fold-unfolds"
        return Message.of(id, player=who, block=block, side=made.side)


def _possible(state: Fold) -> Iterator[str]:
    for letter in state.puzzle.letters:
        for move in (
            *(f"{letter} {side}" for side in SIDES),
            f"undo {letter}",
            f"redo {letter}",
        ):
            if not isinstance(bend(state, move), Reason):
                yield move
