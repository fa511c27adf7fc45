"""Links to all peers at a topic of a nostr relay, by one connection.

:mod:`p2pgame.transport.relay.tended` says what every link to a topic promises.  Here
one event is under way at a time, few are sent in a minute, and waiting frames share an
event.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import NoReturn, Protocol

import trio

from p2pgame.transport.link import InvalidFrame, LinkClosed
from p2pgame.transport.nostr.content import (
    PIECES_IN_EVENT,
    PIECES_LIMIT,
    Piece,
    cut,
    decode,
    size_of,
)
from p2pgame.transport.nostr.events import (
    Answer,
    Closed,
    Event,
    Found,
    forgotten_at,
    publish,
)
from p2pgame.transport.nostr.line import TABLE, Line, kind_of, told
from p2pgame.transport.nostr.place import Backlog, Clock, Place
from p2pgame.transport.relay.tended import TendedLink, check_size

#: Events, and characters in them, that wait for ``receive`` before the relay waits.
QUEUE, QUEUE_SIZE = 256, 2 * 1024 * 1024

#: Events' worth of frames that wait to be published before ``send`` waits, about.
WAITING = 8

#: Seconds for the answer to an event.
OWED_WITHIN = 15.0

#: Seconds of rest after a refusal for speed, doubled each time: the first, and the
#: most; and how many times in a row.
REST, LONGEST_REST, RESTS = 1.0, 15.0, 6

#: Seconds for frames that are not stored when we close.
CLOSE_WITHIN = 2.0


class Author(Protocol):
    """Writes events under a temporary key."""

    def write(self, pieces: Sequence[Piece], created: int) -> Event:
        """Return a signed event."""


class NostrLink(TendedLink):
    """Links to all peers at a topic of a nostr relay."""

    by_nostr = True

    def __init__(
        self,
        line: Line,
        place: Place,
        backlog: Backlog,
        *,
        room: int,
        clock: Clock,
        author: Author | None,
    ) -> None:
        super().__init__(
            line.aclose,
            can_write=author is not None,
            is_whole=backlog.is_whole,
            closes_within=CLOSE_WITHIN,
        )
        self._line = line
        self._place = place
        self._room = room
        self._clock = clock
        self._author = author
        self._heard = {event.id: event for event in backlog.events}
        self._heard_size = sum(len(event.content) for event in backlog.events)
        self._backlog = len(self._heard)
        self._current: Event | None = None
        self._frames: deque[bytes] = deque()
        self._pieces: deque[Piece] = deque()
        self._waiting = 0
        self._event: Event | None = None
        self._sent_at: float | None = None
        self._rests, self._rest_until = 0, -math.inf

    async def send(self, frame: bytes) -> None:
        check_size(frame)
        pieces = cut(frame, self._room) if self.can_write else []
        if len(pieces) > PIECES_LIMIT:
            self._end("The relay's events are too small for what is to be said.")
            self._life.cancel()
        await self._wait_room(lambda: self._has_room(pieces))
        self._pieces.extend(pieces)
        self._waiting += size_of(pieces)
        self._changed.unpark_all()

    def _has_room(self, pieces: Sequence[Piece]) -> bool:
        size = self._waiting + size_of(pieces)
        return not self._pieces or size <= WAITING * self._room

    async def receive(self) -> bytes:
        while True:
            if self._frames and not self._is_closing:
                await trio.lowlevel.checkpoint()
                return self._next_frame()
            if not self._backlog:
                self.live.set()
            await self._until(lambda: self.why is not None or bool(self._heard))
            if self._is_closing or not self._heard:
                raise LinkClosed(self.why)
            self._open(self._heard.pop(next(iter(self._heard))))
            self._changed.unpark_all()

    def _open(self, event: Event) -> None:
        """Take the frames out of an event; ignore a stranger's event."""
        self._heard_size -= len(event.content)
        self._backlog = max(0, self._backlog - 1)
        try:
            pieces = decode(event.content, self._place.topic, event.author)
        except InvalidFrame:
            pieces = []
        self._frames.extend(self._place.joiner.take(event.author, pieces))
        self._current = event
        if not pieces:
            self._place.skip(event)
        elif not self._frames:
            self._place.note(event, self._clock())

    def _next_frame(self) -> bytes:
        frame = self._frames.popleft()
        if not self._frames and self._current is not None:
            self._place.note(self._current, self._clock())
        return frame

    @property
    def _is_idle(self) -> bool:
        return not self._pieces and self._event is None

    def _forget(self) -> None:
        self._place.forget()

    # Publishing

    async def _write(self) -> NoReturn:
        while True:
            await self._until(lambda: not self._is_idle and self._sent_at is None)
            await trio.sleep_until(self._rest_until)
            await self._place.wait_turn()
            event = self._event = self._event or self._next_event()
            self._sent_at = trio.current_time()
            self._wait_owed()
            await self._line.say(publish(event))

    def _next_event(self) -> Event:
        """Return an event with as many waiting frames as fit."""
        assert self._author is not None, "only who can write has something to say"
        pieces = [self._pieces.popleft()]
        while self._pieces and len(pieces) < PIECES_IN_EVENT:
            if size_of([*pieces, self._pieces[0]]) > self._room:
                break
            pieces.append(self._pieces.popleft())
        self._waiting = size_of(self._pieces)
        self._changed.unpark_all()
        return self._author.write(pieces, self._place.stamp(self._clock()))

    def _hear_answer(self, answer: Answer) -> None:
        event, now = self._event, trio.current_time()
        if event is None or answer.id not in (b"", event.id):
            if not self._place.has_seen(answer.id):
                raise LinkClosed("The relay answers what we did not say.")
            return
        taken = now - (now if self._sent_at is None else self._sent_at)
        self._sent_at = None
        self._wait_owed()
        kind = kind_of(answer.reason)
        if answer.is_taken or kind == "duplicate":
            self._place.note(event, self._clock())
            self._event, self._rests = None, 0
            self._measure(taken)
        elif kind == "rate-limited" and self._rests < RESTS:
            rest = min(REST * 2**self._rests, LONGEST_REST)
            self._rest_until = now + rest
            self._rests += 1
        else:
            raise self._place.unwanted(told(answer.reason))

    # Receiving

    async def _listen(self) -> NoReturn:
        while True:
            if self._is_heard_enough():
                self._wait_owed()
                await self._until(lambda: not self._is_heard_enough())
                self._wait_owed()
            match await self._line.hear():
                case Found(_, event):
                    self._take(event)
                case Answer() as answer:
                    self._hear_answer(answer)
                case Closed(name, reason) if name == TABLE:
                    raise LinkClosed(told(reason))
            self._changed.unpark_all()

    def _take(self, event: Event) -> None:
        is_known = event in self._place or event.id in self._heard
        is_known |= self._event is not None and event.id == self._event.id
        is_over = forgotten_at(event, self._place.topic) <= self._clock()
        if not (is_known or is_over or self._is_closing):
            self._heard[event.id] = event
            self._heard_size += len(event.content)

    def _is_heard_enough(self) -> bool:
        enough = len(self._heard) >= QUEUE or self._heard_size >= QUEUE_SIZE
        return enough and not self._is_closing

    def _wait_owed(self) -> None:
        """Start the deadline of an answer that the relay owes."""
        owes = self._sent_at is not None and not self._is_heard_enough()
        later = trio.current_time() + OWED_WITHIN
        self._owed.deadline = later if owes else math.inf
