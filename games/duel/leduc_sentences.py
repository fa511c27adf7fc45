"""Tells a game of Leduc hold'em in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Message

from .duel_sentences import duel_told
from .leduc import Leduc


def in_sentences(
    state: Leduc, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the board, the pot, what was done, and the cards that this seat sees."""
    told = duel_told(state.actions, state.paid, faces, seat)
    if not state.board:
        return tuple(told)
    return Message.of("on-the-board", cards=state.board), *told
