"""Reads and writes a relay's SQLite file: frames by topic, and used sequences.

When a topic is forgotten, all new topics begin above its last sequence (``floor``).
So no sequence is used twice, and none tells how busy the relay is with others.

Sequences are assigned and shown before they are stored here, so the file can't know
which of them a crash took back.  But at most :data:`GAP` are assigned above a topic's
stored ones.
Each opening of the file begins a new *life*, in which every topic continues that much
higher.

SQLite writes to a log first, which must be copied into the file now and then (a
*checkpoint*).  A connection of its own does most of that beside the commits; the rest
is little, and done between two of them.  The log counts as part of what the files may
take.

For a file that is damaged or gone a new one is begun.  SQLite notices damage where it
reads; so a part of the time of opening, and a moment now and then, goes to reading what
nobody asks for.

Source: SQLite's pages on WAL, "PRAGMA synchronous" and "result codes".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from p2pgame.relay.sqlite.disk import DiskFile, check_quickly, is_damage, opening, told
from p2pgame.relay.sqlite.rows import SCHEMA, Topic, find, make_room, place_of
from p2pgame.relay.store import Kept, StoreError

#: Sequences of a topic that may be assigned above the last one on the disk.
GAP = 1 << 14

#: Bytes of SQLite's log at which a checkpoint is due: so many, or a part of what all
#: files may take.  At twice as many, writing waits for the checkpoint.
LOG_ROOM, LOG_PART = 16 * 1024 * 1024, 8

#: Topics that one transaction forgets, and pages that it returns to the system.
FORGET = 32
_PAGES = 4096

#: What an eviction frees beside what is wanted: one part of so many of the file.
_SLACK = 64

#: The resolution of stored times, in seconds: they serve only to expire topics.
_HOUR = 3600

#: Bytes of a page of SQLite's, about what a topic takes beside its frames.
_PAGE = 4096

#: Topics that are read through at once to find damage.
_CHECKED = 16

#: The first second of 2026.
_BEGINNING = 1_767_225_600


class Ends(NamedTuple):
    """A topic's first sequence (0: it is empty), and the sequence to continue above."""

    first: int
    last: int
    #: The highest sequence that may be assigned before anything new is stored.
    limit: int


class File:
    """Stores frames on a disk, by three connections to the file.

    At most one thread may write at a time (``keep``, ``forget``, ``checkpoint``).
    Beside it one thread may read (``read``, ``ends``), which no write delays, and one
    may ``relieve``.  None of these may run during ``close``.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        room: int,
        size: int | None,
        clock: Callable[[], float],
    ) -> None:
        """Open the file, or create it private to the user.

        ``room`` and ``size`` are bytes, for one topic and for all files.

        Raises:
          StoreError: It can't be opened, or is another kind of file.
        """
        self.disk = DiskFile(path, size)
        self._room, self._clock, self._size = room, clock, size
        #: The row of the last checked topic.
        self._checked = 0
        #: Bytes of SQLite's log at which a checkpoint is due.
        self.log_room = LOG_ROOM if size is None else min(LOG_ROOM, size // LOG_PART)
        #: Whether an older file was damaged, and is set aside.
        self.is_begun_anew = False
        try:
            self._open(0)
        except StoreError as error:
            if is_damage(error):
                self.begin_anew(0)
                self.is_begun_anew = True
            elif self.disk.give_up_spare():
                self._open(0)
            else:
                raise

    def _open(self, floor: int) -> None:
        """Open the file, and check it; new topics begin above ``floor``.

        Raises:
          StoreError: It can't be opened, or is damaged.
        """
        with opening():
            self.disk.make()
            self._database = self.disk.connect()
            self._database.executescript(SCHEMA)
            if self._size is not None:
                room = self._size - 2 * self.log_room - self.disk.spare
                pages = room // self._number("PRAGMA page_size")
                self._database.execute(f"PRAGMA max_page_count = {pages}")
            self._reader, self._relief = self.disk.connect(), self.disk.connect()
            check_quickly(self._database)
            with self._transaction():
                self._database.execute(
                    "UPDATE lives SET floor = max(floor, ?)", (floor,)
                )
                self._begin_life()
                self._life = self._number("SELECT life FROM lives")
            self.disk.know_log()
        self.disk.keep_spare()

    def check(self) -> None:
        """Read through some more topics, and look whether the file is still there.

        Raises:
          StoreError: It is damaged or gone.
        """
        self.disk.keep_spare()
        with told():
            self.disk.check_place()
            rows = self._reader.execute(
                "SELECT row, first, last FROM topics WHERE row > ? ORDER BY row "
                "LIMIT ?",
                (self._checked, _CHECKED),
            ).fetchall()
            self._checked = rows[-1][0] if rows else 0
            for row, first, last in rows:
                self._reader.execute(
                    "SELECT sum(length(frame)) FROM frames WHERE place BETWEEN ? AND ?",
                    (place_of(row, first), place_of(row, last)),
                ).fetchone()

    def begin_anew(self, floor: int) -> None:
        """Set the file aside, and begin a new one whose sequences are above ``floor``.

        Another file that somebody has put in its place is opened.

        Raises:
          StoreError: No file can be made; nothing works until one can.
        """
        self.disk.set_aside()
        self._checked = 0
        # Numbers of topics that nobody is at are not known any more.  They are as good
        # as never above this: one a second.
        self._open(max(floor, int(self._clock()) - _BEGINNING))

    def keep(self, frames: list[Kept]) -> None:
        """Store frames, all or none; sequences must rise in each topic.

        Raises:
          StoreError: None is stored.
        """
        # What is in the log must fit into the file, or neither can shrink any more.
        if self.disk.log_size() > min(2 * self.log_room, self.disk.free()):
            self.checkpoint()
        with told(), self._transaction():
            for topic, kept in groupby(sorted(frames, key=_topic_of), _topic_of):
                self._add(topic, list(kept))

    def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        """Return frames behind a sequence, about ``limit`` bytes.

        Raises:
          StoreError: They can't be read.
        """
        with told():
            found = find(self._reader, topic)
            if found is None or after >= found.last:
                return []
            start = place_of(found.row, 0)
            frames, size = [], 0
            for place, frame in self._reader.execute(
                "SELECT place, frame FROM frames WHERE place BETWEEN ? AND ? "
                "ORDER BY 1",
                (start + after + 1, start + found.last),
            ):
                frames.append(Kept(topic, place - start, frame))
                size += len(frame)
                if size >= limit:
                    break
            return frames

    def ends(self, topic: bytes) -> Ends:
        """Return a topic's first sequence, and its free ones.

        Raises:
          StoreError: It can't be read.
        """
        with told():
            found = find(self._reader, topic)
            if found is None:
                (floor,) = self._reader.execute("SELECT floor FROM lives").fetchone()
                return Ends(0, floor, floor + GAP)
            last = self._above(found.last, found.life)
            return Ends(found.first, last, last + GAP)

    def forget(self, oldest: float) -> int:
        """Forget a few topics that are older than ``oldest``; return how many.

        Raises:
          StoreError: None was forgotten.
        """
        with told():
            with self._transaction():
                count = self._delete(oldest)
            if count:
                vacuum = f"PRAGMA incremental_vacuum({_PAGES})"
                self._database.execute(vacuum).fetchall()
            return count

    def evict(self, live: Set[bytes], wanted: int) -> tuple[int, int]:
        """Forget topics that are not ``live``, the longest idle first.

        Goes on until ``wanted`` bytes and a part of the file are free.  Returns how
        many topics were forgotten, and their bytes.

        Raises:
          StoreError: None was forgotten.
        """
        with told(), self._transaction():
            wanted += self._number("PRAGMA page_count") * _PAGE // _SLACK
            chosen, freed = [], 0
            for row, name, last, life, size in self._database.execute(
                "SELECT row, topic, last, life, size FROM topics ORDER BY at, row"
            ):
                if freed >= wanted:
                    break
                if name not in live:
                    chosen.append((row, last, life))
                    freed += size + _PAGE
            self._drop(chosen)
        return len(chosen), freed

    def reserve(self) -> None:
        """Let the next life number from so much higher, as if there were one between.

        Raises:
          StoreError: It could not be written.
        """
        with told(), self._transaction():
            self._begin_life()

    def relieve(self) -> None:
        """Copy most of the log into the file, while other threads work.

        Raises:
          StoreError: It can't be done.
        """
        with told():
            self._relief.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def checkpoint(self) -> None:
        """Copy the rest of the log, and empty it.

        Raises:
          StoreError: It can't be done.
        """
        with told():
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file, with an empty log.

        Raises:
          StoreError: The log is not empty; the next opening reads it.
        """
        with told():
            self.disk.close()

    def _begin_life(self) -> None:
        """Begin a life whose new sequences are above all of the one before."""
        self._database.execute(
            "UPDATE lives SET life = life + 1, floor = floor + ?", (GAP,)
        )

    def _above(self, last: int, life: int) -> int:
        """Return the highest sequence that was, or could have been, assigned before."""
        return last + GAP * (self._life - life)

    def _add(self, name: bytes, coming: list[Kept]) -> None:
        topic = find(self._database, name) or self._make(name)
        over = topic.size + sum(len(kept.frame) for kept in coming) - self._room
        if over > 0 and topic.first:
            over = make_room(self._database, topic, over)
        skipped = 0
        while over > 0:
            # One batch exceeds the topic's room: its first frames are dropped
            # unwritten.
            over -= len(coming[skipped].frame)
            skipped += 1
        new = coming[skipped:]
        topic.first = topic.first or new[0].sequence
        topic.size += sum(len(kept.frame) for kept in new)
        self._database.executemany(
            "INSERT INTO frames VALUES (?, ?)",
            [(place_of(topic.row, kept.sequence), kept.frame) for kept in new],
        )
        self._database.execute(
            "UPDATE topics SET first = ?, last = ?, life = ?, size = ?, at = ? "
            "WHERE row = ?",
            (
                topic.first,
                new[-1].sequence,
                self._life,
                topic.size,
                self._at(),
                topic.row,
            ),
        )

    def _make(self, name: bytes) -> Topic:
        cursor = self._database.execute(
            "INSERT INTO topics (topic, first, last, life, size, at) "
            "VALUES (?, 0, 0, ?, 0, ?)",
            (name, self._life, self._at()),
        )
        return Topic(cursor.lastrowid or 0, 0, 0, self._life, 0)

    def _delete(self, oldest: float) -> int:
        rows = self._database.execute(
            "SELECT row, last, life FROM topics WHERE at < ? LIMIT ?", (oldest, FORGET)
        ).fetchall()
        self._drop(rows)
        return len(rows)

    def _drop(self, topics: Iterable[tuple[int, int, int]]) -> None:
        """Forget topics, given as ``row``, ``last`` and ``life``."""
        for row, last, life in topics:
            self._database.execute(
                "UPDATE lives SET floor = max(floor, ?)", (self._above(last, life),)
            )
            self._database.execute(
                "DELETE FROM frames WHERE place BETWEEN ? AND ?",
                (place_of(row, 0), place_of(row, last)),
            )
            self._database.execute("DELETE FROM topics WHERE row = ?", (row,))

    def _at(self) -> int:
        """Return the time to store, rounded up to the resolution."""
        return math.ceil(self._clock() / _HOUR) * _HOUR

    def _number(self, question: str) -> int:
        return int(self._database.execute(question).fetchone()[0] or 0)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise


_topic_of = attrgetter("topic")
