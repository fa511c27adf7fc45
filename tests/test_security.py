"""The security page and the tests name the same dangers."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_pitfall_on_the_page_has_a_test_that_refuses_it() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = {
        int(n) for group in re.findall(r"\[([\d, ]+)\]", page) for n in group.split(",")
    }
    marked = {
        int(number)
        for path in (ROOT / "tests").rglob("test_*.py")
        for number in re.findall(r"mark\.pitfall\((\d+)\)", path.read_text())
    }
    assert len(named) > 25
    assert named <= marked
