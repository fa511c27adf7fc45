"""Doors: where two who share a few words find each other for a moment.

A door's number is short, so that it can be spoken, and drawn from many more than are
open.  Whoever knocks in vain hears the same at once, whether nobody is there, the
time is up or the house is full: the number says nothing, and only the words count,
which the relay never learns.  How many guesses a host bears is the host's to say.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Protocol

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.settings import Settings
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import Closed, FromRelay, Knocked, Replied
from p2pgame.transport.writer import build

#: Whatever is the matter, this is what a guest hears.
NOBODY = "invalid: nobody is behind this door."

#: So many numbers are there for each that is taken, and never fewer than that.
_SPARSE, _FEWEST = 20, 1000


class Caller(Protocol):
    """A connection, as far as doors go."""

    def post(self, built: bytes) -> None: ...


@dataclass(slots=True, eq=False)
class _Guest:
    caller: Caller
    number: int
    heard: int = 0
    said: int = 0


@dataclass(slots=True, eq=False)
class _Door:
    host: Caller
    until: float
    guests: dict[Caller, _Guest] = field(default_factory=dict)
    count: int = 0


class Doors:
    """All doors of a relay."""

    def __init__(self, settings: Settings, counts: Counts) -> None:
        self._settings = settings
        self._counts = counts
        self._doors: dict[int, _Door] = {}
        self._hosts: dict[Caller, set[int]] = {}
        self._visits: dict[Caller, set[int]] = {}

    def open(self, host: Caller, seconds: int) -> int | None:
        """Return a new door's number, or None if there are enough."""
        mine = self._hosts.setdefault(host, set())
        settings = self._settings
        if len(self._doors) >= settings.doors or len(mine) >= settings.doors_each:
            return None
        number = self._draw()
        until = trio.current_time() + min(seconds, settings.door_seconds)
        self._doors[number] = _Door(host, until)
        mine.add(number)
        self._counts.doors_now = len(self._doors)
        return number

    def _draw(self) -> int:
        numbers = max(_FEWEST, _SPARSE * len(self._doors))
        while (number := secrets.randbelow(numbers - 1) + 1) in self._doors:
            pass
        return number

    def knock(self, caller: Caller, number: int, body: bytes) -> bool:
        """Hand on what a guest says; return whether anybody was there to hear it."""
        door = self._find(number)
        guest = None if door is None else self._guest(door, caller, number)
        if door is None or guest is None or guest.said >= self._settings.door_messages:
            _say(caller, Closed(number, NOBODY))
            return False
        guest.said += 1
        _say(door.host, Knocked(number, guest.number, body))
        return True

    def _guest(self, door: _Door, caller: Caller, number: int) -> _Guest | None:
        guest = door.guests.get(caller)
        if guest is None and door.count < self._settings.door_guests:
            door.count += 1
            guest = door.guests[caller] = _Guest(caller, door.count)
            self._visits.setdefault(caller, set()).add(number)
        return guest

    def reply(self, host: Caller, number: int, guest: int, body: bytes) -> bool:
        """Hand on what a host says to a guest; return whether it is his door."""
        door = self._find(number)
        if door is None or door.host is not host:
            return False
        for known in door.guests.values():
            if known.number == guest and known.heard < self._settings.door_messages:
                known.heard += 1
                _say(known.caller, Replied(number, body))
        return True

    def shut(self, host: Caller, number: int) -> bool:
        """Close a door, if it is his; return whether it was."""
        door = self._doors.get(number)
        if door is None or door.host is not host:
            return False
        self._close(number, door)
        return True

    def is_used_by(self, caller: Caller) -> bool:
        """Return whether somebody has a door open, or is a guest at one."""
        return bool(self._hosts.get(caller) or self._visits.get(caller))

    def leave(self, caller: Caller) -> None:
        """Somebody is gone, and the doors that were his with him."""
        for number in list(self._hosts.pop(caller, ())):
            self._close(number, self._doors[number])
        for number in self._visits.pop(caller, ()):
            self._doors[number].guests.pop(caller, None)

    def sweep(self) -> None:
        """Close the doors whose time is up."""
        for number in list(self._doors):
            self._find(number)

    def _find(self, number: int) -> _Door | None:
        door = self._doors.get(number)
        if door is not None and door.until <= trio.current_time():
            _say(door.host, Closed(number, "invalid: this door's time is up."))
            self._close(number, door)
            return None
        return door

    def _close(self, number: int, door: _Door) -> None:
        del self._doors[number]
        self._hosts.get(door.host, set()).discard(number)
        for guest in door.guests.values():
            self._visits[guest.caller].discard(number)
            _say(guest.caller, Closed(number, NOBODY))
        self._counts.doors_now = len(self._doors)


def _say(caller: Caller, message: FromRelay) -> None:
    caller.post(build(encode(message)))
