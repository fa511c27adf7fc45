"""The list of mutants fits the tree, so that it cannot rot until somebody runs it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.mutants import Mutant, mutants, mutated

ROOT = Path(__file__).parent.parent
MUTANTS = mutants()
#: Fewer would show too little.
LEAST_MUTANTS, LEAST_PITFALLS = 24, 20

each = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.without)


@cache
def marks(file: str) -> dict[str, set[int]]:
    """Return the pitfalls that each test in a file is marked with."""
    found = {}
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            marked = [ast.unparse(one) for one in node.decorator_list]
            prefix = "pytest.mark.pitfall("
            found[node.name] = {
                int(one[len(prefix) : -1]) for one in marked if one.startswith(prefix)
            }
    return found


@each
def test_a_mutant_changes_what_is_there(mutant: Mutant) -> None:
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    changed = mutated(text, mutant)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))


@each
def test_a_mutant_is_for_tests_that_refuse_its_pitfall(mutant: Mutant) -> None:
    assert mutant.tests
    counted: set[int] = set()
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert marks(file)[name] & {*mutant.pitfalls}, f"{test} refuses another"
        counted |= marks(file)[name]
    assert {*mutant.pitfalls} <= counted


def test_a_mutant_that_fits_nowhere_or_twice_is_refused() -> None:
    first = MUTANTS[0]
    for text in ("", first.old * 2):
        with pytest.raises(ValueError, match="not once"):
            mutated(text, first)


def test_there_are_mutants_of_most_pitfalls() -> None:
    assert len({mutant.without for mutant in MUTANTS}) == len(MUTANTS)
    counted = {number for mutant in MUTANTS for number in mutant.pitfalls}
    assert counted <= {*range(1, 33)}
    assert len(MUTANTS) >= LEAST_MUTANTS
    assert len(counted) >= LEAST_PITFALLS
