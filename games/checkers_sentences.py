"""Tells a game of checkers in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Choose, Message
from p2pgame.tabletop.sentences import enumerated

from .checkers import COLOURS, DARK, PIECES, QUIET, Board, Checkers, name_at
from .checkers_drawing import SOON


def in_sentences(state: Board) -> tuple[Message, ...]:
    """Return both sides with their pieces, and what the player to move must do."""
    return (*_side(state, 0), *_side(state, 1), *_duty(state))


def _side(state: Board, seat: int) -> Iterator[Message]:
    side, man, king = COLOURS[seat], PIECES[seat][0], PIECES[seat][1]
    yield Message.by("checkers-table-side", seat, side=side)
    men, kings = _squares(state, man), _squares(state, king)
    if men:
        on = enumerated(*men)
        id = "checkers-table-men"
        yield Message.of(id, side=side, count=len(men), squares=on)
    else:
        yield Message.of("checkers-table-no-men", side=side)
    if kings:
        on = enumerated(*kings)
        id = "checkers-table-kings"
        yield Message.of(id, side=side, count=len(kings), squares=on)


def _squares(state: Board, piece: str) -> list[str]:
    """Return the squares with this piece, by file and rank."""
    on = zip(DARK, state.squares, strict=True)
    return sorted(name_at(*at) for at, there in on if there == piece)


def _duty(state: Board) -> Iterator[Message]:
    turn = Checkers().turn(state)
    if not isinstance(turn, Choose):
        return
    if state.jumper >= 0:
        square = name_at(*DARK[state.jumper])
        yield Message.by("checkers-table-goes-on", state.player, square=square)
    elif "x" in str(turn.moves[0]):
        yield Message.by("checkers-table-must-take", state.player)
    if state.quiet >= SOON:
        yield Message.of("checkers-drawn-quiet", moves=QUIET - state.quiet)
