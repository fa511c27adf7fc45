"""The page opens on the lobby, and a person finds the way from there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

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
#: What is to be chosen from and stands beyond its frame.
CUT = """() => {
  const group = document.querySelector('.segments');
  const edge = group.getBoundingClientRect().right;
  return [...group.querySelectorAll('span')].filter((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    return range.getBoundingClientRect().right > edge;
  }).map((word) => word.textContent);
}"""
#: What a page in German keeps.
GERMAN = "localStorage['p2pgame-prefs'] = JSON.stringify({quick: true, language: 'de'})"
#: What markup would make of them.
MADE = "img, script:not([src]), iframe"
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


def test_words_to_choose_from_are_whole_in_the_menu_in_german(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub, size=(375, 740)) as anna:
        page = anna.page
        page.evaluate(GERMAN)
        page.reload()
        page.get_by_label("Aussehen und Sprache").click()
        page.get_by_role("radio", name="Automatisch").wait_for()
        assert page.evaluate(LINES) == {"Automatisch": 1, "Hell": 1, "Dunkel": 1}
        assert page.evaluate(CUT) == []
        anna.picture("menu-de")


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
            assert page.locator(MADE).count() == 0
            page.get_by_role("button", name="Close the table").click()
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
            expect(room).to_have_count(0)
            anna.go("#/")  # where there is a field for the name again


def test_hostile_options_and_tables_are_text(
    chromium: Browser, hub: HubProcess
) -> None:
    """An option is refused in the words that were typed; a stranger names a table."""
    with visit(chromium, hub) as anna:
        page, (hostile, *_) = anna.page, HOSTILE
        anna.go("#/new/flow")
        page.get_by_label("Level", exact=True).select_option(label="Another …")
        page.get_by_label("Which one", exact=True).fill(hostile)
        page.get_by_role("button", name="Play now", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text=hostile)).to_be_visible()
        assert page.locator(MADE).count() == 0

    with visit(chromium, hub) as anna:
        page = anna.page
        page.route_web_socket("**/ws", lie)
        page.reload()
        listed = page.get_by_role("navigation", name="Open tables")
        expect(listed).to_contain_text(hostile)
        question = page.get_by_role("dialog", name="Which table?")
        for text in HOSTILE:
            expect(question).to_contain_text(text)
        assert page.locator(MADE).count() == 0


def lie(route: WebSocketRoute) -> None:
    """Tell a page of a table that its hub does not know: it asks where to sit down."""
    server = route.connect_to_server()
    seen = [{"host": one, "game": one, "taken": 1, "seats": 2} for one in HOSTILE]
    ask = {"ask": "choose-table", "tables": seen}
    question = {"number": 1, "ask": ask, "seconds": 60, "default": 0}
    asked = {"table": 77, "at": 0, "event": {"event": "asked", "question": question}}

    def to_hub(message: str | bytes) -> None:
        if json.loads(message).get("table") == 77:
            route.send(json.dumps(asked))
        else:
            server.send(message)

    def to_page(message: str | bytes) -> None:
        frame = json.loads(message)
        if "tables" in frame:
            named = {"game": HOSTILE[0], "players": HOSTILE, "request": "join"}
            here = {"table": 77, "state": "waiting", "turn": False, "asks": True}
            frame["tables"].append({**named, **here})
        route.send(json.dumps(frame))

    route.on_message(to_hub)
    server.on_message(to_page)


def test_a_second_tab_sees_the_same_tables(chromium: Browser, tmp_path: Path) -> None:
    with visitor(chromium, tmp_path) as anna:
        anna.page.get_by_role("button", name="Play now").click()
        anna.page.wait_for_url("**/#/table/*")
        other = anna.context.new_page()
        anna.listen_to(other)
        other.goto(anna.page.url.split("#")[0] + "#/tables")
        expect(other.get_by_role("main")).to_contain_text("hold'em", ignore_case=True)
