"""Links between the pages of docs lead to sections of the wire's pages that exist."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def anchors(page: str) -> set[str]:
    """Return the anchors of a page's sections, as GitHub makes them."""
    text = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in heads}


def test_every_link_to_a_page_of_the_wire_has_its_section() -> None:
    pages = {path.name: path.read_text() for path in DOCS.rglob("*.md")}
    known = {name: anchors(page) for name, page in pages.items() if "wire" in name}
    for name, page in pages.items():
        for to, anchor in re.findall(
            r"\]\((?:\.\./)?(wire[a-z-]*\.md)?#([^)]*)\)", page
        ):
            if to or name in known:
                assert anchor in known[to or name], (name, anchor)
    assert "trace" in known["wire.md"]  # modules link to it
