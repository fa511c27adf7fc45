"""On the page a player has undos listed that make room, and makes some by a click."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.playing import start
from tests.browser.visiting import visitor, whole

#: The line of B goes down the middle, and either half can let A through.
LEVEL = "A.B/.../.../B.A"
#: Counts how often something is hidden or shown, in ``hidings``.
COUNT_HIDINGS = """one => {
  window.hidings = 0;
  new MutationObserver(() => { window.hidings += 1; })
    .observe(one, {attributes: true, attributeFilter: ['hidden']});
}"""


def wants(page: Page, what: str) -> None:
    panel = page.get_by_role("region", name="Make room")
    panel.get_by_role("textbox", name="Room for a cell").fill(what)
    panel.get_by_role("button", name="What to undo").click()


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{name},"))


def drawn(page: Page, line: str, steps: int) -> None:
    """Wait until so much of a line is drawn, and the next move is asked for."""
    done = page.get_by_role("list", name=line, exact=True).get_by_role("listitem")
    expect(done).to_have_count(1 + steps)
    expect(page.get_by_role("button", name=f"Undo {line}", exact=True)).to_be_visible()


def draw(page: Page, line: str, *cells: str) -> None:
    """Go from cell to cell, as a player clicks; the first is the end of a line."""
    for steps, name in enumerate(cells, -1):
        if steps > 0:
            drawn(page, line, steps)
        cell(page, name).click()


def test_undos_that_make_room_are_found_and_made_on_the_page(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Ann") as ann:
        page = ann.page
        start(ann, "flow", Level="Another …", Which_one=LEVEL)
        panel = page.get_by_role("region", name="Make room")
        # What is above it has come, and moves it no more.
        page.get_by_role("region", name="Your moves").wait_for()
        wants(page, "b2")
        expect(panel.get_by_role("alert")).to_have_text(
            "Nothing has to be undone for that."
        )
        panel.evaluate(COUNT_HIDINGS)
        draw(page, "B1", "c1", "b1")
        drawn(page, "B1", 1)
        page.get_by_text("Type a move instead").click()
        typed = page.get_by_role("textbox", name="Type a move")
        typed.fill("B")
        # As if the move before were answered only now: a click that takes no focus.
        cell(page, "b2").evaluate("one => one.click()")
        expect(page.get_by_text("Ann draws B1 down").first).to_be_attached()
        expect(typed).to_be_focused()
        page.keyboard.type("2 left")
        expect(typed).to_have_value("B2 left")
        typed.fill("")
        drawn(page, "B1", 2)
        draw(page, "B2", "a4", "b4", "b3")
        drawn(page, "B2", 2)
        wants(page, "a")
        found = panel.get_by_role("list", name="What makes room for a")
        rows = found.get_by_role("listitem")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("undo B2: frees b3")
        assert page.evaluate("hidings") == 0, "words typed between turns would be lost"
        assert_accessible(page)
        ann.picture("undos")
        rows.nth(1).get_by_role("button", name=re.compile("^Undo: ")).click()
        history = page.get_by_text("Ann takes the last step of B2 back")
        expect(history.first).to_be_attached()
        expect(rows).to_have_count(0)


@whole
def test_a_hint_on_the_page_says_more_with_each_click(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Ann") as ann:
        page = ann.page
        start(ann, "flow", Level="Another …", Which_one="A.A/B.B")
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
        draw(page, "A1", "a1", "b1")
        expect(said).to_have_text("")
        expect(panel.get_by_role("button", name="Hint")).to_be_visible()
