"""Take the defences out, one at a time, and see a test miss each: ``make mutants``.

Every mutant is tried in a copy of the tree, two at a time.  First all tests must
pass there as it is; then with each mutant one of its own must fail.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import monotonic

ROOT = Path(__file__).parent.parent
COPIED = ("protocols", "p2pgame", "games", "cli", "tests", "pyproject.toml")
WORKERS = 2
#: Seconds for the tests of one mutant, and for all tests before.
LIMIT, FIRST_LIMIT = 60, 240

#: Exit codes of pytest: all passed; some failed, or could not even be imported.
PASSED, NOTICED = 0, (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Mutant:
    """``without`` says what is gone; ``tests`` are names of files and tests."""

    without: str
    pitfalls: tuple[int, ...]
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @classmethod
    def of(
        cls, *, pitfalls: list[int], tests: list[str], without: str, **text: str
    ) -> Mutant:
        return cls(without, tuple(pitfalls), tests=tuple(tests), **text)


def mutants() -> list[Mutant]:
    """Return the mutants of the list beside this file."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return [Mutant.of(**one) for one in tomllib.loads(text)["mutant"]]


@contextmanager
def copies(number: int) -> Iterator[SimpleQueue[Path]]:
    """Lend so many copies of the tree."""
    trees: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        for i in range(number):
            tree = Path(folder) / str(i)
            tree.mkdir()
            for name in COPIED:
                copy(ROOT / name, tree / name)
            trees.put(tree)
        yield trees


def copy(source: Path, to: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, to)


def run(tree: Path, tests: Sequence[str], limit: int) -> int | None:
    """Return the exit code of these tests, or None if it took too long."""
    # Without bytecode: a mutant may be as long, and as old, as what it replaces.
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--no-header"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def mutated(text: str, mutant: Mutant) -> str:
    """Return a file's text without one of its defences.

    Raises:
      ValueError: What is to be replaced stands there not exactly once.
    """
    times = text.count(mutant.old)
    if times != 1:
        raise ValueError(f"{mutant.file} has {mutant.old!r} {times} times, not once")
    return text.replace(mutant.old, mutant.new)


@dataclass(frozen=True, slots=True)
class Outcome:
    """``unnoticed`` are those tests that did not fail, with pytest's exit code."""

    unnoticed: Mapping[str, int | None]
    seconds: float

    def __str__(self) -> str:
        if not self.unnoticed:
            return "killed"
        return "TIMEOUT" if {*self.unnoticed.values()} == {None} else "SURVIVED"


def try_out(mutant: Mutant, trees: SimpleQueue[Path]) -> Outcome:
    """Put a mutant into a tree, and see each of its tests alone notice it."""
    begun, tree = monotonic(), trees.get()
    path = tree / mutant.file
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutated(text, mutant), encoding="utf-8")
        codes = {test: run(tree, [test], LIMIT) for test in mutant.tests}
    finally:
        path.write_text(text, encoding="utf-8")
        trees.put(tree)
    unnoticed = {test: code for test, code in codes.items() if code not in NOTICED}
    return Outcome(unnoticed, monotonic() - begun)


def main() -> int:
    begun, survivors, every = monotonic(), 0, mutants()
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        tests = sorted({test for mutant in every for test in mutant.tests})
        halves = (tests[::2], tests[1::2])
        for code in pool.map(lambda half: run(trees.get(), half, FIRST_LIMIT), halves):
            if code != PASSED:
                print("not all tests pass without any mutant")
                return 1
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        outcomes = pool.map(lambda mutant: try_out(mutant, trees), every)
        for mutant, outcome in zip(every, outcomes, strict=True):
            survivors += bool(outcome.unnoticed)
            numbers = ", ".join(map(str, mutant.pitfalls))
            seconds = outcome.seconds
            print(f"{numbers:>7}  {outcome!s:8} {seconds:5.1f} s  {mutant.without}")
            for test, code in outcome.unnoticed.items():
                print(f"{'':26}not noticed by {test}, which ended in {code}")
    counted = {number for mutant in every for number in mutant.pitfalls}
    print(
        f"{len(every)} mutants of {len(counted)} pitfalls, {survivors} left alive, "
        f"{monotonic() - begun:.0f} s"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
