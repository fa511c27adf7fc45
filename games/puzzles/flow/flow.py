"""Flow: one player joins the points of each letter by lines on a grid.

Each letter marks two points, and from each a line grows cell by cell, as in
``A1 right``; it never enters a point and never crosses itself.  A line that is
in the way snaps back as far as it must; if it is the other half of the same
letter, the two join.  Lines cross a bridge ``+`` straight on, one horizontally and
another vertically; these may not be halves of one letter.  The puzzle is solved
when all letters are joined and, with ``cover``, no cell is free.

Every line has its own ``undo`` and ``redo``.  The undo of a move restores lines that
snapped back for it, while their batch is pending and has room.  Whoever plays
alone wins and loses no points: the puzzle is solved, or given up.

Levels that come with it, by columns, rows and letters: first 4×4, 4; five 5×5, 5;
bridge 5×5, 4; bridges 6×6, 5; seven 7×7, 7; eight 8×8, 8. ``play flow -o level=NAME``
plays one.

A level of your own is a text, which ``-o level=@FILE`` reads; a bare grid as other
programs have it will do, and of several levels ``-o level=@FILE:2`` is one:
equal letters are points to join, ``+`` is a bridge, ``#`` a wall, ``.`` a free cell::

    level mine
    grid
      A..B
      .C..
      CDA.
      D.B.

Source: game-flow of "Undo-Redo-Redo-Undo"; the puzzle is Numberlink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from p2pgame.engine import (
    Choose,
    Combination,
    Message,
    Over,
    Reason,
    Turn,
    message_of,
)
from p2pgame.engine.scene import Scene
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.puzzles import levels, pending
from p2pgame.tabletop.puzzles.pending import Items

from ..puzzle_files import Kind
from ..puzzle_game import GIVE_UP, LevelGame, LevelOptions, LevelState
from ..puzzle_hints import Step
from .flow_levels import FLOW
from .flow_lines import Lines, clues, names, partner, read

WAYS = ("up", "down", "left", "right")
RESTART = "restart"
MOST_MOVES = 10_000
KIND = Kind(("grid",), twice=True)


class FlowOptions(LevelOptions, frozen=True):
    """``level`` is a shipped level's name, a level's text, or its rows with ``/``.

    After ``limit`` moves, undos and redos counted, the game ends unsolved.
    """

    cover: bool = True
    limit: int = 1000


class FlowState(LevelState, frozen=True):
    """``left`` is the number of moves that the player still has."""

    grid: Grid
    cover: bool
    left: int
    items: Items

    @property
    def lines(self) -> Lines:
        """The lines on the grid."""
        return _lines(self.grid, self.items)

    @property
    def solved(self) -> bool:
        return self.lines.is_solved(cover=self.cover)

    @property
    def board(self) -> str:
        """The marks of all cells as one text, by which past boards are kept."""
        return "".join(map(self.lines.mark, range(len(self.grid))))


class Flow(LevelGame[FlowState, FlowOptions]):
    """The second version; :mod:`.flow_1` says how the first one differs."""

    name = "flow"
    version = 2
    options = FlowOptions
    aim = Message.of("flow-aim")
    shipped = FLOW
    kind = KIND
    ends = (GIVE_UP, RESTART)
    ways = WAYS

    def generated(
        self, entropy: Callable[[int], bytes], width: int, height: int
    ) -> str:
        from .flow_solver import generate  # not where a level is named

        return generate(entropy, width=width, height=height)

    def step(self, state: FlowState) -> Step | Reason:
        from .flow_hints import step

        return step(state)

    def why_not(self, seats: int, options: FlowOptions) -> Message | None:
        if not 1 <= options.limit <= MOST_MOVES:
            return Message.of("flow-limit", most=MOST_MOVES)
        try:
            self.grid(options)
        except ValueError as error:
            return message_of(error)
        return None

    def grid(self, options: FlowOptions) -> Grid:
        """Return the grid that the options give.

        Raises:
          ValueError: They neither name nor draw one.
        """
        text = options.level
        if "/" in text and "\n" not in text:
            rows = (f" {row}" for row in text.split("/"))
            text = "\n".join(["level drawn", "grid", *rows])
        level = levels.chosen(text, FLOW)
        level.only("grid")
        return read(level.section("grid"), self.side)

    def setup(self, seats: int, options: FlowOptions) -> FlowState:
        grid = self.grid(options)
        items = pending.fresh(len(clues(grid)))
        return FlowState(grid, options.cover, options.limit, items)

    def turn(self, state: FlowState) -> Turn:
        lines = state.lines
        if not state.left or lines.is_solved(cover=state.cover):
            return Over((0,))
        return Choose(0, (*_offers(state, lines), GIVE_UP))

    def why_illegal(self, state: FlowState, player: int, move: str) -> Reason | None:
        reason = super().why_illegal(state, player, move)
        if reason is None or reason.code != "unknown-move":
            return reason
        first, _, last = move.partition(" ")
        items = {name: item for item, name in enumerate(names(state.grid))}
        if first in items and last in WAYS:
            return _why_not_go(state.lines, items[first], last) or reason
        if first in ("undo", "redo") and last in items:
            return _why_not_again(state, state.lines, items[last], first) or reason
        return reason

    def undos(
        self, state: FlowState, player: int, wanted: str
    ) -> Iterator[Combination] | Reason:
        from .flow_undos import combined

        return combined(self, state, wanted)

    def moved(self, state: FlowState, move: str) -> FlowState:
        left = 0 if move == GIVE_UP else state.left - 1
        return FlowState(state.grid, state.cover, left, _items(state, move))

    def told(self, state: FlowState, player: int, move: str) -> Message | None:
        first, _, last = move.partition(" ")
        if first in ("undo", "redo"):
            id = "flow-undoes" if first == "undo" else "flow-redoes"
            return Message.by(id, player, line=last)
        return Message.by("flow-goes", player, line=first, way=last) if last else None

    def show(self, state: FlowState, faces: Mapping[int, str]) -> str:
        lines = state.lines
        heads = [state.grid.name(line[-1]) for line in lines.lines]
        told = [
            f"{letter}1 at {heads[item]}, {letter}2 at {heads[partner(item)]}"
            + (": joined" if lines.is_joined(item) else "")
            for letter, item in zip(
                state.grid.letters(), range(0, len(heads), 2), strict=True
            )
        ]
        if state.solved:
            told.append("Solved.")
        elif not state.left:
            told.append("Not solved.")
        return "\n".join([state.grid.show(lines.mark), *told])

    def scene(
        self, state: FlowState, faces: Mapping[int, str], seat: int | None
    ) -> Scene:
        from .flow_scene import scene

        return scene(state)


def _lines(grid: Grid, items: Items) -> Lines:
    lines = []
    for clue, path in zip(clues(grid), items.paths, strict=True):
        lines.append((clue, *(_cell(grid, move) for move in path.moves)))
    return Lines(grid, tuple(lines))


def _cell(grid: Grid, name: str) -> int:
    cell = grid.cell(name)
    assert cell is not None
    return cell


def target(lines: Lines, item: int, way: str) -> int | None:
    """Return the cell beside the head in this direction, or None beyond the edge."""
    grid, head = lines.grid, lines.lines[item][-1]
    step = dict(zip(WAYS, (-grid.width, grid.width, -1, 1), strict=True))[way]
    return head + step if head + step in grid.neighbours(head) else None


def _offers(state: FlowState, lines: Lines) -> Iterator[str]:
    for item, name in enumerate(names(state.grid)):
        for way in WAYS:
            if _why_not_go(lines, item, way) is None:
                yield f"{name} {way}"
        for verb in ("undo", "redo"):
            if _why_not_again(state, lines, item, verb) is None:
                yield f"{verb} {name}"
    if any(path.done or path.redo for path in state.items.paths):
        yield RESTART


def _why_not_go(lines: Lines, item: int, way: str) -> Reason | None:
    cell = target(lines, item, way)
    if cell is None:
        return Reason.of("edge", "flow-edge")
    return lines.why_not(item, cell)


def _why_not_again(
    state: FlowState, lines: Lines, item: int, verb: str
) -> Reason | None:
    path = state.items.paths[item]
    if not (path.redo if verb == "redo" else path.done):
        id = "flow-nothing-to-undo" if verb == "undo" else "flow-nothing-to-redo"
        return Reason.of(f"no-{verb}", id)
    if verb == "undo":
        return None
    return lines.why_not(item, _cell(state.grid, path.redo[0].move))


def _items(state: FlowState, move: str) -> Items:
    """Return the items after a legal move."""
    if move == GIVE_UP:
        return state.items
    if move == RESTART:
        return pending.fresh(len(state.items.paths))
    first, last = move.split(" ")
    if first == "undo":
        return _undone(state, names(state.grid).index(last))
    if first == "redo":
        return _redone(state, names(state.grid).index(last))
    return _moved(state, names(state.grid).index(first), last)


def _moved(state: FlowState, item: int, way: str) -> Items:
    lines = state.lines
    cell = target(lines, item, way)
    assert cell is not None
    batch, joined = _ways_made(lines, item, cell)
    for other, times in (*batch, *joined):
        lines = lines.with_cut(other, times)
    around = lines.around(item, cell)
    to = state.grid.name(cell)
    return pending.moved(
        state.items, item, to, intensity=around, batch=batch, joined=joined
    )


def _redone(state: FlowState, item: int) -> Items:
    cell = _cell(state.grid, state.items.paths[item].redo[0].move)
    batch, joined = _ways_made(state.lines, item, cell)
    return pending.redone(state.items, item, batch=batch, joined=joined)


def _undone(state: FlowState, item: int) -> Items:
    return pending.undone(state.items, item, state.board, restore=restores(state, item))


def restores(state: FlowState, item: int) -> bool:
    """Return whether an undo of a line redoes a batch, and there is room for it."""
    if pending.restorable(state.items, item) is None:
        return False
    return _lines(state.grid, pending.restored(state.items, item)).is_possible()


def _ways_made(
    lines: Lines, item: int, cell: int
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return the items that snap back for the move or join it, and how far."""
    clash = lines.clash(item, cell)
    if clash is None:
        return (), ()
    return ((), (clash,)) if clash[0] == partner(item) else ((clash,), ())
