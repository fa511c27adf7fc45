"""Messages as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from games.registry import GAMES
from p2pgame.engine import Message, Refusal
from p2pgame.text import Catalogue

CATALOGUE = Catalogue()
for _game in GAMES.values():
    CATALOGUE.learn(_game)


def english(said: Message | Refusal, names: Sequence[str] = ()) -> str:
    """Return a message, or that of an error, in English."""
    message = said.message if isinstance(said, Refusal) else said
    return CATALOGUE.say(message, names)
