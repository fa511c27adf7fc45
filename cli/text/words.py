"""Says messages to the people at a table, with their names.

Games speak of ``player 2``; people have names.  Names come from peers and are
checked where they enter; what is written here is plain text, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.client.words import learn, message_of_error, say, shown
from p2pgame.client.words import reason as reason_of
from p2pgame.engine import Argument, Message

__all__ = [
    "learn",
    "named",
    "phrase",
    "reason",
    "say",
    "sentence",
    "shown",
    "those",
    "told",
]

_PLAYER = re.compile(r"\bplayer (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """Return ``text`` with the names of the players it speaks of."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return shown(names[seat]) if seat < len(names) else match[0]

    return _PLAYER.sub(name, text)


def phrase(id: str, /, **args: Argument) -> str:
    """Return the sentence with this id, which names no player by seat."""
    return say(Message.of(id, **args))


def sentence(text: str) -> str:
    """Return ``text`` with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def reason(text: str) -> str:
    """Return an English text of an error, or of a reader of notations, in ours."""
    return say(reason_of(text))


def those(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of these seats."""
    return ", ".join(shown(names[seat]) for seat in seats)


def told(error: BaseException, names: Sequence[str] = ()) -> str:
    """Return what an error says, in which the players have names."""
    return named(say(message_of_error(error), names), names)
