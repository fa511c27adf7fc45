"""Signed history: entries in feeds, forks proven, stored and exported."""

from .archive import decode_archive, encode_archive
from .codec import Value, decode, encode
from .entry import Entry
from .errors import (
    Behind,
    Fork,
    Gap,
    InvalidArchive,
    InvalidEntry,
    LogError,
    NotCanonical,
    PartOfArchive,
    StoreError,
    UnknownAuthor,
)
from .feed import Feed
from .fork import verify_fork
from .history import History
from .keys import AuthorKey, admit, verify
from .replicate import Head
from .store import Store

__all__ = [
    "AuthorKey",
    "Behind",
    "Entry",
    "Feed",
    "Fork",
    "Gap",
    "Head",
    "History",
    "InvalidArchive",
    "InvalidEntry",
    "LogError",
    "NotCanonical",
    "PartOfArchive",
    "Store",
    "StoreError",
    "UnknownAuthor",
    "Value",
    "admit",
    "decode",
    "decode_archive",
    "encode",
    "encode_archive",
    "verify",
    "verify_fork",
]
