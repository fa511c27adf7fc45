"""Words for the people at a table, in which the players have names.

Games speak of ``player 2``; people have names.  Names come from peers and are
checked where they enter; what is written here is plain text, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.registry import GAMES
from p2pgame.client import narration
from p2pgame.engine import AnyGame, Message, Refusal, Turn
from p2pgame.session.entries.errors import SessionError
from p2pgame.text import Catalogue

_PLAYER = re.compile(r"\bplayer (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """Return ``text`` with the names of the players it speaks of."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return _PLAYER.sub(name, text)


def sentence(text: str) -> str:
    """Return ``text`` with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def waiting(turn: Turn, seats: Sequence[int], names: Sequence[str]) -> str:
    """Return what goes on in a turn that has not ended, and who is waited for."""
    return say(narration.waiting(turn, seats), names)


def those(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of these seats."""
    return ", ".join(names[seat] for seat in seats)


def all_of(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``Ann, Ben and Cara``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def result(payoffs: Sequence[int], names: Sequence[str]) -> str:
    """Return who got what, the best first; or that nobody has."""
    return say(narration.outcome(payoffs), names)


def learn(game: AnyGame) -> None:
    """Take up the words of a game."""
    _CATALOGUE.learn(game)


def say(message: Message, names: Sequence[str] = ()) -> str:
    """Return a message in English; ``names`` are the players', by seat."""
    return _CATALOGUE.say(message, names)


def told(error: BaseException, names: Sequence[str] = ()) -> str:
    """Return what an error says, in which the players have names."""
    if isinstance(error, Refusal):
        _learn_for(error.message)
        return say(error.message, names)
    if isinstance(error, SessionError) and error.why is not None:
        return reasoned(error.text, error.why, names)
    return named(str(error), names)


def reasoned(text: str, why: Message | None, names: Sequence[str] = ()) -> str:
    """Return a text with the reason, if there is one; learns the game's words."""
    if why is None:
        return text
    _learn_for(why)
    return f"{text}: {say(why, names)}"


def _learn_for(message: Message) -> None:
    """Take up the words of those games whose messages are in this one."""
    for name in GAMES:
        if f"{name}-" in str(message):
            learn(GAMES[name])


_CATALOGUE = Catalogue()
