"""On the page a player has undos listed that make room, and makes some by a click."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.playing import start
from tests.browser.visiting import Visitor, visitor

#: The line of B goes down the middle, and either half can let A through.
LEVEL = "A.B/.../.../B.A"


def wants(page: Page, what: str) -> None:
    panel = page.get_by_role("region", name="Make room")
    panel.get_by_role("textbox", name="Make room for").fill(what)
    panel.get_by_role("button", name="What to undo").click()


def draw(ann: Visitor, *cells: str) -> None:
    """Go from cell to cell, as a player clicks; the first is the end of a line."""
    for cell in cells:
        ann.page.get_by_role("gridcell", name=re.compile(f"^{cell},")).or_(
            ann.page.get_by_role("button", name=re.compile(f"^{cell},"))
        ).first.click()


def test_undos_that_make_room_are_found_and_made_on_the_page(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Ann") as ann:
        page = ann.page
        start(ann, "flow", Level=LEVEL)
        panel = page.get_by_role("region", name="Make room")
        wants(page, "b2")
        expect(panel.get_by_role("alert")).to_have_text(
            "Nothing has to be undone for that."
        )
        draw(ann, "c1", "b1", "b2")
        draw(ann, "a4", "b4", "b3")
        expect(page.get_by_text("Ann draws B2 up").first).to_be_attached()
        wants(page, "a")
        found = panel.get_by_role("list", name="What makes room for a")
        rows = found.get_by_role("listitem")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("undo B2: frees b3")
        assert_accessible(page)
        ann.picture("undos")
        rows.nth(1).get_by_role("button", name=re.compile("^Undo: ")).click()
        history = page.get_by_text("Ann takes the last step of B2 back")
        expect(history.first).to_be_attached()
        expect(rows).to_have_count(0)


def test_a_hint_on_the_page_says_more_with_each_click(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Ann") as ann:
        page = ann.page
        start(ann, "flow", Level="A.A/B.B")
        panel = page.get_by_role("region", name="Hint")
        said = panel.get_by_role("status")
        panel.get_by_role("button", name="Hint").click()
        expect(said).to_have_text("Hint 1 of 3: Look at line A1.")
        more = panel.get_by_role("button", name="Say more")
        more.click()
        expect(said).to_have_text(re.compile("^Hint 2 of 3: "))
        more.click()
        expect(said).to_have_text("Hint 3 of 3: The next move: A1 right.")
        expect(more).to_have_count(0)
        assert_accessible(page)
        draw(ann, "a1", "b1")
        expect(said).to_have_text("")
        expect(panel.get_by_role("button", name="Hint")).to_be_visible()
