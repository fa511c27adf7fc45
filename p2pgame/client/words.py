"""Says messages in English, with the words of every game that was learned.

A front end in another language has a catalogue of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.registry import GAMES
from p2pgame.engine import AnyGame, Message, Refusal, plain
from p2pgame.text import Catalogue
from p2pgame.transport.link import TransportError

if TYPE_CHECKING:
    from p2pgame.session.lobby.events import RulesBroken

_CATALOGUE = Catalogue()


def learn(game: AnyGame) -> None:
    """Take up the words of a game."""
    _CATALOGUE.learn(game)


def say(message: Message, names: Sequence[str] = ()) -> str:
    """Return a message in English; ``names`` are the players', by seat."""
    _learn_for(message)
    return _CATALOGUE.say(message, names)


def message_of_error(error: BaseException) -> Message:
    """Return what an error of engine, session or transport says, as a message."""
    from p2pgame.session.entries.errors import SessionError

    if isinstance(error, Refusal):
        return error.message
    if isinstance(error, SessionError):
        text = plain(error.text)
        if error.why is None:
            return text
        return Message.of("because", what=text, why=error.why)
    refusal = getattr(error, "refusal", None)
    if isinstance(error, TransportError) and isinstance(refusal, int):
        return refusal_message(refusal)
    message = getattr(error, "message", None)
    return message if isinstance(message, Message) else plain(str(error))


def rules_at_fault(broken: RulesBroken) -> Message:
    """Return that the rules are at fault, where, and what is wrong with them."""
    what = plain(str(broken.error))
    return Message.of("rules-at-fault", turns=broken.turns, what=what)


def refusal_message(refusal: int) -> Message:
    """Return what a relay's refusal means, and what to do about it."""
    return Message.of("relay-refusal", number=int(refusal))


def _learn_for(message: Message) -> None:
    """Take up the words of the games whose messages these are."""
    for name in GAMES:
        if message.id.startswith(f"{name}-"):
            learn(GAMES[name])
    for value in message.args.values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Message):
                _learn_for(inner)
