"""Work on all cores, in processes that end when their parent does."""

from __future__ import annotations

from .pool import WorkerLost, cores, done, done_or_lost, pool_of

__all__ = ["WorkerLost", "cores", "done", "done_or_lost", "pool_of"]
