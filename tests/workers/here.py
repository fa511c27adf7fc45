"""A stand-in for a process of its own, which takes a while to start: this one."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from p2pgame.workers import Confined
from p2pgame.workers.confined import Hear


class Here(Confined):
    """Does what it is asked in this process, without bounds."""

    def do(self, work: Any, task: Any, hear: Hear) -> Any:
        return work(task, hear)

    def follow(self, work: Any, task: Any) -> Generator[Any, None, Any]:
        told: list[Any] = []
        found = work(task, told.append)
        yield from told
        return found
