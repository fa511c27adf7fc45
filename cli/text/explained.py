"""Says what the moves do that are possible, as their game's description says."""

from __future__ import annotations

from p2pgame.client.events import Choice
from p2pgame.engine import Message

from . import words
from .columns import columns


def explained(game: str, version: int, choice: Choice) -> str:
    """Return a line for each form of these moves; empty if none is described."""
    from p2pgame.client.game_rules import moves_explained

    found = moves_explained(game, version, choice.simple())
    if not found:
        return ""
    rows = [(f"  {form}", about) for form, about in found]
    return "\n".join([words.say(Message.of("advice-about")), *columns(rows, 2)])
