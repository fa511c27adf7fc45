"""What the drawings of the puzzles share: the player's row, and the past of each item.

For each item the moves that stand are listed, then what a redo would do, and what was
undone and redone before that, its past.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import clipped, joined
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import LEAST, named
from p2pgame.tabletop.puzzles.path import Path
from p2pgame.tabletop.puzzles.pending import Items

from .puzzle_sentences import restored

#: The styles of letters; those after H begin again.
_COLOURS = 8
#: Between the histories of two items in one row.
_GAP = "   "
#: The last moves of an item that are listed.
_MOST = 12


def colour(letter: str) -> str:
    """Return the style of a letter from A to Z."""
    return f"colour-{(ord(letter.upper()) - ord('A')) % _COLOURS}"


def head(look: Look, notes: Sequence[Row], *, over: bool) -> Row:
    """Return the player's name, and notes on how the puzzle stands."""
    row = kit.dotted(*notes)
    room = max(look.width - width_of([row]) - len(kit.DOT), LEAST)
    name = kit.trimmed(named(look, 0, room, () if over else {0}))
    return clipped(kit.dotted(name, row), look.width)


def standing(
    look: Look, filled: int, cells: int, *, solved: bool, given_up: bool
) -> Row:
    """Return the player's row of a puzzle in which cells are to be filled."""
    notes = [kit.told(look, Message.of("puzzle-filled", filled=filled, cells=cells))]
    if solved:
        notes.insert(0, kit.told(look, Message.of("puzzle-solved"), "good"))
    elif given_up:
        notes.insert(0, kit.told(look, Message.of("puzzle-given-up"), "bad"))
    return head(look, notes, over=solved or given_up)


def histories(look: Look, names: Sequence[str], items: Items) -> Iterator[Row]:
    """Yield what was done with each item with which anything was."""
    for item, (name, path) in enumerate(zip(names, items.paths, strict=True)):
        if path.done or path.redo or path.live:
            yield _history(look, name, path, " ".join(restored(names, items, item)))


def _history(look: Look, name: str, path: Path, restored: str) -> Row:
    moves = list(path.moves)
    if len(moves) > _MOST:
        moves = ["…", *moves[-_MOST:]]
    parts: list[Row] = [
        (Span(name, f"{colour(name[0])} strong"), Span(f" {' '.join(moves)}".rstrip()))
    ]
    if path.redo:
        redo = " ".join(undo.move for undo in path.redo[:_MOST])
        parts.append(kit.told(look, Message.of("puzzle-redo", moves=redo), "strong"))
    if restored:
        said = Message.of("puzzle-restores", items=restored)
        parts.append(kit.told(look, said, "strong"))
    past = _past(path, look)
    if past:
        parts.append(kit.told(look, Message.of("puzzle-past", moves=past), "dim"))
    return joined(parts, ", ", "dim")


def _past(path: Path, look: Look) -> str:
    """Return what was undone and redone of an item, the latest last."""
    signs = {"undo": "↶", "redo": "↷"} if look.symbols else {"undo": "-", "redo": "+"}
    live = path.live[-_MOST:]
    return " ".join(f"{signs[just.kind]}{just.undo.move}" for just in live)


def wrapped(rows: Iterator[Row], width: int, height: int) -> Drawing:
    """Return rows, several in one where they fit; those without room are left out."""
    lines = list[Row]()
    for row in rows:
        together = joined([lines[-1], row], _GAP) if lines else ()
        if lines and width_of([together]) <= width:
            lines[-1] = together
        else:
            lines.append(clipped(row, width))
    if len(lines) > height > 0:
        lines[height - 1] = clipped(
            (*lines[height - 1], Span(f"{_GAP}…", "dim")), width
        )
    return tuple(lines[: max(height, 0)])


def with_past(look: Look, head: Row, board: Drawing, past: Iterator[Row]) -> Drawing:
    """Return a board below the player's row, and the past beside it or below."""
    room = kit.panel_width(board, look)
    if room < look.width:
        panel = [clipped(row, room) for row in past]
        shown = (
            wrapped(iter(panel), room, len(board)) if len(panel) > len(board) else panel
        )
        rows = (head, *kit.beside_board(board, shown, look.width))
    else:
        left = look.height - len(board) - 1
        rows = (head, *board, *wrapped(past, look.width, left))
    return kit.fitting(rows, look)
