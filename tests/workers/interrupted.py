"""A program that gets Ctrl-C as soon as its main thread takes the lock of a task."""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import _base
from contextlib import closing
from types import SimpleNamespace
from typing import Any

from p2pgame.workers import done
from tests.workers.tasks import square


class Interrupting(threading.Condition):
    """A condition whose lock is taken in two ways, after each of which Ctrl-C comes."""

    def __init__(self) -> None:
        super().__init__()
        take = self.acquire

        def acquire(*how: Any, **named: Any) -> bool:
            taken = take(*how, **named)
            interrupt()
            return taken

        self.acquire = acquire  # type: ignore[method-assign]

    def __enter__(self) -> bool:
        taken = super().__enter__()
        interrupt()
        return taken


def interrupt() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    changed = {**vars(threading), "Condition": Interrupting}
    _base.threading = SimpleNamespace(**changed)  # type: ignore[assignment,attr-defined]
    try:
        with closing(done(square, range(10**9), 2)) as results:
            for _ in results:
                pass
    except KeyboardInterrupt:
        sys.exit(130)
