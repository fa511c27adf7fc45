"""Puts players' names into what a scene says, as a drawing has them."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgame.engine import Look, Message, Row, SeatName, Span
from p2pgame.engine.message import Argument
from p2pgame.engine.scene import Note
from p2pgame.tabletop.drawn.boxes import joined
from p2pgame.tabletop.drawn.cards import suit
from p2pgame.tabletop.drawn.rows import cut
from p2pgame.tabletop.drawn.seats import name_of

from .men import beside

#: The most cells of a name in a sentence.
MOST = 24
#: The styles of tones that are none of the drawings'.
_TONES = {"made": "strong", "missed": "dim", "won": "good", "mark": "dim"}


def said(look: Look, message: Message) -> str:
    """Return a sentence with the names of players, which are cut and printable."""
    named = {name: _named(look, value) for name, value in message.args.items()}
    return look.say(Message.of(message.id, **named))


def _named(look: Look, value: Argument) -> Argument:
    return (
        cut(name_of(look, value.seat), MOST) if isinstance(value, SeatName) else value
    )


def noted(look: Look, notes: Iterable[Note], gap: str) -> Row:
    """Return notes in one row."""
    return joined([styled(look, one) for one in notes], gap, "dim")


def styled(look: Look, note: Note) -> Row:
    """Return a note with its style, and before it the sign of its suit, or pieces."""
    words = said(look, note.text)
    text = (
        (Span(words, _TONES.get(note.tone, note.tone)),)
        if words or not note.pieces
        else ()
    )
    pieces = (beside(look, note.pieces),) if note.pieces else ()
    return joined([(suit(note.suit),) if note.suit else pieces, text], " ")
