"""Defines the errors of a history, and whose fault each one is.

* LogError
  x NotCanonical    bytes that are no value in the one allowed form
  x InvalidEntry    bytes that nobody signed: whoever handed them over is at fault
    x UnknownAuthor   well signed, by somebody who has not joined this table
  x Gap             an entry whose ancestors are not here (yet): nobody's fault
  x Fork            one author signed two entries with one number: proven
  x Behind          we must not sign: newer entries of ours are somewhere
  x StoreError      the disk failed, or the file is not what we wrote
  x InvalidArchive  a transcript that nobody can have exported
    x PartOfArchive   one part of a transcript, without the others
"""

from __future__ import annotations


class LogError(Exception):
    """The history cannot take this in; it has not changed."""


class NotCanonical(LogError):
    """These bytes are not a value in canonical form."""


class InvalidEntry(LogError):
    """These bytes are not an entry that its author signed for this table."""


class UnknownAuthor(InvalidEntry):
    """The author of this entry has not joined the table.

    The first entry of a newcomer may still come: later ones can overtake it on other
    links.  So ask again rather than blame.
    """


class Gap(LogError):
    """The entry before this one is not here yet."""


class Fork(LogError):
    """An author signed two different entries with the same number.

    ``first`` and ``second`` are the entries as received, in ascending order; both
    together prove it to anybody, see :func:`p2pgame.log.fork.verify_fork`.
    """

    def __init__(self, culprit: bytes, first: bytes, second: bytes) -> None:
        super().__init__(
            f"author {culprit.hex()[:16]} signed two different entries "
            "with the same number"
        )
        self.culprit = culprit
        self.first = first
        self.second = second


class Behind(LogError):
    """Newer entries of our own exist that we do not hold; signing would fork."""


class StoreError(LogError):
    """The log file cannot be used."""


class InvalidArchive(LogError):
    """This file is not a transcript as one is exported."""


class PartOfArchive(InvalidArchive):
    """This is one part of a transcript; the message says which others are missing."""
