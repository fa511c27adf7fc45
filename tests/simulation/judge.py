"""Check files of evidence in a process of its own, from their bytes alone.

Each file in the folder is called by a number and the key of whom it is about.
"""

from __future__ import annotations

import sys
from pathlib import Path

from p2pgame.session.table.evidence import Unproven, check
from tests.simulation.program import REGISTRY


def main(folder: str) -> int:
    wrong, files = 0, sorted(Path(folder).iterdir())
    for path in files:
        author = path.name.partition("-")[2]
        try:
            proven = check(path.read_bytes(), REGISTRY)
        except Unproven as error:
            print(f"{path.name}: {error}")
            wrong += 1
        else:
            wrong += proven.author != author
    print(f"{len(files)} files of evidence judged by another process, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
