"""Bases of events, and what many of them contain: a player, a view, a choice."""

from __future__ import annotations

from typing import Any

import msgspec

from p2pgame.engine import Amount, Message
from p2pgame.engine.scene import Scene


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Base of all events."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of what events contain."""


class Player(Part, frozen=True):
    """A player of a game that has begun; ``identity`` is its long-lived key.

    ``name`` is what the player calls itself: no key vouches for it.  U+FFFD stands
    where it could pass for another name.  ``is_program``: a program decides at that
    seat, by its own word.
    """

    name: str
    identity: str
    is_program: bool = False


class Zone(Part, frozen=True):
    """A place where things lie, as this seat sees it; None: that is not shown.

    ``faces`` has an entry for each of ``slots``: an empty text for no card, None for a
    face that this seat does not know.
    """

    name: str
    non_empty: bool | None = None
    length: int | None = None
    slots: tuple[int, ...] | None = None
    faces: tuple[str | None, ...] | None = None


class View(Part, frozen=True):
    """The table as one seat sees it.

    ``turn`` is the kind of turn, for instance ``choose``, ``together``, ``shuffle`` or
    ``over``, and ``terms`` are its fields.  ``state`` is the public state by its
    fields, and ``faces`` are the faces of slots that this seat knows.  ``text`` is the
    table in words, with ``player N`` for the player of seat N.  ``hand`` is what only
    this seat sees, in words.  ``scores`` are what each seat has so far: points, chips
    or rounds, as the game counts; None: it counts nothing.  ``phase`` is what people
    call the part of the game that is on, and ``roles`` what they call each seat now, up
    to the last one that has a name: Black, the button; None: nothing.  ``scene`` is
    what lies on the table, for a front end to draw or read.
    """

    seat: int | None
    turn: str
    terms: dict[str, Any]
    state: dict[str, Any]
    faces: dict[int, str]
    text: str
    zones: tuple[Zone, ...] = ()
    hand: str = ""
    scores: tuple[int, ...] | None = None
    phase: Message | None = None
    roles: tuple[Message | None, ...] = ()
    scene: Scene | None = None


class Trust(Part, frozen=True):
    """How many may vanish from a table, and how many could read hidden cards.

    If up to ``may_vanish`` players fall silent, the game goes on.  Any ``readers`` who
    conspire could read cards, and so could ``forkers`` who control the network, too.
    0: nobody.
    """

    may_vanish: int = 0
    readers: int = 0
    forkers: int = 0


class Range(Part, frozen=True):
    """A move with a number: ``verb`` and a whole number from ``low`` to ``high``."""

    verb: str
    low: int
    high: int


def range_of(amount: Amount) -> Range:
    """Return the engine's amount as an event contains it."""
    return Range(amount.verb, amount.low, amount.high)


class Choice(Part, frozen=True):
    """The moves among which a player decides.

    ``hints`` say, move for move, what a person may type.  ``placement``: the move is a
    text that the rules describe, and that only this seat sees.  ``move_by_itself`` is
    made after ``seconds``, if the rules limit the time.  The others wait ``patience``
    seconds; 0: for ever.
    """

    moves: tuple[str | Range, ...]
    hints: tuple[Message, ...]
    placement: bool = False
    seconds: int | None = None
    move_by_itself: str | None = None
    patience: int = 0

    def simple(self) -> tuple[str, ...]:
        """Return each move as a text; of a range the lowest and the highest."""
        found: list[str] = []
        for move in self.moves:
            if isinstance(move, str):
                found.append(move)
            else:
                found += dict.fromkeys(
                    f"{move.verb} {n}" for n in (move.low, move.high)
                )
        return tuple(found)
