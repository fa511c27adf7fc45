"""Tells a game of Kuhn poker in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Message

from .duel_sentences import duel_told
from .kuhn import Kuhn
from .kuhn_drawing import paid


def in_sentences(
    state: Kuhn, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the pot, what was done, and the cards that this seat sees."""
    return tuple(duel_told(state.actions, paid(state), faces, seat))
