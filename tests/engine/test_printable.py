"""Amounts are written alike everywhere."""

from __future__ import annotations

import ast

import pytest

from p2pgame.engine.printable import signed
from tests.sources import MODULES, parsed


@pytest.mark.parametrize(
    ("amount", "digits", "written"),
    [
        *[(5, 0, "+5"), (-5, 0, "-5"), (0, 0, "0"), (-0.0, 0, "0")],
        *[(0.25, 3, "+0.250"), (-0.0004, 3, "0.000"), (0.4, 0, "0")],
    ],
)
def test_an_amount_has_a_sign_unless_it_is_nothing(
    amount: float, digits: int, written: str
) -> None:
    assert signed(amount, digits) == written


def test_no_other_code_writes_a_sign() -> None:
    writers = {
        path.as_posix()
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        if "'+" in ast.unparse(node.format_spec)
    }
    assert writers == {"p2pgame/engine/printable.py"}
