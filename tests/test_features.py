"""docs/features.md and the tests marked with its rows stay in step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "features.md").read_text()
CODES = [
    f"{letter}{number:02}"
    for letter, last in (("U", 37), ("R", 35), ("M", 22), ("G", 37), ("B", 78))
    for number in range(1, last + 1)
]
#: A line of the page: its code, what it is, and where it is shown or why not.
ROWS = re.findall(r"^\| ([A-Z]\d\d) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)


def marked() -> Iterator[tuple[str, str]]:
    """Yield each code that a test is marked with, and the file it is in."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.row" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not is_row(node.func):
                continue
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}: a row unnamed"
                yield str(argument.value), path.relative_to(ROOT).as_posix()


def is_row(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node).endswith("mark.row")


MARKED = set(marked())


def test_every_row_is_on_the_page_once() -> None:
    assert [code for code, _, _ in ROWS] == CODES


def test_no_test_is_marked_with_a_row_that_is_not_there() -> None:
    assert {code for code, _ in MARKED} <= {*CODES}


@pytest.mark.parametrize(("code", "how"), [(code, how) for code, _, how in ROWS])
def test_a_row_is_shown_where_the_page_says_or_has_a_reason(
    code: str, how: str
) -> None:
    files = sorted(file for marked, file in MARKED if marked == code)
    if files:
        assert how == ", ".join(f"`{file}`" for file in files)
    else:
        assert how.endswith("."), f"{code} has neither test nor reason"
        assert "`tests/" not in how
