"""Looks for barriers with axe-core, which finds what a program can find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
#: What is at least this bad fails a test.
_SERIOUS = ("serious", "critical")
#: What is found beside that: a heading that skips a level.
_ALSO = ("heading-order", "page-has-heading-one")


def assert_accessible(page: Page) -> None:
    """Assert that nothing serious is found; skip without axe-core."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in tests/web")
    page.evaluate(AXE.read_text() + "; 0")
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run().then(result => result.violations)"
    )
    bad = [
        f"{one['impact']}: {one['id']}: {one['help']}: "
        + "; ".join(node["html"][:200] for node in one["nodes"][:3])
        for one in found
        if one["impact"] in _SERIOUS or one["id"] in _ALSO
    ]
    assert not bad, "\n".join(bad)
