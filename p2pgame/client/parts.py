"""Bases of events and of what they contain, and a player."""

from __future__ import annotations

import msgspec


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
