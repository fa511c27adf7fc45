"""Tasks for processes, which import them from here."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise KeyError("three")
    return number


def kill_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def never_end(number: int) -> int:
    """Say that the task has begun, and go on for ever."""
    os.write(2, b"begun\n")
    while True:
        signal.pause()


def process(number: int) -> int:
    return os.getpid()


def confined(what: str, hear: Callable[[int], object]) -> int:
    """Return the process that does this; ``hear`` is told how far it is."""
    match what:
        case "count":
            for number in (1, 2, 3):
                hear(number)
        case "loop":
            while True:
                pass
        case "fill":
            return len(bytes(1024 * 1024 * 1024))
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case _:
            raise KeyError(what)
    return os.getpid()
