"""The list of planted bugs fits the tree, so that it cannot rot until it is run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.simulation.mutants import Planted, mutated, planted

ROOT = Path(__file__).parent.parent.parent


@cache
def dumped(text: str) -> str:
    return ast.dump(ast.parse(text))


@pytest.mark.parametrize("bug", planted(), ids=lambda bug: bug.bug)
def test_a_bug_changes_what_is_there(bug: Planted) -> None:
    text = (ROOT / bug.file).read_text(encoding="utf-8")
    changed = mutated(text, bug)
    assert ast.dump(ast.parse(changed)) != dumped(text)
    for test in bug.tests:
        assert (ROOT / test.partition("::")[0]).exists()


def test_there_are_bugs_of_many_kinds() -> None:
    bugs = planted()
    assert len({bug.bug for bug in bugs}) == len(bugs) >= 15
