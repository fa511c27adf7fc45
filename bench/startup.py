"""Print the processor time that starting takes: ``python -m bench.startup``.

Each line is the median of seven runs of a fresh Python, user and system time.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 7
#: What a seat loads of other people's libraries.
THIRD = "import click, cryptography, msgspec, nacl.bindings, rbcl, spake2, trio"
THIRD += ", trio_websocket, rich.console"
STARTS = {
    "python -c pass": ("-c", "pass"),
    "third parties": ("-c", THIRD),
    "p2pgame --version": ("-m", "p2pgame", "--version"),
    "p2pgame --help": ("-m", "p2pgame", "--help"),
    "the engine": ("-c", "import p2pgame.engine"),
    "a seat": ("-c", "from p2pgame.cli.main import main; main(['join', '--help'])"),
}


def seconds(*arguments: str) -> float:
    """Return the processor time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-P", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    for name, arguments in STARTS.items():
        taken = statistics.median(seconds(*arguments) for _ in range(RUNS))
        print(f"{name:20} {1000 * taken:6.0f} ms")


if __name__ == "__main__":
    main()
