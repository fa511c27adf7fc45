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

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Combination,
    Drawing,
    Event,
    Game,
    Look,
    Message,
    Options,
    Over,
    Reason,
    SeatName,
    Turn,
    message_of,
)
from p2pgame.tabletop.drawing import MAX_SIDE
from p2pgame.tabletop.puzzles.levels import chosen
from p2pgame.tabletop.puzzles.pending import fresh

from ..puzzle_files import Kind, next_level, offered
from ..puzzle_hints import in_levels
from ..puzzle_levels import FOLD
from ..puzzle_moves import and_solved, retraced, written
from ..puzzle_random import level_of
from .fold_puzzle import SIDES, puzzle
from .fold_state import Fold, bend, bent, board

GIVE_UP = "give up"
KIND = Kind(("grid",))


#: How many cells a drawn level has for each block.
CELLS_EACH = 6


class FoldOptions(Options, frozen=True):
    """``level`` is the name of a shipped level, or the text of another."""

    level: str = "first"


class FoldPuzzle(Game[Fold, FoldOptions]):
    """The second version; :mod:`.fold_1` says how the first one differs."""

    name = "fold"
    version = 2
    #: The most rows and columns of a grid.
    side = MAX_SIDE
    seats = range(1, 2)
    options = FoldOptions
    aim = Message.of("fold-aim")

    def why_not(self, seats: int, options: FoldOptions) -> Message | None:
        try:
            puzzle(chosen(options.level, FOLD), self.side)
        except ValueError as error:
            return message_of(error)
        return None

    def as_offered(
        self, options: FoldOptions, entropy: Callable[[int], bytes]
    ) -> FoldOptions:
        from .fold_solver import generate  # not where a level is named

        def drawn(width: int, height: int) -> str:
            blocks = max(2, width * height // CELLS_EACH)
            return generate(entropy, width=width, height=height, blocks=blocks)

        level = offered(level_of(options.level, drawn), KIND)
        return replace(options, level=level)

    def following(self, options: FoldOptions) -> tuple[str, FoldOptions] | None:
        after = next_level(options.level, FOLD)
        return after and (after[0], replace(options, level=after[1]))

    def setup(self, seats: int, options: FoldOptions) -> Fold:
        made = puzzle(chosen(options.level, FOLD), self.side)
        return Fold(made, fresh(len(made.letters)))

    def turn(self, state: Fold) -> Turn:
        if state.given_up or state.solved:
            return Over((0,))
        return Choose(0, (*_possible(state), GIVE_UP))

    def apply(self, state: Fold, event: Event) -> Fold:
        match event:
            case Chosen(_, "give up"):
                return replace(state, given_up=True)
            case Chosen(_, move):
                made = bend(state, move)
                assert not isinstance(made, Reason)
                return replace(state, items=bent(state, made))
        raise AssertionError(event)

    def why_illegal(self, state: Fold, player: int, move: str) -> Reason | None:
        if player != 0:
            return super().why_illegal(state, player, move)
        if state.given_up or state.solved:
            return Reason.of("over", "game-over")
        made = None if move == GIVE_UP else bend(state, move)
        return made if isinstance(made, Reason) else None

    def retraced(
        self, state: Fold, player: int, word: str, made: tuple[str, ...]
    ) -> str | Reason:
        found = retraced(word, made, (GIVE_UP,))
        if isinstance(found, Reason):
            return found
        return self.why_illegal(state, player, found) or found

    def undos(
        self, state: Fold, player: int, wanted: str
    ) -> Iterator[Combination] | Reason:
        from .fold_undos import combined

        return combined(self, state, wanted)

    def advice(self, state: Fold, player: int) -> tuple[Message, ...] | Reason:
        from .fold_hints import step

        return in_levels(step(state))

    def explain(
        self, state: Fold, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        reason = self.why_illegal(state, player, written(text, SIDES))
        return None if reason is None or reason.code == "unknown-move" else reason

    def show(self, state: Fold, faces: Mapping[int, str]) -> str:
        grid = board(state)
        ends = ["given up"] * state.given_up + ["solved"] * state.solved
        return "\n".join([grid.show(grid.__getitem__), *ends])

    def in_sentences(
        self, state: Fold, faces: Mapping[int, str], seat: int | None
    ) -> tuple[Message, ...]:
        from .fold_sentences import in_sentences

        return in_sentences(state)

    def draw(self, state: Fold, faces: Mapping[int, str], look: Look) -> Drawing:
        from .fold_drawing import draw

        return draw(state, look)

    def tell(self, state: Fold, event: Event) -> Message | None:
        return and_solved(_told(state, event), lambda: self.apply(state, event))


def _told(state: Fold, event: Event) -> Message | None:
    match event:
        case Chosen(player, "give up"):
            return Message.by("gives-up", player)
        case Chosen(player, move):
            made = bend(state, move)
            if not isinstance(made, Reason):
                letter = state.puzzle.letters[made.item]
                who, side = SeatName(player), made.side
                if made.kind == "undo":
                    return Message.of("fold-folds", player=who, block=letter)
                again = made.kind == "redo"
                id = "fold-unfolds-again" if again else "fold-unfolds"
                return Message.of(id, player=who, block=letter, side=side)
    return None


def _possible(state: Fold) -> Iterator[str]:
    for letter in state.puzzle.letters:
        for move in (
            *(f"{letter} {side}" for side in SIDES),
            f"undo {letter}",
            f"redo {letter}",
        ):
            if not isinstance(bend(state, move), Reason):
                yield move
