"""Puts players' names into what a scene says, as a drawing has them."""

from __future__ import annotations

from p2pgame.engine import Look, Message, SeatName
from p2pgame.engine.message import Argument
from p2pgame.tabletop.drawn.rows import cut
from p2pgame.tabletop.drawn.seats import name_of

#: The most cells of a name in a sentence.
MOST = 24


def said(look: Look, message: Message) -> str:
    """Return a sentence with the names of players, which are cut and printable."""
    named = {name: _named(look, value) for name, value in message.args.items()}
    return look.say(Message.of(message.id, **named))


def _named(look: Look, value: Argument) -> Argument:
    return (
        cut(name_of(look, value.seat), MOST) if isinstance(value, SeatName) else value
    )
