"""Places where stores keep what they keep, and one who listens to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import trio

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Kept, Store, StoreError
from tests.relay.redis_server import RedisServer

#: No test waits longer for what must come, in seconds.
SOON = 20.0

AGE = 24 * 3600.0
ROOM = 64 * 1024


class Place(Protocol):
    """Where frames stay when the store that has put them there is gone."""

    def open(self) -> Store:
        """Return a store of what is here, and what is to come.

        A topic has room for :data:`ROOM` bytes, and is kept for :data:`AGE` seconds.
        """

    def age(self, seconds: float) -> None:
        """Let time go by."""


@dataclass
class SqlitePlace:
    path: Path
    now: float = 1e9

    def open(self) -> Store:
        return SqliteStore(self.path, room=ROOM, age=AGE, clock=lambda: self.now)

    def age(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class RedisPlace:
    server: RedisServer

    def open(self) -> Store:
        return RedisStore(self.server.url, room=ROOM, age=AGE, warn=refuse)

    def age(self, seconds: float) -> None:
        self.server.age(seconds)


def refuse(warning: str) -> None:
    raise AssertionError(f"unexpected: {warning}")


def is_rising(kept: list[Kept]) -> bool:
    return all(a.sequence < b.sequence for a, b in pairwise(kept))


@dataclass
class Ears:
    """A listener that remembers."""

    heard: list[Kept] = field(default_factory=list)
    _news: trio.Event = field(default_factory=trio.Event)

    def __call__(self, kept: Kept) -> None:
        self.heard.append(kept)
        self._news.set()

    def frames(self, topic: bytes) -> list[bytes]:
        return [kept.frame for kept in self.heard if kept.topic == topic]

    async def wait(self, is_enough: Callable[[list[Kept]], bool]) -> None:
        with trio.fail_after(SOON):
            while not is_enough(self.heard):
                self._news = trio.Event()
                await self._news.wait()

    async def wait_for(self, frame: bytes) -> None:
        await self.wait(lambda heard: any(kept.frame == frame for kept in heard))


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[Ears]:
    """Let a store work; what it tells is in the ears."""
    ears = Ears()
    async with trio.open_nursery() as nursery:
        await nursery.start(store.run, ears)
        yield ears
        nursery.cancel_scope.cancel()


async def read_all(store: Store, topic: bytes, limit: int = 4096) -> list[Kept]:
    """Return all that a topic has, read in steps."""
    found: list[Kept] = []
    while step := await store.read(topic, found[-1].sequence if found else 0, limit):
        found += step
    return found


async def append(store: Store, topic: bytes, frame: bytes, origin: bytes) -> int:
    """Append a frame, wait until it is kept, and return where.

    Raises:
      StoreError: It is not.
    """
    settled, answers = trio.Event(), list[int | str]()

    def settle(answer: int | str) -> None:
        answers.append(answer)
        settled.set()

    store.append(topic, frame, origin, settle)
    await settled.wait()
    (answer,) = answers
    if isinstance(answer, str):
        raise StoreError(answer)
    return answer


async def append_at_last(store: Store, topic: bytes, frame: bytes) -> int:
    """Append as soon as the store is there, and keeps it."""
    with trio.fail_after(SOON):
        while True:
            with suppress(StoreError):
                await store.bounds(topic)
                if sequence := await append(store, topic, frame, b""):
                    return sequence
            await trio.sleep(0.01)


def sequences(ears: Ears) -> list[int]:
    return [kept.sequence for kept in ears.heard]
