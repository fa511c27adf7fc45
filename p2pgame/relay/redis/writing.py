"""Writes frames to Redis in batches, and hands on those that it can't keep."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import cast

import trio

from p2pgame.relay.health import Health
from p2pgame.relay.redis.commands import Commands
from p2pgame.relay.redis.following import Following
from p2pgame.relay.redis.queue import Append, Queue
from p2pgame.relay.redis.scripts import (
    EVICT,
    HAND_ON,
    IDLE,
    KEEP,
    LAST,
    LIFE,
    TOPICS,
    key_of,
)
from p2pgame.relay.redis.state import DatabaseState
from p2pgame.relay.store import TOO_LARGE, Kept, StoreError

#: Bytes that an eviction frees beside what is wanted, and evictions for one batch.
EVICTED = 1024 * 1024
EVICTIONS = 4


class Writing:
    """The frames on their way to Redis.

    ``limits`` are the arguments that every script has: a topic's bytes and
    milliseconds, and the prefix of the topics' channels.
    """

    def __init__(
        self,
        commands: Commands,
        following: Following,
        state: DatabaseState,
        health: Health,
        limits: tuple[int, int, bytes],
    ) -> None:
        self._commands, self._following = commands, following
        self._state, self._health = state, health
        self._room, age, self._channels = limits
        self._limits = [b"%d" % self._room, b"%d" % age, self._channels]
        self._queue = Queue()

    def put(self, append: Append) -> None:
        """Add a frame; hand it on at once while the database is away.

        Raises:
          StoreError: Too many wait.
        """
        self._queue.put(append)
        if not self._commands.is_there():
            self.hand_on_all()

    async def finish(self) -> None:
        """Wait until every frame's outcome is known."""
        await self._queue.finish()

    async def run(self) -> None:
        """Write what comes, for as long as the connection lasts."""
        while True:
            batch = await self._queue.take()
            for append in batch:
                there = self._commands.is_there
                await self._following.wait_ready(append.topic, there)
            begun = trio.current_time()
            try:
                life, *answers = await self._keep(batch)
            except StoreError:
                await self._publish(batch)
                continue
            self._health.latency.note(trio.current_time() - begun)
            await self._settle(batch, answers)
            self._commands.check_life(life)

    def hand_on_all(self) -> None:
        """Hand on what waits to those at this process: the database is away."""
        self._hand_on_here(self._queue.take_all())

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
        call = self._commands.call
        for _ in range(EVICTIONS):
            answers = cast("list[bytes]", await call(KEEP, keys, words))
            if not any(answer.startswith(b"OOM") for answer in answers):
                return answers
            evicting = [wanted, self._channels, TOPICS]
            evicted = cast("list[int]", await call(EVICT, [IDLE], evicting))
            self._health.evicted(*evicted)
            if not evicted[0]:
                break
        self._health.begins("full")
        return cast("list[bytes]", await call(HAND_ON, keys, words))

    async def _settle(self, batch: list[Append], answers: list[bytes]) -> None:
        """Report the outcome of each frame to its writer."""
        refused: set[bytes] = set()
        failed: list[Append] = []
        for append, answer in zip(batch, answers, strict=True):
            if answer.isdigit():
                self._state.highest = max(self._state.highest, int(answer))
                self._queue.settle(append, int(answer))
                if int(answer):
                    self._health.ends("full", "failing")
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
            if self._commands.is_there():
                self._health.begins("failing")
                with suppress(StoreError):
                    await self._commands.ask(
                        b"PUBLISH",
                        self._channels + append.topic.hex().encode(),
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
            self._following.tell(kept, self._state.report)
            self._queue.settle(append, 0)
