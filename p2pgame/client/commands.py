"""The commands that a front end gives to a seat.

All are frozen structs, and JSON objects whose field ``command`` has the name.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

#: Characters of a move, at most; a longer one is none.
MOVE_LENGTH = 4096
Text = Annotated[str, Meta(max_length=MOVE_LENGTH)]


class Command(
    msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True
):
    """Base of all commands."""


class Move(Command, frozen=True, tag="move"):
    """Make a move in the turn that is open."""

    move: Text


class Propose(Command, frozen=True, tag="propose"):
    """Offer, or agree to, ``draw``, ``takeback N`` or ``last round``."""

    proposal: Text


class Say(Command, frozen=True, tag="say"):
    """Say something to all at the table."""

    text: Text


class Nudge(Command, frozen=True, tag="nudge"):
    """Remind those for whom the turn waits, once in each turn."""


class Answer(Command, frozen=True, tag="answer"):
    """Answer the question with this number."""

    number: int
    answer: int


class Leave(Command, frozen=True, tag="leave"):
    """Leave the game for good, and the table; the player may lose by it.

    Before the game: give the seat up; a host closes the table by it.
    """


class Remove(Command, frozen=True, tag="remove"):
    """Give a guest no seat, whose key is this; only a host, and before the game."""

    guest: Text


class Quit(Command, frozen=True, tag="quit"):
    """End what goes on now; an unfinished game can be resumed."""


AnyCommand: TypeAlias = Move | Propose | Say | Nudge | Answer | Remove | Leave | Quit
