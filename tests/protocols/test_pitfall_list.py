"""Every pitfall of mental poker that docs/security.md counts has its tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PITFALLS = range(1, 33)


def marked() -> Iterator[tuple[int, str]]:
    """Yield each number that a test is marked with, and where that test is."""
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.pitfall" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                where = f"{path.relative_to(TESTS)}::{node.name}"
                for number in numbers(node.decorator_list):
                    yield number, where


def numbers(decorators: list[ast.expr]) -> Iterator[int]:
    for node in decorators:
        match node:
            case ast.Call(func=function, args=arguments) if is_mark(function):
                for argument in arguments:
                    number = ast.literal_eval(argument)
                    assert isinstance(number, int), "a pitfall goes by its number"
                    yield number


def is_mark(node: ast.expr) -> bool:
    return ast.unparse(node) == "pytest.mark.pitfall"


@cache
def found() -> tuple[tuple[int, str], ...]:
    return tuple(marked())


@pytest.mark.parametrize("number", PITFALLS)
def test_a_pitfall_has_a_test_that_refuses_it(number: int) -> None:
    assert [where for marked, where in found() if marked == number]


def test_no_test_is_marked_with_a_pitfall_that_is_none() -> None:
    assert {number for number, _ in found()} == {*PITFALLS}


def test_a_mark_stands_where_a_test_is() -> None:
    assert all("::test_" in where for _, where in found())


def test_no_test_is_marked_twice_with_one_pitfall() -> None:
    assert len({*found()}) == len(found())
