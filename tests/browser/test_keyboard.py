"""A whole evening by keyboard alone, at phone width: lobby, a game, its replay."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import is_over
from tests.browser.visiting import hub_of, visit

#: What a screen reader would call what has the focus.
_FOCUSED = """() => {
  const one = document.activeElement;
  const label = one?.labels?.[0]?.textContent;
  return (one?.getAttribute('aria-label') ?? label ?? one?.textContent ?? '').trim();
}"""
#: Presses of Tab after which something should have been reached.
MOST = 120


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something whose name begins like that has the focus."""
    seen = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(_FOCUSED))
        if re.match(name, seen[-1]):
            return
    raise AssertionError((name, seen))


def test_a_game_and_its_replay_are_played_by_keyboard_alone(
    chromium: Browser, tmp_path: Path
) -> None:
    with hub_of(tmp_path, "Anna") as hub, visit(chromium, hub, size=(375, 740)) as anna:
        page, keys = anna.page, anna.page.keyboard
        page.get_by_role("link", name=re.compile("^Kuhn poker")).wait_for()
        tab_to(page, "Kuhn poker")
        keys.press("Enter")
        page.get_by_role("heading", name="Kuhn poker").first.wait_for()
        tab_to(page, "(Play now|Start)")
        keys.press("Enter")
        page.get_by_role("list", name="Players").wait_for()
        moves = page.locator(".line.move")
        for _ in range(200):
            if is_over(page):
                break
            if page.locator("section.moves.open button:enabled").count():
                tab_to(page, "(Check|Call)")  # so that both show their cards
                made = moves.count()
                keys.press("Enter")
                moves.nth(made).wait_for(state="attached")
            page.wait_for_timeout(200)
        result = page.get_by_role("region", name="How it ended")
        expect(result).to_be_visible()
        ranking = result.get_by_role("list")
        expect(ranking).to_be_hidden()  # on a phone the cards are seen first
        tab_to(page, "Result")
        keys.press("Enter")
        expect(ranking).to_be_visible()
        keys.press("Enter")
        expect(ranking).to_be_hidden()
        box = result.bounding_box()
        assert box is not None
        assert box["height"] < 120, box
        anna.go("#/replay")
        page.get_by_role("region", name="Your games").get_by_role("link").wait_for()
        tab_to(page, "Kuhn poker [0-9a-f]{4}")
        keys.press("Enter")
        fair = page.get_by_role("status").filter(has_text="Checked: fair")
        expect(fair).to_be_visible()
        first = page.get_by_text("Step 1 of")
        expect(first).to_be_visible()
        keys.press("ArrowRight")
        expect(page.get_by_text("Step 2 of")).to_be_visible()
        keys.press("Home")
        expect(first).to_be_visible()
        tab_to(page, "One step forward")
        keys.press("Space")
        expect(page.get_by_text("Step 2 of")).to_be_visible()
        tab_to(page, "View as")
        keys.press("ArrowDown")
        expect(page.get_by_text(re.compile("^Your card"))).not_to_have_count(0)
        tab_to(page, "How it was checked")
        keys.press("Enter")
        expect(page.get_by_role("heading", name="Who played")).to_be_visible()
