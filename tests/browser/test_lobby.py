"""The page opens on the lobby, and a person finds the way from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import assert_accessible
from tests.browser.visiting import visit, visitor
from tests.web.hub_process import HubProcess

#: As long as a name may be.
HOSTILE = ["<img src=x onerror=a()>", "'\"><script>a()</script>", "<iframe srcdoc=x>"]
#: On how many lines each colour of the settings stands.
LINES = """() => {
  const group = document.querySelector('.segments');
  return Object.fromEntries([...group.querySelectorAll('span')].map((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    return [word.textContent, range.getClientRects().length];
  }));
}"""
SIZES = [(1280, 850), (768, 1024), (375, 740)]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_lobby_is_accessible_at_every_size(
    chromium: Browser, hub: HubProcess, dark: bool
) -> None:
    with visit(chromium, hub, dark=dark) as anna:
        page = anna.page
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            anna.picture(f"lobby-{wide}-{'dark' if dark else 'light'}")
            assert_accessible(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= wide, "nothing is wider than the window"


def test_words_to_choose_from_are_whole_on_a_phone(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub, size=(375, 740)) as anna:
        anna.go("#/settings")
        anna.page.get_by_role("radio", name="Automatic").wait_for()
        assert anna.page.evaluate(LINES) == {"Automatic": 1, "Light": 1, "Dark": 1}


def test_a_hostile_name_is_text(chromium: Browser, hub: HubProcess) -> None:
    """A name that somebody typed is shown in full, and none of it is markup."""
    with visit(chromium, hub) as anna:
        page, field = anna.page, anna.page.get_by_role("textbox", name="Your name")
        for hostile in HOSTILE:
            field.fill(hostile)
            field.press("Enter")
            # The hub may not have kept it yet: it is shown there when it has.
            anna.go("#/new/kuhn/friends")
            expect(page.get_by_role("main")).to_contain_text(f"{hostile} (you)")
            page.get_by_role("button", name="Open the table").click()
            room = page.get_by_role("region", name="Who is here")
            expect(room).to_contain_text(hostile)
            assert page.locator("img, script:not([src]), iframe").count() == 0
            page.get_by_role("button", name="Close the table").click()
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
            expect(room).to_have_count(0)
            anna.go("#/")  # where there is a field for the name again


def test_a_second_tab_sees_the_same_tables(chromium: Browser, tmp_path: Path) -> None:
    with visitor(chromium, tmp_path) as anna:
        anna.page.get_by_role("button", name="Play now").click()
        anna.page.wait_for_url("**/#/table/*")
        other = anna.context.new_page()
        anna.listen_to(other)
        other.goto(anna.page.url.split("#")[0] + "#/tables")
        expect(other.get_by_role("main")).to_contain_text("hold'em", ignore_case=True)
