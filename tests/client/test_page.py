"""docs/client.md says what the structs say."""

from __future__ import annotations

from pathlib import Path

from tests.client.page import page

DOCS = Path(__file__).parents[2] / "docs" / "client.md"


def test_the_page_is_as_it_is_generated() -> None:
    written = DOCS.read_text()
    assert written == page(), "python -m tests.client.page > docs/client.md"
