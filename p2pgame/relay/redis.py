"""Stores frames in Redis: several relay processes share it, and see each other's.

Each process reads one stream, the *bus*, which holds all topics' frames in one order,
and remembers the last sequence it has read.  So it continues there after any failure
between it and Redis.
The bus is short; frames that it has dropped meanwhile are in the followed topics' own
streams.  A process parses the whole bus, and keeps what it follows.

Frames that arrive while others are under way share one script call (*group commit*).
The operator decides how durable an answer is.
Redis answers after the disk write only with ``appendonly yes`` and ``appendfsync
always``.

Source: Redis's pages on streams, on scripting and on persistence.
"""

from __future__ import annotations

import logging
import random
import ssl
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha1
from typing import TypeAlias, cast

import trio

from p2pgame.relay.redis_queue import Append, Queue
from p2pgame.relay.redis_scripts import BOUNDS, BUS, KEEP, LAST, NEWER, RAISE, key_of
from p2pgame.relay.redis_url import RedisUrl
from p2pgame.relay.redis_wire import Lost, NotAllowed, Refused, ScriptMissing, Wire
from p2pgame.relay.store import Kept, Listener, Settle, StoreError

#: Bytes of a topic, and seconds after its newest frame until it is forgotten.
ROOM = 8 * 1024 * 1024
AGE = 24 * 3600.0

#: Bytes of the newest frames of all topics, for processes that were away.
BUS_ROOM = 32 * 1024 * 1024

#: Entries of the bus in one answer; concurrent readers, and the entries that each asks
#: for first, to learn how long frames are; topics in one question.  No answer exceeds
#: the size of the bus or of a topic.
HEARD = 128
READERS = 8
FIRST_READ = 4
ASKED = 256

#: Seconds to wait for news before checking that Redis is alive, and to stop.
NEWS_WITHIN = 4.0
FINISH_WITHIN = 5.0

#: Seconds before reconnecting, at first and at most.
PAUSE, LONGEST_PAUSE = 0.1, 5.0

_LOG = logging.getLogger(__name__)
_AWAY = "busy: the relay's database is away."
_STEP = 256 * 1024
_WEAK = (
    "This Redis may lose what it has acknowledged when its machine fails, or drop "
    "topics early: it should have appendonly yes, appendfsync always and "
    "maxmemory-policy noeviction."
)
#: Redis's answers if its settings make it durable.
_SOUND = {
    b"appendonly": b"yes",
    b"appendfsync": b"always",
    b"maxmemory-policy": b"noeviction",
}
_NAMES = {
    script: sha1(script).hexdigest().encode() for script in (KEEP, BOUNDS, NEWER, RAISE)
}
#: A stream's entry: its id, then names and values by turns.
_Entry: TypeAlias = tuple[bytes, list[bytes]]


class RedisStore:
    """Stores sealed frames by topic in Redis: see :class:`.store.Store`.

    An ``append`` that failed because Redis went away may still have been stored; the
    listener then gets the frame.  Redis itself expires old topics.
    """

    def __init__(
        self,
        url: str,
        *,
        room: int = ROOM,
        age: float = AGE,
        bus_room: int = BUS_ROOM,
        tls: ssl.SSLContext | None = None,
        warn: Callable[[str], None] = _LOG.warning,
    ) -> None:
        """Read the url; connect only in ``run``.

        ``room`` and ``bus_room`` are bytes, ``age`` seconds.  ``tls`` says which
        certificates to trust; by default the machine's.  ``warn`` is called with a
        sentence if Redis's settings may lose frames.

        Raises:
          InvalidRedisUrl: In a sentence that repeats nothing of the url.
        """
        self._url = RedisUrl.parse(url)
        self._tls = tls
        self._limits = [b"%d" % n for n in (room, round(age * 1000), bus_room)]
        self._warn = warn
        #: The followed topics, and the last sequence of each that was reported.
        self._followed: dict[bytes, int] = {}
        #: The last sequence read from the bus, once connected.
        self._position: int | None = None
        self._commands: Wire | None = None
        self._pause = PAUSE
        self._queue = Queue()
        self._is_open = True
        self._readers = trio.CapacityLimiter(READERS)

    def __repr__(self) -> str:
        return f"RedisStore({self._url!r})"

    def append(self, topic: bytes, frame: bytes, origin: bytes, settle: Settle) -> None:
        if not self._is_open:
            raise StoreError("busy: the relay is about to stop.")
        if self._commands is None:
            raise StoreError(_AWAY)
        self._queue.put(Append(topic, frame, origin, settle))

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        frames: list[Kept] = []
        size, count = 0, FIRST_READ
        async with self._readers:
            while size < limit:
                words = [key_of(topic), b"(%d-0" % after, b"+", b"COUNT", b"%d" % count]
                entries = cast("list[_Entry]", await self._ask(b"XRANGE", *words))
                for kept in (_kept(topic, entry) for entry in entries):
                    if size < limit:
                        frames.append(kept)
                        size += len(kept.frame)
                        after = kept.sequence
                if len(entries) < count:
                    break
                count = 1 + max(limit - size, 0) * len(frames) // max(size, 1)
        return frames

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        ends = await self._call(BOUNDS, [key_of(topic)], [])
        match cast("list[bytes]", ends):
            case [first, last]:
                return _sequence(first), _sequence(last)
        return 0, 0

    def follow(self, topic: bytes) -> None:
        self._followed.setdefault(topic, 0)

    def unfollow(self, topic: bytes) -> None:
        self._followed.pop(topic, None)

    async def expire(self) -> int:
        return 0

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Work until cancelled; finish what is under way first.

        Raises:
          StoreError: Redis can't be reached at all, or refuses us.  A later loss of the
            connection does not end this.
        """
        work = trio.CancelScope(shield=True)
        failure: StoreError | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._finish, work)
            with work:
                try:
                    await self._go_on(listener, task_status)
                except StoreError as error:
                    failure = error
            nursery.cancel_scope.cancel()
        if failure is not None:
            raise failure

    async def _finish(self, work: trio.CancelScope) -> None:
        """Finish what is under way when the store stops."""
        try:
            await trio.sleep_forever()
        finally:
            self._is_open = False
            with trio.CancelScope(shield=True), trio.move_on_after(FINISH_WITHIN):
                await self._queue.finish()
            work.cancel()

    async def _go_on(
        self, listener: Listener, task_status: trio.TaskStatus[None]
    ) -> None:
        """Stay connected; pause longer after each failure."""
        while True:
            reason = ""
            try:
                await self._connected(listener, task_status)
            except* NotAllowed:
                reason = "busy: the relay's database refuses our name or password."
            except* (Lost, Refused, StoreError):
                reason = "busy: the relay's database cannot be reached."
            if self._position is None:
                raise StoreError(reason)
            await trio.sleep(self._pause * random.uniform(0.5, 1))
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _connected(
        self, listener: Listener, task_status: trio.TaskStatus[None]
    ) -> None:
        """Work on two connections, one of them for news, until either is lost."""
        async with trio.open_nursery() as nursery:
            commands = await Wire.open(nursery, self._url, self._tls)
            news = await Wire.open(nursery, self._url, self._tls)
            for script in _NAMES:
                await commands.ask(b"SCRIPT LOAD", script)
            # A restored database must not number from its old state: followers have
            # passed the
            # sequences that we have read.
            heard = b"%d" % (self._position or 0)
            last = await commands.ask(b"EVALSHA", _NAMES[RAISE], b"1", LAST, heard)
            is_first = self._position is None
            if is_first:
                await self._see_settings(commands)
                self._position = int(cast(bytes, last))
            self._pause = PAUSE
            self._commands = commands
            if is_first:
                task_status.started()
            try:
                nursery.start_soon(self._write)
                await self._hear(commands, news, listener)
            finally:
                self._commands = None
                self._queue.fail(_AWAY)

    async def _see_settings(self, commands: Wire) -> None:
        """Warn if this Redis may lose stored frames."""
        found: dict[bytes, bytes] = {}
        for name in _SOUND:
            with suppress(Refused):
                answer = await commands.ask(b"CONFIG GET", name)
                found |= cast("dict[bytes, bytes]", answer)
        if found != _SOUND:
            self._warn(_WEAK)

    async def _call(
        self, script: bytes, keys: list[bytes], arguments: list[bytes]
    ) -> object:
        """Run a script."""
        words = [_NAMES[script], b"%d" % len(keys), *keys, *arguments]
        return await self._ask(b"EVALSHA", *words)

    async def _ask(self, command: bytes, *words: bytes) -> object:
        """Return Redis's answer.

        Raises:
          StoreError: There is none, or the outcome is unknown.
        """
        commands = self._commands
        if commands is None:
            raise StoreError(_AWAY)
        try:
            return await commands.ask(command, *words)
        except ScriptMissing:
            # The scripts were deleted from Redis: reconnecting loads them again.
            commands.drop()
            raise StoreError(_AWAY) from None
        except Lost:
            raise StoreError(_AWAY) from None
        except Refused as error:
            raise StoreError(_why(str(error))) from None

    async def _write(self) -> None:
        while True:
            batch = await self._queue.take()
            keys, words = [LAST, BUS, BUS + b":size"], [*self._limits]
            for append in batch:
                key = key_of(append.topic)
                keys += [key, key + b":size"]
                words += [append.topic, append.origin, append.frame]
            try:
                answers = cast("list[bytes]", await self._call(KEEP, keys, words))
            except StoreError as error:
                answers = [str(error).encode()] * len(batch)
            refused: dict[bytes, str] = {}
            for append, answer in zip(batch, answers, strict=True):
                if answer.isdigit():
                    self._queue.settle(append, int(answer))
                else:
                    reason = refused[append.line] = _why(answer.decode())
                    self._queue.settle(append, reason)
            if refused:
                self._queue.refuse_behind(refused)

    async def _hear(self, commands: Wire, news: Wire, listener: Listener) -> None:
        """Report frames that come by the bus, from the last read sequence on."""
        wait = b"%d" % (NEWS_WITHIN * 1000)
        words = [b"COUNT", b"%d" % HEARD, b"BLOCK", wait, b"STREAMS", BUS]
        while True:
            position = self._position or 0
            answer = await news.ask(b"XREAD", *words, b"%d-0" % position)
            if answer is None:
                await commands.ask(b"PING")
                continue
            for entry in cast("dict[bytes, list[_Entry]]", answer)[BUS]:
                _, previous, _, topic, *_ = entry[1]
                if int(previous) > (self._position or 0):
                    await self._fill(int(previous), listener)
                if topic in self._followed:
                    self._tell(_kept(topic, (entry[0], entry[1][4:])), listener)
                self._position = _sequence(entry[0])

    def _tell(self, kept: Kept, listener: Listener) -> None:
        """Report a frame of a followed topic, once."""
        if self._followed.get(kept.topic, kept.sequence) < kept.sequence:
            self._followed[kept.topic] = kept.sequence
            listener(kept)

    async def _fill(self, until: int, listener: Listener) -> None:
        """Report frames that the bus dropped before we read them."""
        after = b"%d" % (self._position or 0)
        topics = list(self._followed)
        for start in range(0, len(topics), ASKED):
            asked = topics[start : start + ASKED]
            newer = await self._call(NEWER, [key_of(topic) for topic in asked], [after])
            for number in cast("list[int]", newer):
                await self._fill_topic(asked[number - 1], until, listener)
        self._position = until

    async def _fill_topic(self, topic: bytes, until: int, listener: Listener) -> None:
        after = max(self._position or 0, self._followed.get(topic, 0))
        while after < until:
            frames = await self.read(topic, after, _STEP)
            for kept in frames:
                self._tell(kept, listener)
            after = frames[-1].sequence if frames else until


def _sequence(id: bytes) -> int:
    return int(id.removesuffix(b"-0"))


def _kept(topic: bytes, entry: _Entry) -> Kept:
    id, (_, origin, _, frame) = entry
    return Kept(topic, _sequence(id), frame, origin)


def _why(answer: str) -> str:
    if answer.startswith(("full:", "busy:", "too-large:")):
        return answer
    if answer.startswith("OOM"):
        return "full: the relay's database is full."
    return "busy: the relay's database does not take it."
