"""Lays out checkers: men and kings, and what the player to move has to do."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import NOTHING, Choose, Message, plain
from p2pgame.engine.scene import Cell, Note, Piece, Scene, SeatShown
from p2pgame.tabletop.board_scene import chequered

from .checkers import DARK, PIECES, QUIET, Board, Checkers, name_at

#: From so many moves on the coming draw is told.
SOON = QUIET // 2
_COLOURS = ("second-piece", "first-piece")
_KINDS = {
    sign: Piece(sign, seat, shape, _COLOURS[seat])
    for seat, pieces in enumerate(PIECES)
    for sign, shape in zip(pieces, ("man", "crowned"), strict=True)
}


def scene(game: Checkers, state: Board, seat: int | None) -> Scene:
    """Return the board, its free squares with their names."""
    cells = {}
    for n, (at, piece) in enumerate(zip(DARK, state.squares, strict=True)):
        name, tone = name_at(*at), "to-move" if n == state.jumper else ""
        cells[name] = Cell(name, _KINDS.get(piece), tone=tone, label=name)
    todo = [*_todo(game, state)]
    soon = Message.of("checkers-drawn-quiet", moves=QUIET - state.quiet)
    return Scene(
        tuple(_seat(state, n, todo if n == state.player else []) for n in range(2)),
        parts=(chequered(cells, seat, "-"),),
        notes=(Note(soon, "dim"),) if state.quiet >= SOON else (),
    )


def _todo(game: Checkers, state: Board) -> Iterator[Note]:
    """Yield what the player who is to move has to do."""
    turn = game.turn(state)
    if not isinstance(turn, Choose) or "x" not in str(turn.moves[0]):
        return
    if state.jumper >= 0:
        square = name_at(*DARK[state.jumper])
        told = Message.of("checkers-drawn-goes-on", square=square)
        aloud = Message.by("checkers-table-goes-on", state.player, square=square)
    else:
        told = Message.of("checkers-drawn-must-jump")
        aloud = Message.by("checkers-table-must-take", state.player)
    yield Note(told, "to-move", aloud)


def _seat(state: Board, seat: int, todo: list[Note]) -> SeatShown:
    man, king = PIECES[seat][0], PIECES[seat][1]
    kings = state.squares.count(king)
    count = state.squares.count(man) + kings
    left = Message.of("checkers-drawn-left", count=count)
    aloud = Message.by("checkers-table-left", seat, count=count)
    notes = [Note(left, aloud=aloud)]
    if kings:
        crowned = (_KINDS[king],)
        notes.append(Note(plain(str(kings)), aloud=NOTHING, pieces=crowned))
    return SeatShown(_KINDS[man], (*notes, *todo), role=Checkers.seat_names[seat])
