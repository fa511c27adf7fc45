"""Plant bugs, one at a time, and see that they are found.

``python -m tests.simulation.mutants``

Each is planted in a copy of the tree.  Most must show in at most :data:`GAMES`
simulated games; some are beyond what a simulation of honest libraries can see, and
have tests of their own.  The table says which game or test found each.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import monotonic

from tests.mutants import NOTICED, copies

#: Within so many games the simulation finds a bug, or not at all.
GAMES = 200
WORKERS = 2
#: Seconds for one mutant: what hangs is not found.
LIMIT = 600


@dataclass(frozen=True, slots=True)
class Planted:
    """A change of one file; without ``tests`` the simulator has to find it.

    ``first`` is the seed of the first of its games, which ``options`` draw.
    """

    bug: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    first: int = 0
    options: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        *,
        tests: Sequence[str] = (),
        first: int = 0,
        options: Sequence[str] = (),
        **text: str,
    ) -> Planted:
        return cls(**text, tests=tuple(tests), first=first, options=tuple(options))


def planted() -> list[Planted]:
    """Return the bugs of the list beside this file."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return [Planted.of(**one) for one in tomllib.loads(text)["bug"]]


def mutated(text: str, bug: Planted) -> str:
    """Return a file's text with a bug in it.

    Raises:
      ValueError: What is to be replaced stands there not exactly once.
    """
    times = text.count(bug.old)
    if times != 1:
        raise ValueError(f"{bug.file} has {bug.old!r} {times} times, not once")
    return text.replace(bug.old, bug.new)


def try_out(bug: Planted, trees: SimpleQueue[Path]) -> tuple[str, float]:
    """Plant a bug in a tree; return what found it, or nothing, and the seconds."""
    tree = trees.get()
    path, began = tree / bug.file, monotonic()
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutated(text, bug), encoding="utf-8")
        return _found(bug, tree), monotonic() - began
    finally:
        path.write_text(text, encoding="utf-8")
        trees.put(tree)


def _found(bug: Planted, tree: Path) -> str:
    # Without bytecode: a mutant may be as long, and as old, as what it replaces.
    command = [sys.executable, "-B", "-m"]
    if bug.tests:
        command += ["pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
        command += bug.tests
    else:
        command += ["tests.simulation", "--until-bad", "--games", str(GAMES)]
        command += ["--seed", str(bug.first), *bug.options]
    try:
        done = subprocess.run(
            command, cwd=tree, capture_output=True, text=True, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return ""
    if done.returncode == 0:
        return ""
    if bug.tests:
        return "its tests" if done.returncode in NOTICED else ""
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[-1] if lines else "it did not even start"


def main() -> int:
    """Try all, and print what found each."""
    missed = 0
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        every = planted()
        results = pool.map(lambda bug: try_out(bug, trees), every)
        for bug, (found, seconds) in zip(every, results, strict=True):
            missed += not found
            print(
                f"{bug.bug:<52} {seconds:5.0f} s  {found[:90] or 'NOT FOUND'}",
                flush=True,
            )
    print(f"{len(every)} bugs planted, {missed} not found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
