"""Stores frames in Redis: several relay processes share it, and see each other's.

Each process subscribes to the channels of the topics that somebody at it follows, and
to no other (:mod:`.redis_following`).  After any failure between it and Redis it reads
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
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha1
from typing import cast

import trio

from p2pgame.relay.health import Health
from p2pgame.relay.redis_board import RESERVE, RedisBoard
from p2pgame.relay.redis_following import Following
from p2pgame.relay.redis_queue import Append, Queue
from p2pgame.relay.redis_scripts import (
    BOUNDS,
    EVICT,
    HAND_ON,
    HOUR,
    IDLE,
    KEEP,
    LAST,
    LIFE,
    NEWER,
    PREFIX,
    RAISE,
    TOPICS,
    key_of,
)
from p2pgame.relay.redis_state import (
    PAUSE,
    WEAK,
    DatabaseState,
    Entry,
    is_sound,
    kept_of,
    sequence_of,
    sizes_in,
)
from p2pgame.relay.redis_url import RedisUrl
from p2pgame.relay.redis_wire import Lost, NotAllowed, Refused, ScriptMissing, Wire
from p2pgame.relay.store import (
    TOO_LARGE,
    Forgotten,
    Kept,
    Listener,
    Settle,
    StoreError,
)

#: Bytes of a topic, and seconds after its newest frame until it is forgotten.
ROOM = 8 * 1024 * 1024
AGE = 24 * 3600.0

#: Concurrent readers, and the entries that each asks for first, to learn how long
#: frames are; topics in one question.  No answer exceeds the size of a topic.
READERS = 8
FIRST_READ = 4
ASKED = 256

#: Bytes that an eviction frees beside what is wanted, and evictions for one batch.
EVICTED = 1024 * 1024
EVICTIONS = 4

#: Seconds between two checks that Redis answers, until an answer is slow, and to stop.
PROBE_EVERY, SLOW = 1.0, 2.0
FINISH_WITHIN = 5.0

#: Seconds before reconnecting, at most.
LONGEST_PAUSE = 5.0

_LOG = logging.getLogger(__name__)
_AWAY = "busy: the relay's database is away."
_NAMES = {
    script: sha1(script).hexdigest().encode()
    for script in (KEEP, HAND_ON, EVICT, BOUNDS, NEWER, RAISE)
}


class RedisStore:
    """Stores sealed frames by topic in Redis: see :class:`.store.Store`.

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
        self._room, self._age = room, age
        self._warn = warn
        self.health = Health()
        self.on_lost: Forgotten = lambda topic: None
        channels = PREFIX + b"%d:" % self._url.database
        self.board = RedisBoard(self._ask, channels + b"relay:")
        self._following = Following(channels + b"t:", self._lose)
        self._following.others[self.board.channel] = self._hear_relay
        self._limits = [b"%d" % room, b"%d" % round(age * 1000), channels + b"t:"]
        self._commands: Wire | None = None
        self._state = DatabaseState()
        self._queue = Queue()
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
        self._queue.put(Append(topic, frame, origin, settle, keeps))
        if self._commands is None:
            self._hand_on_here(self._queue.take_all())

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        await self._following.wait_ready(topic, self._is_there)
        return await self._read(topic, after, limit)

    def _hear_relay(self, message: bytes) -> None:
        self.board.heard(message)

    def _is_there(self) -> bool:
        """Return whether the database is connected."""
        return self._commands is not None

    async def _read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        frames: list[Kept] = []
        size, count = 0, FIRST_READ
        async with self._readers:
            while size < limit:
                words = [key_of(topic), b"(%d-0" % after, b"+", b"COUNT", b"%d" % count]
                entries = cast("list[Entry]", await self._ask(b"XRANGE", *words))
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
        await self._following.wait_ready(topic, self._is_there)
        ends = await self._call(BOUNDS, [key_of(topic)], [])
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
        await self._ask(b"ZREMRANGEBYSCORE", IDLE, b"-inf", b"%d" % oldest)
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
                await self._queue.finish()
            work.cancel()

    async def _go_on(self, task_status: trio.TaskStatus[None]) -> None:
        """Stay connected; pause longer after each failure."""
        while True:
            trouble = "away"
            try:
                await self._connected(task_status)
            except* NotAllowed:
                trouble = "refused"
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
            for script in (*_NAMES, RESERVE):
                await commands.ask(b"SCRIPT LOAD", script)
            is_first = not self._state.life
            if is_first and not await is_sound(commands):
                self._warn(WEAK)
            self._commands = commands
            try:
                await self._greet()
                await nursery.start(self._following.run, news, self._last)
                nursery.start_soon(self.board.run)
                nursery.start_soon(self._write)
                nursery.start_soon(self._probe)
                nursery.start_soon(self._watch)
                self._state.pause = PAUSE
                self.health.ends("away", "refused", "slow")
                if is_first:
                    task_status.started()
                await self._following.catch_up(self._newer, self._read, self._report)
                await self._following.hear(news, self._read, self._report)
            finally:
                self._commands = None
                self._hand_on_here(self._queue.take_all())

    async def _greet(self) -> None:
        """Name what the database holds, and note whether that is lost or was missed."""
        # A restored database must not number from its old state: followers have passed
        # the sequences that we have read.
        state, life = self._state, secrets.token_hex(8).encode()
        words = [b"%d" % state.highest, life]
        last, found = cast("list[bytes]", await self._call(RAISE, [LAST, LIFE], words))
        state.highest = max(state.highest, int(last))
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

    async def _last(self) -> int:
        return int(cast("bytes | None", await self._ask(b"GET", LAST)) or 0)

    async def _newer(self, reported: dict[bytes, int]) -> list[bytes]:
        """Return the topics that have frames behind these sequences."""
        topics, found = list(reported), list[bytes]()
        for start in range(0, len(topics), ASKED):
            asked = topics[start : start + ASKED]
            words = [b"%d" % reported[topic] for topic in asked]
            newer = await self._call(NEWER, [key_of(topic) for topic in asked], words)
            found += [asked[number - 1] for number in cast("list[int]", newer)]
        return found

    async def _probe(self) -> None:
        """Ask again and again whether the database is there, and still the same."""
        state = self._state
        while True:
            state.asked = trio.current_time()
            life = await self._ask(b"GET", LIFE)
            state.asked = None
            self.health.ends("slow")
            self._check_life(cast("bytes | None", life))
            with suppress(StoreError):
                memory = cast(bytes, await self._ask(b"INFO", b"memory"))
                self.health.sizes.update(sizes_in(memory))
            await trio.sleep(PROBE_EVERY)

    async def _watch(self) -> None:
        """Note that an answer takes long."""
        while True:
            await trio.sleep(PROBE_EVERY / 2)
            asked = self._state.asked
            if asked is not None and trio.current_time() - asked > SLOW:
                self.health.begins("slow")

    def _check_life(self, life: bytes | None) -> None:
        """Connect anew if the database is not what it was."""
        if life != self._state.life and self._commands is not None:
            self._commands.drop()

    async def _write(self) -> None:
        while True:
            batch = await self._queue.take()
            for append in batch:
                await self._following.wait_ready(append.topic, self._is_there)
            begun = trio.current_time()
            try:
                life, *answers = await self._keep(batch)
            except StoreError:
                await self._publish(batch)
                continue
            self.health.latency.note(trio.current_time() - begun)
            await self._settle(batch, answers)
            self._check_life(life)

    async def _keep(self, batch: list[Append]) -> list[bytes]:
        """Store frames, with room made for them if need be, or hand them on.

        Returns the life of the database, and the answer for each frame.
        """
        keys, words = [LAST, LIFE, IDLE], [*self._limits]
        for append in batch:
            key = key_of(append.topic)
            keys += [key, key + b":state"]
            topic = append.topic.hex().encode()
            words += [topic, append.origin, append.frame, b"%d" % append.keeps]
        wanted = b"%d" % (EVICTED + sum(len(append.frame) for append in batch))
        for _ in range(EVICTIONS):
            answers = cast("list[bytes]", await self._call(KEEP, keys, words))
            if not any(answer.startswith(b"OOM") for answer in answers):
                return answers
            evicting = [wanted, self._limits[2], TOPICS]
            evicted = cast("list[int]", await self._call(EVICT, [IDLE], evicting))
            self.health.evicted(*evicted)
            if not evicted[0]:
                break
        self.health.begins("full")
        return cast("list[bytes]", await self._call(HAND_ON, keys, words))

    async def _settle(self, batch: list[Append], answers: list[bytes]) -> None:
        """Report the outcome of each frame to its writer."""
        refused: set[bytes] = set()
        failed: list[Append] = []
        for append, answer in zip(batch, answers, strict=True):
            if answer.isdigit():
                self._state.highest = max(self._state.highest, int(answer))
                self._queue.settle(append, int(answer))
                if int(answer):
                    self.health.ends("full", "failing")
            elif answer.decode() == TOO_LARGE:
                refused.add(append.line)
                self._queue.settle(append, TOO_LARGE)
            else:
                failed.append(append)
        for append in self._queue.take_behind(refused):
            self._queue.settle(append, TOO_LARGE)
        if failed:
            lines = {append.line for append in failed}
            await self._publish(failed + self._queue.take_behind(lines))

    async def _publish(self, appends: list[Append]) -> None:
        """Hand frames on past the scripts, which Redis does not let through."""
        for append in appends:
            self._hand_on_here([append])
            if self._commands is not None:
                self.health.begins("failing")
                with suppress(StoreError):
                    await self._ask(
                        b"PUBLISH",
                        self._limits[2] + append.topic.hex().encode(),
                        b"%d -1 %d " % (self._state.highest, len(append.origin))
                        + append.origin
                        + append.frame,
                    )

    def _hand_on_here(self, appends: Iterable[Append]) -> None:
        """Hand frames on to those at this process."""
        for append in appends:
            if append.is_settled:
                continue
            if len(append.frame) > self._room:
                self._queue.settle(append, TOO_LARGE)
                continue
            now = time.time_ns() // 1000
            self._state.highest = max(self._state.highest + 1, now)
            self._state.missed.add(append.topic)
            sequence = self._state.highest
            kept = Kept(append.topic, sequence, append.frame, append.origin)
            self._following.tell(kept, self._report)
            self._queue.settle(append, 0)

    def _report(self, kept: Kept) -> None:
        self._state.highest = max(self._state.highest, kept.sequence)
        if self._state.listener is not None:
            self._state.listener(kept)


_REASONS = {
    "refused": "busy: the relay's database refuses our name or password.",
    "away": "busy: the relay's database cannot be reached.",
}


def _why(answer: str) -> str:
    if answer.startswith("OOM"):
        return "full: the relay's database is full."
    return "busy: the relay's database does not take it."
