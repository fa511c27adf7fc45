"""Tasks for processes, which import them from here."""

from __future__ import annotations

import os
import signal


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
