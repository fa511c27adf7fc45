"""Remembers what has come from a topic at a nostr relay, and fetches what has not.

A nostr relay has no order of its own.  It is asked for events since a time, by their
authors' clocks, so many come again and are recognised by id.
It sends the newest first, and limits how many at once; older ones are asked for until
none comes.  If the newest event that we know is gone, the relay has lost data, and
everything is read again.

Source: NIP-01 (filters).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.link import LinkClosed
from p2pgame.transport.nostr.content import Joiner
from p2pgame.transport.nostr.events import (
    Closed,
    End,
    Event,
    Found,
    ask,
    drop,
    forgotten_at,
)
from p2pgame.transport.nostr.line import OLDER, TABLE, Line, Unwanted, told

#: Seconds by which the clocks of a table's peers may differ.
SLACK = 3600

#: Ids that are remembered: some hours at an event a second.
SEEN = 16 * 1024

#: Events of a backlog, and characters in them, at most; a table needs no more.
BACKLOG, BACKLOG_SIZE = 8192, 12 * 1024 * 1024

#: Seconds for a whole backlog.
BACKLOG_WITHIN = 120.0

#: Seconds between events in the long run, and events at once after a rest.
EVERY, BURST = 1.0, 4

#: Seconds for which a relay that refused us is left alone.
ALONE = 300.0

#: Unix time by a relay's clock.
Clock = Callable[[], float]


class Place:
    """What outlasts one connection to a topic at a relay."""

    def __init__(self, topic: bytes) -> None:
        self.topic = topic
        self.joiner = Joiner()
        #: The relay's first message to people, if any.
        self.notice: str | None = None
        #: Whether the relay has shown that it keeps what we publish.
        self.is_proven = False
        self._seen: dict[bytes, None] = {}
        self._newest: tuple[float, bytes] | None = None
        self._stamp = 0
        self._due = -math.inf
        self._alone_until, self._why = -math.inf, ""

    def __contains__(self, event: Event) -> bool:
        return event.id in self._seen

    def has_seen(self, number: bytes) -> bool:
        """Return whether the event with this id has come, or is known to be stored."""
        return number in self._seen

    @property
    def newest(self) -> bytes | None:
        """The id of the newest event that is known to be stored."""
        return None if self._newest is None else self._newest[1]

    @property
    def since(self) -> int:
        """The time since which there may be new events."""
        return 0 if self._newest is None else max(0, int(self._newest[0]) - SLACK)

    def skip(self, event: Event) -> None:
        """Note an event that has come, or was published, and does not matter."""
        self._seen[event.id] = None
        if len(self._seen) > SEEN:
            del self._seen[next(iter(self._seen))]

    def note(self, event: Event, now: float) -> None:
        """Note an event that was taken in, or is stored.

        A time in the future is not believed: it would hide the next events.
        """
        self.skip(event)
        time = min(event.created, now)
        if self._newest is None or self._newest[0] <= time:
            self._newest = time, event.id

    def forget(self) -> None:
        """Start over: the relay has lost its data."""
        self._seen.clear()
        self._newest = None
        self.is_proven = False

    def unwanted(self, why: str) -> Unwanted:
        """Return the error to raise, and leave the relay alone for a while."""
        self.is_proven = False
        self._alone_until, self._why = trio.current_time() + ALONE, why
        return Unwanted(why)

    def check_wanted(self) -> None:
        """Raise ``Unwanted`` while the relay is left alone."""
        if trio.current_time() < self._alone_until:
            raise Unwanted(self._why)

    def note_notice(self, text: str) -> None:
        self.notice = self.notice or text

    def stamp(self, now: float) -> int:
        """Return a unique time stamp for our next event."""
        self._stamp = max(int(now), self._stamp + 1)
        return self._stamp

    async def wait_turn(self) -> None:
        """Wait until one more event may be published."""
        now = trio.current_time()
        self._due = max(self._due, now - (BURST - 1) * EVERY)
        due, self._due = self._due, self._due + EVERY
        await trio.sleep_until(due)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Holds a topic's events that are new to us, the oldest first.

    ``is_whole`` as in :class:`p2pgame.transport.link.Mailbox`.
    """

    events: tuple[Event, ...]
    is_whole: bool


async def catch_up(line: Line, place: Place, page: int, now: float) -> Backlog:
    """Subscribe, and return the stored events; at most ``page`` come at once.

    Raises:
      LinkClosed: The connection is gone, or the backlog does not end.
    """
    with trio.move_on_after(BACKLOG_WITHIN):
        found = await _collect(line, place.since, page)
        if place.newest is not None and place.newest not in found:
            place.forget()
            found = await _collect(line, 0, page)
        fresh = [
            event
            for event in found.values()
            if event not in place and forgotten_at(event, place.topic) > now
        ]
        fresh.sort(key=lambda event: (event.created, event.id))
        return Backlog(tuple(fresh), place.newest is None)
    raise LinkClosed("The relay does not come to an end.")


async def _collect(line: Line, since: int, page: int) -> dict[bytes, Event]:
    found: dict[bytes, Event] = {}
    await line.say(ask(TABLE, line.topic, limit=page, since=since))
    await _read_page(line, TABLE, found)
    before = 0
    while len(found) > before:
        before = len(found)
        # Some relays include this time, as they should, and some do not.
        until = min(event.created for event in found.values()) + 1
        await line.say(ask(OLDER, line.topic, limit=page, since=since, until=until))
        await _read_page(line, OLDER, found)
        await line.say(drop(OLDER))
    return found


async def _read_page(line: Line, name: str, found: dict[bytes, Event]) -> None:
    size = sum(len(event.content) for event in found.values())
    while True:
        match await line.hear_soon():
            case Found(_, event):
                if event.id not in found:
                    found[event.id] = event
                    size += len(event.content)
            case End(ended) if ended == name:
                return
            case Closed(_, reason):
                raise LinkClosed(told(reason))
        if len(found) > BACKLOG or size > BACKLOG_SIZE:
            raise LinkClosed("There is more at this relay than a table says.")
