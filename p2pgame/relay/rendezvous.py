"""Keeps rendezvous points, where a host and guests find each other by a short number.

The number can be spoken, and is drawn from many more numbers than are open.  A guest
who fails always gets the same answer at once: for a number that nobody has opened, that
has expired, and that has no room.  So the number tells nothing.  Only the words count,
and the relay never learns them.  The host limits how many guesses it answers.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.settings import Settings
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import (
    Closed,
    FromRelay,
    Knocked,
    Refusal,
    Replied,
)
from p2pgame.transport.writer import build

#: The one refusal that a guest gets, whatever went wrong.
NOBODY = Refusal.NOBODY

#: Numbers are drawn below ``max(FEWEST, SPARSE * open)``.
SPARSE, FEWEST = 20, 1000


class Caller(Protocol):
    """A connection, as far as a rendezvous needs it."""

    def post(self, built: bytes) -> None: ...


@dataclass(slots=True, eq=False)
class _Guest:
    caller: Caller
    number: int
    heard: int = 0
    said: int = 0


@dataclass(slots=True, eq=False)
class _Rendezvous:
    host: Caller
    until: float
    guests: dict[Caller, _Guest] = field(default_factory=dict)
    count: int = 0


class RendezvousRegistry:
    """All open rendezvous points of a relay."""

    def __init__(self, settings: Settings, counts: Counts) -> None:
        self._settings = settings
        self._counts = counts
        self._open: dict[int, _Rendezvous] = {}
        self._hosts: dict[Caller, set[int]] = {}
        self._visits: dict[Caller, set[int]] = {}
        #: Called with the number of each one that is closed.
        self.on_close: Callable[[int], None] = lambda number: None

    def open(self, host: Caller, seconds: int, number: int | None = None) -> int | None:
        """Open a rendezvous and return its number; None above a limit.

        The number is drawn here unless it is given.
        """
        mine = self._hosts.setdefault(host, set())
        settings = self._settings
        if (
            len(self._open) >= settings.rendezvous_total
            or len(mine) >= settings.rendezvous_each
        ):
            return None
        number = self._draw() if number is None else number
        until = trio.current_time() + min(seconds, settings.rendezvous_seconds)
        self._open[number] = _Rendezvous(host, until)
        mine.add(number)
        self._counts.rendezvous_now = len(self._open)
        return number

    def _draw(self) -> int:
        numbers = max(FEWEST, SPARSE * len(self._open))
        while (number := secrets.randbelow(numbers - 1) + 1) in self._open:
            pass
        return number

    def knock(self, caller: Caller, number: int, body: bytes) -> bool:
        """Forward a guest's message to the host; return whether a host was there."""
        found = self._find(number)
        guest = None if found is None else self._guest(found, caller, number)
        limit = self._settings.rendezvous_messages
        if found is None or guest is None or guest.said >= limit:
            self.refuse(caller, number)
            return False
        guest.said += 1
        _say(found.host, Knocked(number, guest.number, body))
        return True

    def refuse(self, caller: Caller, number: int) -> None:
        """Tell a guest that nobody hears it there."""
        _say(caller, Closed(number, NOBODY))

    def _guest(self, found: _Rendezvous, caller: Caller, number: int) -> _Guest | None:
        guest = found.guests.get(caller)
        if guest is None and found.count < self._settings.rendezvous_guests:
            found.count += 1
            guest = found.guests[caller] = _Guest(caller, found.count)
            self._visits.setdefault(caller, set()).add(number)
        return guest

    def reply(self, host: Caller, number: int, guest: int, body: bytes) -> bool:
        """Forward a host's message to one guest; return whether the host may."""
        found = self._find(number)
        if found is None or found.host is not host:
            return False
        limit = self._settings.rendezvous_messages
        for known in found.guests.values():
            if known.number == guest and known.heard < limit:
                known.heard += 1
                _say(known.caller, Replied(number, body))
        return True

    def shut(self, host: Caller, number: int) -> bool:
        """Close the host's rendezvous; return whether it was the host's."""
        found = self._open.get(number)
        if found is None or found.host is not host:
            return False
        self._close(number, found)
        return True

    def is_used_by(self, caller: Caller) -> bool:
        """Return whether a connection hosts or visits a rendezvous."""
        return bool(self._hosts.get(caller) or self._visits.get(caller))

    def leave(self, caller: Caller) -> None:
        """Remove a connection that has ended: close what it hosted, end its visits."""
        for number in list(self._hosts.pop(caller, ())):
            self._close(number, self._open[number])
        for number in self._visits.pop(caller, ()):
            self._open[number].guests.pop(caller, None)

    def sweep(self) -> None:
        """Close each rendezvous that has expired."""
        for number in list(self._open):
            self._find(number)

    def _find(self, number: int) -> _Rendezvous | None:
        found = self._open.get(number)
        if found is not None and found.until <= trio.current_time():
            _say(found.host, Closed(number, Refusal.TIME_UP))
            self._close(number, found)
            return None
        return found

    def _close(self, number: int, closed: _Rendezvous) -> None:
        del self._open[number]
        self._hosts.get(closed.host, set()).discard(number)
        for guest in closed.guests.values():
            visits = self._visits.get(guest.caller, set())
            visits.discard(number)
            if not visits:
                self._visits.pop(guest.caller, None)
            _say(guest.caller, Closed(number, NOBODY))
        self._counts.rendezvous_now = len(self._open)
        self.on_close(number)


def _say(caller: Caller, message: FromRelay) -> None:
    caller.post(build(encode(message)))
