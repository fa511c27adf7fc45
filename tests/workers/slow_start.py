"""A program whose processes take a second to start, and say when they begin to."""

from __future__ import annotations

import os
from time import monotonic

from p2pgame.workers import done
from tests.workers.tasks import square

if __name__ == "__mp_main__":  # in a process that was started
    os.write(2, b"begun\n")
    END = monotonic() + 1
    while monotonic() < END:
        pass

if __name__ == "__main__":
    for _ in done(square, range(10**9), 2):
        pass
