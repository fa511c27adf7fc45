"""Random mutants change what a module does, and are tried on the tests next to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest

from tests.random_mutants import Text, changes, drawn, nearest, outcome
from tests.sources import parsed, read

MODULE = '''\
"""A module."""
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Size:
    """A size."""

    least: int = 3


def size(word: Literal["a"], least: int = 1) -> int:
    """Return a size."""
    found: tuple[int, ...] = (7,)
    if not word and least not in found or ö == 2:
        raise ValueError("ö")
    print(word)
    return least - 1
'''


def spelled(text: str) -> set[tuple[str, str]]:
    found = changes(Text.of(Path("a.py"), text), ast.parse(text))
    return {(one.old, one.new) for one in found}


def test_a_module_bears_these_changes_and_no_others() -> None:
    test = "not word and least not in found or ö == 2"
    assert spelled(MODULE) == {
        *{("1", "2"), ("7", "8"), ("2", "3"), ("3", "4"), ("not ", ""), ("and", "or")},
        *{("or", "and"), ("not in", "in"), ("==", "!="), ("-", "+")},
        *{(test, "False"), (test, "True"), ("print(word)", "pass")},
        *{('raise ValueError("ö")', "pass"), ("return least - 1", "return None")},
    }


def test_a_change_of_any_module_leaves_python_that_says_something_else() -> None:
    seed = 20
    chance = Random(seed)
    for change in drawn(chance, 80):
        data = read(change.file).encode()
        changed = ast.parse(change.apply(data))
        before = ast.dump(parsed(change.file))
        assert ast.dump(changed) != before, f"seed {seed}: {change}"


def test_one_seed_draws_the_same_mutants_of_one_room() -> None:
    first, second = ([*drawn(Random(7), 10, "p2pgame/log/")] for _ in range(2))
    assert first == second
    assert all(one.file.parts[:2] == ("p2pgame", "log") for one in first)
    assert [*drawn(Random(7), 10, "p2pgame/nowhere/")] == []


def test_the_nearest_tests_are_a_modules_own_then_its_importers_then_its_room() -> None:
    own, importing, room = nearest(Path("p2pgame/log/fork.py"))
    assert own == ["tests/log/test_fork.py"]
    assert any(not file.startswith("tests/log/") for file in importing)
    assert all(file.startswith("tests/log/") for file in room)
    every = own + importing + room
    assert len(every) == len({*every})
    assert {path.as_posix() for path in Path("tests/log").rglob("test_*.py")} <= {
        *every
    }
    assert not any(file.startswith("tests/browser") for file in every)


def test_a_mutant_is_tried_until_a_test_fails_and_that_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (change,) = drawn(Random(1), 1, "p2pgame/log/fork.py")
    file, text = tmp_path / change.file, read(change.file).encode()
    file.parent.mkdir(parents=True)
    file.write_bytes(text)
    trees = SimpleQueue[Path]()
    trees.put(tmp_path)
    steps = nearest(change.file)
    for ends, word in (
        ([(0, ""), (1, "test_b"), (0, "")], "killed"),
        ([(1, "test_b"), (1, "test_b")], "ANYWAY"),
        ([(0, ""), (None, "")], "TIMEOUT"),
        ([(0, "")] * len(steps), "SURVIVED"),
    ):
        told = iter(ends)

        def run(
            tree: Path,
            tests: Sequence[str],
            limit: int,
            *options: str,
            told: Iterator[tuple[int | None, str]] = told,
        ) -> tuple[int | None, str]:
            is_changed = tests in steps
            wanted = change.apply(text) if is_changed else text
            assert is_changed or tests == ["test_b"]
            assert (tree / change.file).read_bytes() == wanted
            return next(told)

        monkeypatch.setattr("tests.random_mutants.run", run)
        by = "test_b" if (1, "test_b") in ends else ""
        assert outcome(change, trees)[::2] == (word, by)
        assert next(told, None) is None
        assert file.read_bytes() == text
