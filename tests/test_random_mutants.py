"""Random mutants change what a module does, and are tried on the tests next to it."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

from tests.random_mutants import Text, changes, drawn, nearest
from tests.sources import parsed, read

MODULE = '''\
"""A module."""
from typing import Literal


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
        *{("1", "2"), ("7", "8"), ("2", "3"), ("not ", ""), ("and", "or")},
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


def test_the_nearest_tests_are_those_that_import_it_and_those_of_its_room() -> None:
    folder, *files = nearest(Path("p2pgame/log/fork.py"))
    assert folder == "tests/log"
    assert files
    assert not any(file.startswith(("tests/log/", "tests/browser")) for file in files)
