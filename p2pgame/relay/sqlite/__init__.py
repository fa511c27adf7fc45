"""Keeps a relay's frames in one SQLite file, on one machine."""

from .store import SqliteStore

__all__ = ["SqliteStore"]
