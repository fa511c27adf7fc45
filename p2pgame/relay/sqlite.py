"""A store in one SQLite file: what a relay on one machine needs, and no more.

All work is done by one thread at a time.  Frames that arrive while it is busy wait
and become one transaction together (*group commit*): the price of reaching the disk
is paid once for all of them, so it bounds the delay of a frame and not how many
there are.  Whoever appends hears back only after the commit, and after the listener,
so nothing is ever shown that a crash could take back.

A topic's sequences count from 1.  When a topic is forgotten, all new topics begin
above its last sequence (``floor``), so none is ever used twice, and no sequence says
how busy the relay is with others.  A frame's row stands at ``topic's row << 32 |
sequence``: a topic's frames lie together on the disk, in order.

Source: SQLite's pages on WAL, "PRAGMA synchronous" and "result codes".
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio

from p2pgame.relay.store import ORIGIN, TOO_LARGE, Kept, Listener, Settle, StoreError

R = TypeVar("R")

#: What a topic may hold, in bytes, and for how long after its newest frame, seconds.
ROOM = 8 * 1024 * 1024
AGE = 24 * 3600.0

#: Bytes that may wait for the thread; and bytes in one transaction, about.
WAITING_LIMIT = 64 * 1024 * 1024
BATCH = 8 * 1024 * 1024

#: Topics that one transaction forgets, and pages it gives back to the system.
_FORGET = 32
_PAGES = 4096

_SHIFT = 32
_SCHEMA = """
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA journal_size_limit = 67108864;
CREATE TABLE IF NOT EXISTS topics (
    row INTEGER PRIMARY KEY AUTOINCREMENT, topic BLOB NOT NULL UNIQUE,
    first INTEGER NOT NULL, last INTEGER NOT NULL,
    size INTEGER NOT NULL, at REAL NOT NULL);
CREATE INDEX IF NOT EXISTS ages ON topics (at);
CREATE TABLE IF NOT EXISTS frames (place INTEGER PRIMARY KEY, frame BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS floor (last INTEGER NOT NULL);
"""


@dataclass(slots=True, eq=False)
class _Append:
    """A frame on its way to the disk, and what became of it."""

    topic: bytes
    frame: bytes
    origin: bytes
    settle: Settle
    sequence: int = 0
    error: str | None = None

    @property
    def line(self) -> bytes:
        """Return the same for all that must keep their order."""
        return self.topic + self.origin[:ORIGIN]


@dataclass(slots=True)
class _Topic:
    """A topic's row, as a transaction sees it."""

    row: int
    first: int
    last: int
    size: int


class SqliteStore:
    """Sealed frames by topic in a SQLite file: see :class:`.store.Store`."""

    def __init__(
        self,
        path: Path,
        *,
        room: int = ROOM,
        age: float = AGE,
        size: int | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Open the file, or make it, for nobody's eyes but ours.

        ``room`` and ``size`` are bytes, for one topic and for the whole file;
        ``age`` and ``clock`` count seconds.

        Raises:
          StoreError: It can't be opened, or is something else.
        """
        self._room, self._age, self._clock = room, age, clock
        self._thread = trio.CapacityLimiter(1)
        self._followed: set[bytes] = set()
        self._pending: list[_Append] = []
        self._waiting = 0
        self._wake = trio.Event()
        self._is_open = True
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._database = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False
            )
            self._database.executescript(_SCHEMA)
            if size is not None:
                page = self._number("PRAGMA page_size")
                self._database.execute(f"PRAGMA max_page_count = {size // page}")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"busy: the file can't be opened: {error}") from error

    def append(self, topic: bytes, frame: bytes, origin: bytes, settle: Settle) -> None:
        if not self._is_open:
            raise StoreError("busy: the relay is about to stop.")
        if self._waiting + len(frame) > WAITING_LIMIT:
            raise StoreError("busy: the relay's disk is too slow.")
        self._pending.append(_Append(topic, frame, origin, settle))
        self._waiting += len(frame)
        self._wake.set()

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        return await self._do(partial(self._read, topic, after, limit))

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        return await self._do(partial(self._bounds, topic))

    def follow(self, topic: bytes) -> None:
        self._followed.add(topic)

    def unfollow(self, topic: bytes) -> None:
        self._followed.discard(topic)

    async def expire(self) -> int:
        oldest, forgotten = self._clock() - self._age, 0
        while True:
            count = await self._do(partial(self._forget, oldest))
            forgotten += count
            if count < _FORGET:
                return forgotten

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        task_status.started()
        try:
            while True:
                await self._wake.wait()
                with trio.CancelScope(shield=True):
                    await self._keep(listener)
        finally:
            self._is_open = False
            with trio.CancelScope(shield=True):
                while self._pending:
                    await self._keep(listener)
                await self._do(self._database.close)

    async def _keep(self, listener: Listener) -> None:
        """Bring what waits to the disk, and tell everybody what became of it."""
        batch = self._next_batch()
        await trio.to_thread.run_sync(self._commit, batch, limiter=self._thread)
        refused: dict[bytes, str] = {}
        for append in batch:
            if append.error is not None:
                refused[append.line] = append.error
            elif append.topic in self._followed:
                sequence, frame = append.sequence, append.frame
                listener(Kept(append.topic, sequence, frame, append.origin))
            append.settle(append.error)
        if refused:
            self._refuse_behind(refused)

    def _refuse_behind(self, refused: dict[bytes, str]) -> None:
        """Refuse what waits behind something that was refused."""
        pending, self._pending = self._pending, []
        for append in pending:
            reason = refused.get(append.line)
            if reason is None:
                self._pending.append(append)
            else:
                self._waiting -= len(append.frame)
                append.settle(reason)
        if not self._pending:
            self._wake = trio.Event()

    def _next_batch(self) -> list[_Append]:
        size = count = 0
        while count < len(self._pending) and size < BATCH:
            size += len(self._pending[count].frame)
            count += 1
        batch, self._pending = self._pending[:count], self._pending[count:]
        self._waiting -= size
        if not self._pending:
            self._wake = trio.Event()
        return batch

    # What follows runs in the thread.

    async def _do(self, work: Callable[[], R]) -> R:
        try:
            return await trio.to_thread.run_sync(work, limiter=self._thread)
        except sqlite3.Error as error:
            raise StoreError(_why(error)) from error

    def _commit(self, batch: list[_Append]) -> None:
        try:
            self._transact(partial(self._insert, batch))
        except sqlite3.Error as error:
            # Nothing of the transaction is kept, so nobody's frame is.
            for append in batch:
                append.error = append.error or _why(error)

    def _transact(self, work: Callable[[], R]) -> R:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            result = work()
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        return result

    def _insert(self, batch: list[_Append]) -> None:
        topics: dict[bytes, _Topic] = {}
        too_large: set[bytes] = set()
        for append in batch:
            if len(append.frame) > self._room:
                too_large.add(append.line)
            if too_large and append.line in too_large:
                append.error = TOO_LARGE
                continue
            topic = topics.get(append.topic) or self._topic(append.topic)
            topics[append.topic] = topic
            self._make_room(topic, topic.size + len(append.frame) - self._room)
            topic.last += 1
            topic.first = topic.first or topic.last
            topic.size += len(append.frame)
            append.sequence = topic.last
            place = topic.row << _SHIFT | topic.last
            self._database.execute(
                "INSERT INTO frames VALUES (?, ?)", (place, append.frame)
            )
        now = self._clock()
        self._database.executemany(
            "UPDATE topics SET first = ?, last = ?, size = ?, at = ? WHERE row = ?",
            [(t.first, t.last, t.size, now, t.row) for t in topics.values()],
        )

    def _make_room(self, topic: _Topic, size: int) -> None:
        """Forget a topic's oldest frames, as few as have so many bytes in all.

        Each frame is forgotten once at most, so it is paid for by its own coming.
        The length of a frame is read without the frame.
        """
        if size <= 0:
            return
        places = topic.row << _SHIFT | topic.first, topic.row << _SHIFT | topic.last
        for place, length in self._database.execute(
            "SELECT place, length(frame) FROM frames WHERE place BETWEEN ? AND ? "
            "ORDER BY 1",
            places,
        ):
            topic.first = place - (topic.row << _SHIFT) + 1
            topic.size -= length
            size -= length
            if size <= 0:
                break
        self._database.execute(
            "DELETE FROM frames WHERE place BETWEEN ? AND ?",
            (places[0], topic.row << _SHIFT | topic.first - 1),
        )

    def _topic(self, topic: bytes) -> _Topic:
        """Return the topic's row, a new one if need be."""
        found = self._find(topic)
        if found is not None:
            return found
        floor = self._number("SELECT max(last) FROM floor")
        cursor = self._database.execute(
            "INSERT INTO topics (topic, first, last, size, at) VALUES (?, 0, ?, 0, ?)",
            (topic, floor, self._clock()),
        )
        return _Topic(cursor.lastrowid or 0, 0, floor, 0)

    def _find(self, topic: bytes) -> _Topic | None:
        found = self._database.execute(
            "SELECT row, first, last, size FROM topics WHERE topic = ?", (topic,)
        ).fetchone()
        return found and _Topic(*found)

    def _read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        found = self._find(topic)
        if found is None or after >= found.last:
            return []
        first, last = found.row << _SHIFT | after + 1, found.row << _SHIFT | found.last
        frames, size = [], 0
        for place, frame in self._database.execute(
            "SELECT place, frame FROM frames WHERE place BETWEEN ? AND ? ORDER BY 1",
            (first, last),
        ):
            frames.append(Kept(topic, place - (found.row << _SHIFT), frame))
            size += len(frame)
            if size >= limit:
                break
        return frames

    def _bounds(self, topic: bytes) -> tuple[int, int]:
        found = self._find(topic)
        return (0, 0) if found is None or not found.first else (found.first, found.last)

    def _forget(self, oldest: float) -> int:
        """Forget a few of the topics that are older; return how many."""
        count = self._transact(partial(self._delete, oldest))
        if count:
            self._database.execute(f"PRAGMA incremental_vacuum({_PAGES})").fetchall()
        return count

    def _delete(self, oldest: float) -> int:
        rows = self._database.execute(
            "SELECT row, last FROM topics WHERE at < ? LIMIT ?", (oldest, _FORGET)
        ).fetchall()
        if not rows:
            return 0
        floor = max(self._number("SELECT max(last) FROM floor"), *(r[1] for r in rows))
        self._database.execute("DELETE FROM floor")
        self._database.execute("INSERT INTO floor VALUES (?)", (floor,))
        for row, last in rows:
            self._database.execute(
                "DELETE FROM frames WHERE place BETWEEN ? AND ?",
                (row << _SHIFT, row << _SHIFT | last),
            )
            self._database.execute("DELETE FROM topics WHERE row = ?", (row,))
        return len(rows)

    def _number(self, question: str) -> int:
        return int(self._database.execute(question).fetchone()[0] or 0)


def _why(error: sqlite3.Error) -> str:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return "full: the relay's disk is full."
    return "busy: the relay's disk does not take it."
