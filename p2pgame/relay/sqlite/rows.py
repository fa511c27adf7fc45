"""Knows the rows of a relay's SQLite file: topics, frames, and lives of the file.

A frame's row number, its *place*, is ``topic's row << 32 | sequence``, so a topic's
frames lie together on the disk, in order.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

#: The highest sequence: above its bits a row number has the topic's row.
LAST = (1 << 32) - 1

_SHIFT = 32

SCHEMA = """
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA wal_autocheckpoint = 0;
CREATE TABLE IF NOT EXISTS topics (
    row INTEGER PRIMARY KEY AUTOINCREMENT, topic BLOB NOT NULL UNIQUE,
    first INTEGER NOT NULL, last INTEGER NOT NULL, life INTEGER NOT NULL,
    size INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS ages ON topics (at);
CREATE TABLE IF NOT EXISTS frames (place INTEGER PRIMARY KEY, frame BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS lives (life INTEGER NOT NULL, floor INTEGER NOT NULL);
INSERT INTO lives SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM lives);
"""


@dataclass(slots=True)
class Topic:
    """A topic's row, as one transaction sees it."""

    row: int
    first: int
    last: int
    life: int
    size: int


def place_of(row: int, sequence: int) -> int:
    """Return the row number of a frame, by its topic's row."""
    return row << _SHIFT | sequence


def find(database: sqlite3.Connection, name: bytes) -> Topic | None:
    """Return a topic's row, None: nothing of the topic is stored."""
    found = database.execute(
        "SELECT row, first, last, life, size FROM topics WHERE topic = ?", (name,)
    ).fetchone()
    return found and Topic(*found)


def make_room(database: sqlite3.Connection, topic: Topic, size: int) -> int:
    """Drop a topic's oldest frames, as few as hold ``size`` bytes in all.

    Returns the bytes still missing if all are dropped.  Each frame is dropped at
    most once, so its own arrival has paid for that.  The length of a frame is read
    without the frame.
    """
    start = place_of(topic.row, 0)
    first, topic.first = topic.first, 0
    end = start | topic.last
    for place, length in database.execute(
        "SELECT place, length(frame) FROM frames WHERE place BETWEEN ? AND ? "
        "ORDER BY 1",
        (start | first, end),
    ):
        if size <= 0:
            topic.first, end = place - start, place - 1
            break
        topic.size -= length
        size -= length
    database.execute(
        "DELETE FROM frames WHERE place BETWEEN ? AND ?", (start | first, end)
    )
    return size
