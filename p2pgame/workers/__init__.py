"""Work on all cores, in processes that end when their parent does."""

from __future__ import annotations

from .pool import WorkerLost, cores, done

__all__ = ["WorkerLost", "cores", "done"]
