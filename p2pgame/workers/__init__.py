"""Work on all cores, in processes that end when their parent does."""

from __future__ import annotations

from .confined import Bounds, Confined, Hear, TookTooLong
from .pool import WorkerLost, cores, done, done_in, pool_of

__all__ = [
    "Bounds",
    "Confined",
    "Hear",
    "TookTooLong",
    "WorkerLost",
    "cores",
    "done",
    "done_in",
    "pool_of",
]
