"""The places of the page, one after the other, in another language than the first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from p2pgame.transport.relay.url import TOKEN_SIZE
from tests.browser.axe import assert_accessible
from tests.browser.playing import play_to_the_end, start
from tests.browser.visiting import visit, visitor, whole
from tests.web.hub_process import HubProcess

PLACES = (
    *("#/", "#/new/holdem/friends", "#/join", "#/tables", "#/contacts", "#/settings"),
    *("#/replay", "#/rules", "#/rules/chess"),
)
#: What a relay's operator gives to those whom it admits.
TOKEN = "ab" * TOKEN_SIZE
#: What a German page has in no other language.
GERMAN = "localStorage['p2pgame-prefs'] = JSON.stringify({quick: true, language: 'de'})"


def test_every_place_is_in_order_in_german(chromium: Browser, hub: HubProcess) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        page.evaluate(GERMAN)
        page.reload()
        for place in PLACES:
            anna.go(place)
            expect(page.locator("main h1")).to_be_visible()
            expect(page.locator("main").get_by_text("Einen Moment …")).to_have_count(0)
            assert_accessible(page)
            anna.picture(f"place-{place.strip('#/').replace('/', '-') or 'home'}-de")
            assert page.locator("main [lang]").count() == 0


def test_rules_are_read_in_the_language_of_the_page(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        anna.go("#/new/hearts")
        page.get_by_role("link", name="All rules, options and moves").click()
        expect(page.get_by_role("heading", name="The rules of Hearts")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("queen of spades")
        anna.go("#/rules/kuhn/1")
        expect(page.get_by_role("main")).to_contain_text("version 1")
        page.get_by_role("link", name="Back").click()
        page.get_by_role("link", name="Memory").click()
        page.get_by_role("link", name="Play it").click()
        page.wait_for_url("**/#/new/memory")


def test_a_notice_lies_over_nothing_that_is_clicked(
    chromium: Browser, hub: HubProcess
) -> None:
    """Buttons of a result are at the lower end."""
    with visit(chromium, hub) as anna:
        low, is_clicked = anna.page.evaluate(
            """() => {
              const toast = document.querySelector('.toast');
              Object.assign(toast, {hidden: false, textContent: 'It is kept.'});
              const {left, top, bottom} = toast.getBoundingClientRect();
              const there = document.elementFromPoint(left + 9, top + 9);
              return [bottom / innerHeight, toast.contains(there)];
            }"""
        )
        assert low < 0.5
        assert not is_clicked


def test_a_choice_of_decks_says_what_each_promises(
    chromium: Browser, hub: HubProcess
) -> None:
    """Where all cards are dealt once; a game without cards has no such choice."""
    with visit(chromium, hub) as anna:
        page, deck = anna.page, anna.page.get_by_label("How cards are shuffled")
        anna.go("#/new/kuhn/friends")
        page.get_by_text("More choices").click()
        expect(deck).to_have_accessible_description(
            "Every shuffle is proved and checked at once, and cards that nobody has "
            "shown stay hidden. The others can go on without a player who is gone."
        )
        deck.select_option("commutative")
        expect(page.get_by_text("only when the game is over")).to_be_visible()
        for other in ("chess", "hearts"):
            anna.go(f"#/new/{other}/friends")
            page.get_by_text("More choices").click()
            expect(page.get_by_label("How long the table waits")).to_be_visible()
            expect(deck).to_have_count(0)


def test_a_table_that_is_over_can_be_looked_at_checked_and_saved(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        start(anna, "tictactoe")
        play_to_the_end([anna], seed=1)
        page.get_by_role("button", name="Enough for now").click()
        results = page.get_by_role("region", name="How it ended")
        expect(results).to_contain_text("every signature, proof and rule checked")
        anna.go("#/tables")
        row = page.get_by_role("listitem").filter(has_text="over").last
        row.get_by_role("button", name="Check it").click()
        expect(row.get_by_role("status")).to_contain_text("every signature")
        anna.picture("tables-over")
        with page.expect_download() as saved:
            row.get_by_role("button", name="Save as CSV").click()
        assert saved.value.path().read_text().startswith("game,version,table")
        row.get_by_role("button", name="Look at it again").click()
        page.wait_for_url("**/#/replay/*")
        expect(page.get_by_text("Checked: fair")).to_be_visible()
        for transcript in tmp_path.rglob("*.p2pgame"):
            transcript.unlink()  # it is written anew from the table's own log
        anna.go("#/tables")
        row.get_by_role("button", name="Look at it again").click()
        expect(page.get_by_text("Checked: fair")).to_be_visible()
        assert [*tmp_path.rglob("*.p2pgame")]


@whole
@pytest.mark.parametrize("game", ["battleship", "fill"])
def test_headings_of_a_table_skip_no_level(
    chromium: Browser, tmp_path: Path, game: str
) -> None:
    with visitor(chromium, tmp_path) as anna:
        start(anna, game)
        heading = anna.page.locator(".stage").get_by_role("heading", level=2)
        expect(heading.first).to_be_visible()
        assert_accessible(anna.page)


def test_a_form_takes_time_for_a_whole_game_and_settings_a_relays_token(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        anna.go("#/settings")
        page.get_by_label("Addresses, one per line").fill("wss://relay.example")
        token = page.get_by_label("Token of these relays")
        form = page.locator("form").filter(has=token)
        save = form.get_by_role("button", name="Save")
        token.fill("no token")
        save.click()
        expect(form.get_by_role("alert")).to_contain_text("A token has 32 digits")
        token.fill(TOKEN)
        save.click()
        expect(page.get_by_role("status")).to_contain_text("Saved")
        expect(token).to_have_value("")
        kept = json.loads((anna.hub.home / "settings").read_text())
        assert TOKEN in str(kept["tokens"])
        page.get_by_label("Addresses, one per line").fill("")
        save.click()
        anna.go("#/new/kuhn/friends")
        page.get_by_text("More choices").click()
        bank = page.get_by_label("How long each player may think")
        expect(bank).to_be_hidden()
        page.get_by_label("How long the table waits").select_option("180")
        bank.select_option("300")
        page.get_by_role("button", name="Open the table").click()
        refused = page.get_by_role("alert").filter(has_text="no time is limited")
        expect(refused).to_be_visible()  # of two players nobody can go on alone
        anna.go("#/new/memory/friends")
        page.get_by_role("button", name="More players").click()
        page.get_by_text("More choices").click()
        page.get_by_label("How long the table waits").select_option("180")
        bank.select_option("300")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("region", name="Who is here")).to_be_visible()
        (ticket,) = anna.hub.home.rglob("ticket")
        assert json.loads(ticket.read_text())["hosting"]["terms"]["bank"] == 300


def test_a_plan_button_that_is_gone_leads_to_the_heading_of_the_plan(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        start(anna, "tictactoe")
        page.get_by_role("button", name="Plan moves").press("Enter")
        plan = page.get_by_role("region", name="Plan")
        expect(plan.get_by_role("heading", level=2)).to_be_focused()
        plan.get_by_role("button", name="Drop").press("Enter")
        expect(plan.get_by_role("group")).to_be_focused()
        expect(page.get_by_role("button", name="Plan moves")).to_be_visible()


def test_a_level_is_pasted_as_it_stands_in_a_file(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        pasted = "a..b\r\n.c..\r\ncda.\r\nd.b.\r\n"
        start(anna, "flow", Level="Another …", Which_one=pasted)  # until it is there
