"""Every link from one of our pages to another leads there, and to its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for folder in (".", "docs", "docs/design", "docs/relay", "examples")
    for page in (ROOT / folder).glob("*.md")
)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert list(dead_links(page)) == []


def dead_links(page: Path) -> Iterator[str]:
    for link in _LINK.finditer(page.read_text("utf-8")):
        path, anchor = link.groups()
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link[0]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    headings = _HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_a_link_to_no_heading_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A `name` here\n[a](#a-name-here) [b](#b) [c](c.md) [d](https://d)\n"
    )
    assert list(dead_links(page)) == ["](#b)", "](c.md)"]
