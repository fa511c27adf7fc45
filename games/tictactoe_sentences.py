"""Tells a game of tic-tac-toe in sentences."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.tabletop.sentences import enumerated

from .tictactoe import FREE, HAS_LINE, LINES, Board, cells_of


def in_sentences(state: Board) -> tuple[Message, ...]:
    """Return where each player's marks are, a line of three, and the free cells."""
    told = [_marks(state, seat) for seat in (0, 1)]
    for mark, mask in zip("XO", (state.x, state.o), strict=True):
        lines = [line for line in LINES if {*line} <= {*cells_of(mask)}]
        for line in lines:
            cells = enumerated(*line)
            told.append(Message.of("tictactoe-table-line", mark=mark, cells=cells))
    free = FREE[state.x | state.o]
    if free and not (HAS_LINE[state.x] or HAS_LINE[state.o]):
        told.append(Message.of("tictactoe-table-free", cells=enumerated(*free)))
    return tuple(told)


def _marks(state: Board, seat: int) -> Message:
    mark, own = "XO"[seat], cells_of((state.x, state.o)[seat])
    if not own:
        return Message.by("tictactoe-table-none", seat, mark=mark)
    return Message.by("tictactoe-table-marks", seat, mark=mark, cells=enumerated(*own))
