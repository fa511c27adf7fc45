"""The proof that an author said two things at once.

Two entries of one author, at one table, with one number and different bodies:
an honest author never signs them, and nobody else can.  This pair is the only
evidence there is; in particular, an entry whose previous one is missing, one
that is out of order, and one body with two signatures prove nothing.
"""

from __future__ import annotations

from .entry import Entry
from .errors import Fork, InvalidEntry


def fork_of(one: Entry, other: Entry) -> Fork:
    """Return the proof that two entries, already checked, make."""
    first, second = sorted((one.raw, other.raw))
    return Fork(one.author, first, second)


def verify_fork(table: bytes, first: bytes, second: bytes) -> Fork:
    """Check what somebody calls a proof; it needs nothing but these bytes.

    Raises:
      InvalidEntry: It proves nothing: an entry is not valid, is not of this
        table, or both can stand side by side.
    """
    one, other = Entry.read(first), Entry.read(second)
    if one.table != table or other.table != table:
        raise InvalidEntry("the proof is about another table")
    if (one.author, one.sequence) != (other.author, other.sequence):
        raise InvalidEntry("these two entries do not exclude each other")
    if one.id == other.id:
        raise InvalidEntry("these two entries are the same")
    return fork_of(one, other)
