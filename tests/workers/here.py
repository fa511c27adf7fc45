"""A stand-in for a process of its own, which takes a while to start: this one."""

from __future__ import annotations

from typing import Any

from p2pgame.workers import Confined
from p2pgame.workers.confined import Hear


class Here(Confined):
    """Does what it is asked in this process, without bounds."""

    def do(self, work: Any, task: Any, hear: Hear) -> Any:
        return work(task, hear)
