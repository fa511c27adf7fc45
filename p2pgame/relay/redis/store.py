"""Stores frames in Redis: several relay processes share it, and see each other's.

Each process subscribes to the channels of the topics that somebody at it follows, and
to no other (:mod:`.following`).  After any failure between it and Redis it reads
what the channels did not bring from the topics' streams.

While Redis is full, idle topics make room.  What it can't keep is handed on by the
channels; while it is away, to those at this process, and their links end when it is
back, so that they tell each other what they lack.

Frames that arrive while others are under way share one script call (*group commit*).
The operator decides how durable an answer is.
Redis answers after the disk write only with ``appendonly yes`` and ``appendfsync
always``.

Source: Redis's pages on streams, on channels, on scripting and on persistence.
"""

from __future__ import annotations

import logging
import random
import secrets
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import trio

from p2pgame.relay.health import Health
from p2pgame.relay.redis.board import RedisBoard
from p2pgame.relay.redis.commands import Commands, load_scripts
from p2pgame.relay.redis.following import Following
from p2pgame.relay.redis.queue import Append
from p2pgame.relay.redis.scripts import (
    BOUNDS,
    HOUR,
    IDLE,
    LAST,
    LIFE,
    NEWER,
    PREFIX,
    RAISE,
    key_of,
)
from p2pgame.relay.redis.state import (
    PAUSE,
    WEAK,
    Damaged,
    DatabaseState,
    Entry,
    is_sound,
    kept_of,
    number_in,
    sequence_of,
    sizes_in,
)
from p2pgame.relay.redis.url import RedisUrl
from p2pgame.relay.redis.wire import Lost, NotAllowed, Refused, Wire
from p2pgame.relay.redis.writing import Writing
from p2pgame.relay.store import Forgotten, Kept, Listener, Settle, StoreError

#: Bytes of a topic, and seconds after its newest frame until it is forgotten.
ROOM = 8 * 1024 * 1024
AGE = 24 * 3600.0

#: Concurrent readers, and the entries that each asks for first, to learn how long
#: frames are; topics in one question.  No answer exceeds the size of a topic.
READERS = 8
FIRST_READ = 4
ASKED = 256

#: Seconds between two checks that Redis answers, until an answer is slow, and to stop.
PROBE_EVERY, SLOW = 1.0, 2.0
FINISH_WITHIN = 5.0

#: Seconds before reconnecting, at most.
LONGEST_PAUSE = 5.0

_LOG = logging.getLogger(__name__)


class RedisStore:
    """A relay's ``Store``: sealed frames by topic in Redis.

    An ``append`` that was handed on because Redis went away may still have been stored;
    the listener may then get the frame twice.  Redis itself expires old topics.
    """

    def __init__(
        self,
        url: str,
        *,
        room: int = ROOM,
        age: float = AGE,
        tls: ssl.SSLContext | None = None,
        warn: Callable[[str], None] = _LOG.warning,
    ) -> None:
        """Read the url; connect only in ``run``.

        ``room`` is bytes, ``age`` seconds.  ``tls`` says which certificates to trust;
        by default the machine's.  ``warn`` is called with a sentence if Redis's
        settings may lose frames.

        Raises:
          InvalidRedisUrl: In a sentence that repeats nothing of the url.
        """
        self._url = RedisUrl.parse(url)
        self._tls = tls
        self._age = age
        self._warn = warn
        self.health = Health()
        self.on_lost: Forgotten = lambda topic: None
        channels = PREFIX + b"%d:" % self._url.database
        self._state = DatabaseState()
        self._commands = Commands(self._state)
        self.board = RedisBoard(self._commands.ask, channels + b"relay:")
        self._following = Following(channels + b"t:", self._lose)
        self._following.others[self.board.channel] = self._hear_relay
        self._writing = Writing(
            *(self._commands, self._following, self._state, self.health),
            (room, round(age * 1000), channels + b"t:"),
        )
        self._readers = trio.CapacityLimiter(READERS)

    def __repr__(self) -> str:
        return f"RedisStore({self._url!r})"

    def append(
        self,
        topic: bytes,
        frame: bytes,
        origin: bytes,
        settle: Settle,
        *,
        keeps: bool = True,
    ) -> None:
        if not self._state.is_open:
            raise StoreError("busy: the relay is about to stop.")
        self._writing.put(Append(topic, frame, origin, settle, keeps))

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        await self._following.wait_ready(topic, self._commands.is_there)
        return await self._read(topic, after, limit)

    def _hear_relay(self, message: bytes) -> None:
        self.board.heard(message)

    async def _read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        frames: list[Kept] = []
        size, count = 0, FIRST_READ
        async with self._readers:
            while size < limit:
                words = [key_of(topic), b"(%d-0" % after, b"+", b"COUNT", b"%d" % count]
                with self._commands.telling_damage():
                    answer = await self._commands.ask(b"XRANGE", *words)
                entries = cast("list[Entry]", answer)
                for kept in (kept_of(topic, entry) for entry in entries):
                    if size < limit:
                        frames.append(kept)
                        size += len(kept.frame)
                        after = kept.sequence
                if len(entries) < count:
                    break
                count = 1 + max(limit - size, 0) * len(frames) // max(size, 1)
        return frames

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        await self._following.wait_ready(topic, self._commands.is_there)
        ends = await self._commands.call(BOUNDS, [key_of(topic)], [])
        match cast("list[bytes]", ends):
            case [first, last]:
                newest = self._following.newest(topic)
                return sequence_of(first), max(sequence_of(last), newest)
        return 0, 0

    def follow(self, topic: bytes) -> None:
        self._following.follow(topic)

    def unfollow(self, topic: bytes) -> None:
        self._following.unfollow(topic)

    async def expire(self) -> int:
        """Forget that topics were idle which Redis has forgotten."""
        oldest = int(time.time() - self._age) * 1_000_000 // HOUR
        await self._commands.ask(b"ZREMRANGEBYSCORE", IDLE, b"-inf", b"%d" % oldest)
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
        self._state.listener = listener
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._finish, work)
            with work:
                try:
                    await self._go_on(task_status)
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
            self._state.is_open = False
            with trio.CancelScope(shield=True), trio.move_on_after(FINISH_WITHIN):
                await self._writing.finish()
            work.cancel()

    async def _go_on(self, task_status: trio.TaskStatus[None]) -> None:
        """Stay connected; pause longer after each failure."""
        while True:
            trouble = "away"
            try:
                await self._connected(task_status)
            except* NotAllowed:
                trouble = "refused"
            except* Damaged:
                trouble = "damaged"
            except* (Lost, Refused, StoreError):
                pass
            if not self._state.life:
                raise StoreError(_REASONS[trouble])
            self.health.begins(trouble)
            await trio.sleep(self._state.pause * random.uniform(0.5, 1))
            self._state.pause = min(2 * self._state.pause, LONGEST_PAUSE)

    async def _connected(self, task_status: trio.TaskStatus[None]) -> None:
        """Work on two connections, one of them for news, until either is lost."""
        async with trio.open_nursery() as nursery:
            commands = await Wire.open(nursery, self._url, self._tls)
            news = await Wire.open(nursery, self._url, self._tls)
            await load_scripts(commands)
            is_first = not self._state.life
            if is_first and not await is_sound(commands):
                self._warn(WEAK)
            self._commands.wire = commands
            try:
                await self._greet()
                await nursery.start(self._following.run, news, self._last)
                nursery.start_soon(self.board.run)
                nursery.start_soon(self._writing.run)
                nursery.start_soon(self._probe)
                nursery.start_soon(self._watch)
                self._state.pause = PAUSE
                self.health.ends("away", "refused", "damaged", "slow")
                if is_first:
                    task_status.started()
                await self._following.catch_up(
                    self._newer, self._read, self._state.report
                )
                await self._following.hear(news, self._read, self._state.report)
            finally:
                self._commands.wire = None
                self._writing.hand_on_all()

    async def _greet(self) -> None:
        """Name what the database holds, and note whether that is lost or was missed."""
        # A restored database must not number from its old state: followers have passed
        # the sequences that we have read.
        state, life = self._state, secrets.token_hex(8).encode()
        words = [b"%d" % state.highest, life]
        with self._commands.telling_damage():
            answer = await self._commands.call(RAISE, [LAST, LIFE], words)
        last, found = cast("list[bytes]", answer)
        state.highest = max(state.highest, number_in(last))
        missed, state.missed = state.missed, set()
        if state.life not in (b"", found):
            self._lose(None)
        else:
            for topic in missed:
                self._lose(topic)
        state.life = found

    def _lose(self, topic: bytes | None) -> None:
        """Tell that the database has lost a topic's frames, or all."""
        if topic is None:
            self.health.begins_anew("the database has lost what it held")
        self._following.forget(topic)
        self.on_lost(topic)

    async def _last(self) -> int:
        with self._commands.telling_damage():
            return number_in(await self._commands.ask(b"GET", LAST) or b"0")

    async def _newer(self, reported: dict[bytes, int]) -> list[bytes]:
        """Return the topics that have frames behind these sequences."""
        topics, found = list(reported), list[bytes]()
        for start in range(0, len(topics), ASKED):
            asked = topics[start : start + ASKED]
            words = [b"%d" % reported[topic] for topic in asked]
            keys = [key_of(topic) for topic in asked]
            newer = await self._commands.call(NEWER, keys, words)
            found += [asked[number - 1] for number in cast("list[int]", newer)]
        return found

    async def _probe(self) -> None:
        """Ask again and again whether the database is there, and still the same."""
        state = self._state
        while True:
            state.asked = trio.current_time()
            with self._commands.telling_damage():
                life = await self._commands.ask(b"GET", LIFE)
            state.asked = None
            self.health.ends("slow")
            self._commands.check_life(cast("bytes | None", life))
            with suppress(StoreError):
                memory = cast(bytes, await self._commands.ask(b"INFO", b"memory"))
                self.health.sizes.update(sizes_in(memory))
            await trio.sleep(PROBE_EVERY)

    async def _watch(self) -> None:
        """Note that an answer takes long."""
        while True:
            await trio.sleep(PROBE_EVERY / 2)
            asked = self._state.asked
            if asked is not None and trio.current_time() - asked > SLOW:
                self.health.begins("slow")


_REASONS = {
    "refused": "busy: the relay's database refuses our name or password.",
    "away": "busy: the relay's database cannot be reached.",
    "damaged": "busy: the relay's database has something else under p2pgame:last or "
    "p2pgame:life. Give the relay a database of its own.",
}
