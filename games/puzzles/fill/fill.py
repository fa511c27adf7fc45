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
from p2pgame.tabletop.drawing import FREE, MAX_SIDE
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.puzzles.levels import chosen
from p2pgame.tabletop.puzzles.pending import fresh

from ..puzzle_files import Kind, next_level, offered
from ..puzzle_hints import in_levels
from ..puzzle_levels import FILL
from ..puzzle_moves import and_solved, retraced, written
from ..puzzle_random import level_of
from .fill_cascade import Track
from .fill_puzzle import PAD, places, puzzle
from .fill_state import Fill, board, drag, dragged, on_the_pad, undos

GIVE_UP = "give up"
KIND = Kind(("grid", PAD))


class FillOptions(Options, frozen=True):
    """``level`` is the name of a shipped level, or the text of another."""

    level: str = "first"


class FillPuzzle(Game[Fill, FillOptions]):
    """The second version; :mod:`.fill_1` says how the first one differs."""

    name = "fill"
    version = 2
    #: The most rows and columns of a grid.
    side = MAX_SIDE
    seats = range(1, 2)
    options = FillOptions
    aim = Message.of("fill-aim")

    def why_not(self, seats: int, options: FillOptions) -> Message | None:
        try:
            puzzle(chosen(options.level, FILL), self.side)
        except ValueError as error:
            return message_of(error)
        return None

    def as_offered(
        self, options: FillOptions, entropy: Callable[[int], bytes]
    ) -> FillOptions:
        from .fill_solver import generate  # not where a level is named

        def drawn(width: int, height: int) -> str:
            return generate(entropy, Grid((FREE * width,) * height))

        level = offered(level_of(options.level, drawn), KIND)
        return replace(options, level=level)

    def following(self, options: FillOptions) -> tuple[str, FillOptions] | None:
        after = next_level(options.level, FILL)
        return after and (after[0], replace(options, level=after[1]))

    def setup(self, seats: int, options: FillOptions) -> Fill:
        made = puzzle(chosen(options.level, FILL), self.side)
        return Fill(made, fresh(len(made.letters)))

    def turn(self, state: Fill) -> Turn:
        if state.given_up or state.solved:
            return Over((0,))
        return Choose(0, (*_possible(state), GIVE_UP))

    def apply(self, state: Fill, event: Event) -> Fill:
        match event:
            case Chosen(_, "give up"):
                return replace(state, given_up=True)
            case Chosen(_, move):
                made = drag(state, move)
                assert not isinstance(made, Reason)
                needed = undos(state, made, state.tracks)
                assert not isinstance(needed, Reason)
                return replace(state, items=dragged(state, made, needed))
        raise AssertionError(event)

    def why_illegal(self, state: Fill, player: int, move: str) -> Reason | None:
        if player != 0:
            return super().why_illegal(state, player, move)
        if state.given_up or state.solved:
            return Reason.of("over", "game-over")
        return None if move == GIVE_UP else _why_impossible(state, move, state.tracks)

    def retraced(
        self, state: Fill, player: int, word: str, made: tuple[str, ...]
    ) -> str | Reason:
        found = retraced(word, made, (GIVE_UP,))
        if isinstance(found, Reason):
            return found
        return self.why_illegal(state, player, found) or found

    def undos(
        self, state: Fill, player: int, wanted: str
    ) -> Iterator[Combination] | Reason:
        from .fill_undos import combined

        return combined(self, state, wanted)

    def advice(self, state: Fill, player: int) -> tuple[Message, ...] | Reason:
        from .fill_hints import step

        return in_levels(step(state))

    def explain(
        self, state: Fill, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        reason = self.why_illegal(state, player, written(text))
        return None if reason is None or reason.code == "unknown-move" else reason

    def show(self, state: Fill, faces: Mapping[int, str]) -> str:
        grid = board(state)
        ends = ["given up"] * state.given_up + ["solved"] * state.solved
        return "\n".join([grid.show(grid.__getitem__), *on_the_pad(state), *ends])

    def in_sentences(
        self, state: Fill, faces: Mapping[int, str], seat: int | None
    ) -> tuple[Message, ...]:
        from .fill_sentences import in_sentences

        return in_sentences(state)

    def draw(self, state: Fill, faces: Mapping[int, str], look: Look) -> Drawing:
        from .fill_drawing import draw

        return draw(state, look)

    def tell(self, state: Fill, event: Event) -> Message | None:
        return and_solved(_told(state, event), lambda: self.apply(state, event))


def _told(state: Fill, event: Event) -> Message | None:
    match event:
        case Chosen(player, "give up"):
            return Message.by("gives-up", player)
        case Chosen(player, move):
            made = drag(state, move)
            if not isinstance(made, Reason):
                who, block = SeatName(player), state.puzzle.letters[made.item]
                if made.place == PAD:
                    return Message.of(_TO_PAD[made.kind], player=who, block=block)
                cell = made.place
                id = _DRAGS[made.kind]
                return Message.of(id, player=who, block=block, cell=cell)
    return None


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
