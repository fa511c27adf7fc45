"""Reads a scene in sentences, one fact each, for those who hear it."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import NOTHING, Message
from p2pgame.engine.scene import (
    Between,
    Chips,
    Grid,
    Item,
    Note,
    Puzzle,
    Scene,
    Spread,
    Stack,
)
from p2pgame.tabletop.drawing import FREE, Drawing
from p2pgame.tabletop.sentences import (
    SHAPES,
    cells_named,
    enumerated,
    grid_told,
    shape_told,
)

from .puzzles import BRIDGE

#: The last undos and redos of an item of a puzzle that are told.
_MOST = 12


def sentences(scene: Scene, seat: int | None) -> tuple[Message, ...]:
    """Return what lies on the table; ``seat`` is who hears it, None: a spectator."""
    return tuple(_read(scene, seat))


def _read(scene: Scene, seat: int | None) -> Iterator[Message]:
    yield from _notes(scene.title)
    for part in scene.parts:
        if isinstance(part, Grid):
            yield from _grid(scene, part)
    for shown in scene.seats:
        yield from _notes(shown.notes)
    for part in scene.parts:
        yield from _part(scene, part)
    yield from _notes(scene.notes)
    yield from scene.lines
    yield from _laid(scene)
    for one, shown in enumerate(() if scene.lines else scene.seats):
        hand = () if shown.told else shown.hand
        known = " ".join(card.face for card in hand if card.face)
        if known and one != seat:
            yield Message.by("has-shown", one, cards=known)
        elif known:
            yield Message.of("hand-of-you", cards=known)


def _part(scene: Scene, part: Between) -> Iterator[Message]:
    match part:
        case Puzzle():
            yield from _puzzle(part)
            for item in () if scene.payoffs is not None else part.items:
                yield from _undos(item)
        case Chips() if not scene.lines:
            yield part.label
        case Stack(aloud=Message() as aloud) | Spread(aloud=Message() as aloud):
            yield from _said(aloud)
        case Stack() if not scene.lines:
            yield Message.of("scene-stack", label=part.label, count=part.count)
        case Spread(label, cards) if not scene.lines:
            told = " ".join(card.face for card in cards if card.face)
            if told:
                yield Message.of("scene-spread", label=label, cards=told)


def _notes(notes: tuple[Note, ...]) -> Iterator[Message]:
    for note in notes:
        yield from _said(note.aloud or note.text)


def _said(message: Message) -> Iterator[Message]:
    if message != NOTHING:
        yield message


def _grid(scene: Scene, grid: Grid) -> Iterator[Message]:
    """Yield where the pieces of each seat lie, and which cells are free to choose.

    Without seats that have signs it is where each sign lies.
    """
    if grid.aloud:
        yield from grid.aloud
        return
    if not any(shown.sign for shown in scene.seats):
        signs = dict.fromkeys(cell.piece.sign for cell in grid.cells if cell.piece)
        for sign in signs:
            pieces = ((cell.name, cell.piece) for cell in grid.cells)
            own = [name for name, piece in pieces if piece and piece.sign == sign]
            yield Message.of("scene-signs", sign=sign, cells=enumerated(*own))
    for seat, shown in enumerate(scene.seats):
        if shown.sign is None:
            continue
        if shown.role is not None:
            yield _side(shown.role, seat, grid)
            continue
        sign, mine = shown.sign.sign, shown.sign
        own = [cell.name for cell in grid.cells if cell.piece == mine]
        if own:
            where = enumerated(*own)
            yield Message.by("scene-pieces", seat, sign=sign, cells=where)
        else:
            yield Message.by("scene-no-pieces", seat, sign=sign)
    free = [cell.name for cell in grid.cells if cell.piece is None and cell.move]
    if free and scene.payoffs is None:
        yield Message.of("scene-free", cells=enumerated(*free))


def _side(role: Message, seat: int, grid: Grid) -> Message:
    """Return where the pieces of a seat are, kind by kind."""
    own = [cell for cell in grid.cells if cell.piece and cell.piece.seat == seat]
    if not own:
        return Message.by("board-side-empty", seat, side=role)
    kinds = dict.fromkeys(cell.piece.shape for cell in own if cell.piece)
    told = []
    for shape in sorted(kinds, key=SHAPES.index):
        on = sorted(c.name for c in own if c.piece and c.piece.shape == shape)
        men, cells = shape_told(shape, len(on)), enumerated(*on)
        told.append(Message.of("board-men", men=men, cells=cells))
    return Message.by("board-side", seat, side=role, pieces=tuple(told))


def _puzzle(puzzle: Puzzle) -> Iterator[Message]:
    """Yield how large the grid is, where each item lies, and which cells are free."""
    grid = Drawing(puzzle.rows)
    yield from grid_told(grid)
    if bridges := grid.cells(BRIDGE):
        yield Message.of("puzzle-bridges", cells=cells_named(grid, bridges))
    if puzzle.lines:
        for pair in zip(puzzle.items[::2], puzzle.items[1::2], strict=True):
            yield from _lines(*pair)
    else:
        yield from map(_block, puzzle.items)
    covered = {cell for item in puzzle.items for cell in item.cells}
    free = [cell for cell in map(grid.name, grid.cells(FREE)) if cell not in covered]
    if free:
        yield Message.of("grid-free", cells=enumerated(*free))
    else:
        yield Message.of("grid-full")


def _lines(*pair: Item) -> Iterator[Message]:
    one, other = pair
    letter, begins = one.name[0], (one.cells[0], other.cells[0])
    told = dict(zip(("one", "other"), begins, strict=True))
    yield Message.of("puzzle-points", letter=letter, **told)
    for item in pair:
        if len(item.cells) > 1:
            cells = ", ".join(item.cells)
            yield Message.of("puzzle-line", line=item.name, cells=cells)
    if one.joined:
        yield Message.of("puzzle-joined", letter=letter)


def _block(item: Item) -> Message:
    first, more = item.cells[: item.begins], item.cells[item.begins :]
    if not item.cells:
        shape = enumerated(*item.shape)
        return Message.of("puzzle-on-pad", block=item.name, cells=shape)
    if not first:
        return Message.of("puzzle-lies", block=item.name, cells=enumerated(*more))
    begins = enumerated(*first)
    if not more:
        return Message.of("puzzle-folded", block=item.name, cells=begins)
    unfolded = enumerated(*more)
    return Message.of("puzzle-unfolded", block=item.name, cells=begins, more=unfolded)


def _undos(item: Item) -> Iterator[Message]:
    """Yield what a redo or undo of an item would do, and what was undone of it."""
    past, name = item.past, item.name
    if past.redo:
        moves = enumerated(*past.redo[:_MOST])
        yield Message.of("puzzle-table-redo", item=name, moves=moves)
    if past.restores:
        back = enumerated(*past.restores)
        yield Message.of("puzzle-table-restores", item=name, items=back)
    if past.just:
        just = enumerated(*past.just[-_MOST:])
        yield Message.of("puzzle-table-past", item=name, moves=just)


def _laid(scene: Scene) -> Iterator[Message]:
    """Yield who has played which card of a round that goes on, the first one first."""
    if scene.old or scene.lines:
        return
    count = len(scene.seats)
    for seat in ((scene.lead + n) % count for n in range(count)):
        for card in scene.seats[seat].laid:
            if card.face:
                yield Message.by("has-played", seat, card=card.face)
