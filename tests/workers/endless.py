"""A program whose processes never end what they do."""

from __future__ import annotations

from p2pgame.workers import done
from tests.workers.tasks import never_end

if __name__ == "__main__":
    for _ in done(never_end, range(9), 2):
        pass
