"""A combination of a game's own undos, as it is offered to a player."""

from __future__ import annotations

from dataclasses import dataclass

from .message import Message


@dataclass(frozen=True, slots=True)
class Combination:
    """Undos that are made together: ``moves`` of the game, and what they do."""

    moves: tuple[str, ...]
    does: Message
