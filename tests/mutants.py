"""Take the defences out, one at a time, and see tests miss each: ``make mutants``.

Every mutant is tried in a copy of the tree, two at a time.  First all tests must
pass there as it is; then with each mutant every one of its own must fail.

``python -m tests.mutants --list table`` tries one list, of those in :data:`LISTS`.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
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
#: Tests read the product, the pages and each other.
COPIED = (
    *("protocols", "p2pgame", "games", "cli", "tests", "bench", "docs", "examples"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "README.md", "pyproject.toml"),
    "setup.py",
)
WORKERS = 2
#: What keeps cards hidden and fair, and what keeps a table whole: a file each.
LISTS = {"cards": "mutants.toml", "table": "mutants_table.toml"}

#: Seconds for one test of a mutant, and for all tests before.
LIMIT, FIRST_LIMIT = 120, 480
#: How pytest names the first test that failed, or the file that could not be loaded.
_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)

#: Exit codes of pytest: all passed; some failed, or could not even be imported.
PASSED, NOTICED = 0, (1, 2, 4)
#: Those of them of tests that were not even run.
UNLOADED = NOTICED[1:]


@dataclass(frozen=True, slots=True)
class Mutant:
    """``without`` says what is gone; ``tests`` are names of files and tests.

    What was promised is refused by number, as a pitfall or as an attack; or, where
    nothing has a number, ``promise`` says it.
    """

    without: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    pitfalls: tuple[int, ...] = ()
    attacks: tuple[int, ...] = ()
    promise: str = ""

    @classmethod
    def of(
        cls,
        *,
        tests: Sequence[str],
        pitfalls: Sequence[int] = (),
        attacks: Sequence[int] = (),
        **text: str,
    ) -> Mutant:
        return cls(
            tests=tuple(tests),
            pitfalls=tuple(pitfalls),
            attacks=tuple(attacks),
            **text,
        )

    @property
    def numbers(self) -> str:
        """What it is about, in a few characters."""
        kind = "p" if self.pitfalls else "a"
        return " ".join(f"{kind}{one}" for one in self.pitfalls + self.attacks)


def mutants(name: str) -> list[Mutant]:
    """Return the mutants of one of :data:`LISTS`."""
    text = Path(__file__).with_name(LISTS[name]).read_text(encoding="utf-8")
    return [Mutant.of(**one) for one in tomllib.loads(text)["mutant"]]


@contextmanager
def copies(number: int) -> Iterator[SimpleQueue[Path]]:
    """Lend so many copies of the tree, compiled: a mutant alone is compiled anew."""
    trees: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        first = Path(folder) / "0"
        first.mkdir()
        for name in COPIED:
            copy(ROOT / name, first / name)
        compileall.compile_dir(first, quiet=2)
        trees.put(first)
        for i in range(1, number):
            copy(first, Path(folder) / str(i))
            trees.put(Path(folder) / str(i))
        yield trees


def copy(source: Path, to: Path) -> None:
    """Copy files with their times, by which Python knows what it has compiled."""
    if source.is_dir():
        ignored = shutil.ignore_patterns("*-pytest-*.pyc")
        shutil.copytree(source, to, symlinks=True, ignore=ignored)
    else:
        shutil.copy2(source, to)


def run(
    tree: Path, tests: Sequence[str], limit: int, *options: str
) -> tuple[int | None, str]:
    """Return the exit code of these tests, or None if they took too long.

    The other is the name of the first test that failed, if any did.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header"]
    command += [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--assert=plain",
        *options,
        *tests,
    ]
    # A mutant may be as long, and as old, as what it replaces; and some tests start
    # programs of their own, which are to run what is in this tree.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return None, ""
    found = _FAILURE.search(done.stdout.decode(errors="replace"))
    return done.returncode, found[1] if found else ""


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
    """What pytest said of each test: its exit code, or None if it took too long."""

    codes: Mapping[str, int | None]
    seconds: float

    @property
    def unnoticed(self) -> Mapping[str, int | None]:
        """Those tests that did not fail."""
        return {test: code for test, code in self.codes.items() if code not in NOTICED}

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
        codes = {test: run(tree, [test], LIMIT)[0] for test in mutant.tests}
    finally:
        path.write_text(text, encoding="utf-8")
        trees.put(tree)
    return Outcome(codes, monotonic() - begun)


def told(mutant: Mutant, outcome: Outcome) -> Iterator[str]:
    """Yield the lines of a table that say what became of a mutant."""
    seconds = outcome.seconds
    yield f"{mutant.numbers:>8}  {outcome!s:8} {seconds:5.1f} s  {mutant.without}"
    for test, code in outcome.codes.items():
        name = test.partition("::")[2]
        if test in outcome.unnoticed:
            yield f"{'':28}NOT noticed by {name}, which ended in {code}"
        else:
            why = ", which was not even loaded" if code in UNLOADED else ""
            yield f"{'':28}noticed by {name}{why}"


def all_pass(every: Sequence[Mutant]) -> bool:
    """Return whether the tests of all mutants pass as long as there is none."""
    tests = sorted({test for mutant in every for test in mutant.tests})
    halves = [half for half in (tests[::2], tests[1::2]) if half]
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        ends = pool.map(lambda half: run(trees.get(), half, FIRST_LIMIT), halves)
        return all(code == PASSED for code, _ in ends)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", choices=LISTS, help="try this list only")
    wanted = parser.parse_args(arguments).list
    begun, survivors = monotonic(), 0
    every = [one for name in LISTS if wanted in (None, name) for one in mutants(name)]
    if not all_pass(every):
        print("not all tests pass without any mutant")
        return 1
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        outcomes = pool.map(lambda mutant: try_out(mutant, trees), every)
        for mutant, outcome in zip(every, outcomes, strict=True):
            survivors += bool(outcome.unnoticed)
            print(*told(mutant, outcome), sep="\n", flush=True)
    pitfalls = {number for mutant in every for number in mutant.pitfalls}
    attacks = {number for mutant in every for number in mutant.attacks}
    print(
        f"{len(every)} mutants of {len(pitfalls)} pitfalls and {len(attacks)} attacks, "
        f"{survivors} left alive, {monotonic() - begun:.0f} s"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
