"""Proves that an author signed two conflicting entries.

Two entries of one author, at one table, with one number and different bodies: an honest
author never signs them, and nobody else can.  No other evidence exists.
An entry without its previous one, one out of order, and one body with two signatures
prove nothing.
"""

from __future__ import annotations

from .entry import Entry
from .errors import Fork, InvalidEntry


def fork_of(one: Entry, other: Entry) -> Fork:
    """Return the fork that two verified entries prove."""
    first, second = sorted((one.raw, other.raw))
    return Fork(one.author, first, second)


def verify_fork(table: bytes, first: bytes, second: bytes) -> Fork:
    """Verify a claimed proof from its bytes alone.

    Raises:
      InvalidEntry: It proves nothing: an entry is invalid or of another table, or both
        are compatible.
    """
    one, other = Entry.read(first), Entry.read(second)
    if one.table != table or other.table != table:
        raise InvalidEntry("the proof is about another table")
    if (one.author, one.sequence) != (other.author, other.sequence):
        raise InvalidEntry("these two entries do not exclude each other")
    if one.id == other.id:
        raise InvalidEntry("these two entries are the same")
    return fork_of(one, other)
