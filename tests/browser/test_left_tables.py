"""Tables that were left or have stopped: the lobby leads back, and deletes them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, expect

from tests.browser.playing import (
    admit,
    move_once,
    open_table,
    play_to_the_end,
    seated,
    sit_down,
    start,
)
from tests.browser.visiting import Visitor, hub_of, visit, visitor, whole

PROGRAM = "The usual program"


def listed(one: Visitor) -> Locator:
    """Return the box of the first place with the tables to go on at."""
    one.go("#/")
    return one.page.get_by_role("region", name="Go on where you left")


@whole
def test_a_table_that_was_left_leads_to_the_next_one(
    chromium: Browser, tmp_path: Path
) -> None:
    with (
        visitor(chromium, tmp_path, "Anna") as anna,
        visitor(chromium, tmp_path, "Ben") as ben,
    ):
        link = open_table(anna, "rps", 3, Rounds="1", Player_3=PROGRAM)
        sit_down(ben, link)
        admit(anna, "Ben")
        for one in (anna, ben):
            seated(one)
        page = ben.page
        page.get_by_role("button", name="Leave").click()
        page.get_by_role("dialog").get_by_role("button", name="Leave").click()
        page.get_by_role("button", name="Close the table").click()
        table = listed(ben).get_by_role("listitem")
        expect(table).to_contain_text("Rock, paper, scissors left")
        expect(table).to_contain_text("with Anna and ")
        play_to_the_end([anna], seed=1)
        table.get_by_role("button", name=re.compile("^Go on: Rock")).click()
        page.wait_for_url("**/#/table/*")
        anna.page.get_by_role("button", name="Again with 3").click()
        for one in (anna, ben):
            seated(one)
            players = one.page.get_by_role("list", name="Players")
            expect(players).to_contain_text("Ben")


def test_a_table_that_stopped_goes_on_and_is_deleted(
    chromium: Browser, tmp_path: Path
) -> None:
    with hub_of(tmp_path, "Anna") as hub, visit(chromium, hub) as anna:
        start(anna, "tictactoe")
        board = anna.page.get_by_role("region", name="Your moves")
        expect(board).to_be_visible()
        talk = anna.page.get_by_role("textbox", name="Say something to all")
        talk.fill("Good evening")
        talk.press("Enter")
        said = anna.page.get_by_role("list", name="History")
        expect(said).to_contain_text("Anna: Good evening")
        assert move_once(anna.page, Random(1))
        expect(said.locator(".move")).to_have_count(2)
        before = said.locator("li").all_inner_texts()
    with hub_of(tmp_path, "Anna") as hub, visit(chromium, hub) as anna:
        page = anna.page
        table = listed(anna).get_by_role("listitem")
        expect(table).to_contain_text("Tic-tac-toe stopped")
        table.get_by_role("button", name=re.compile("^Go on: Tic-tac-toe")).click()
        seated(anna)
        said = page.get_by_role("list", name="History").locator("li")
        for line in before:
            expect(said.filter(has_text=line).first).to_be_attached()
        anna.picture("history-of-before")
        anna.go("#/tables")
        tables = page.get_by_role("main").get_by_role("listitem")
        expect(tables).to_contain_text("playing now")
        expect(tables.get_by_role("button")).to_have_count(0)
        tables.get_by_role("link", name="To the table: Tic-tac-toe").click()
        seated(anna)
        expect(said.filter(has_text="Anna: Good evening")).to_be_visible()
    with hub_of(tmp_path, "Anna") as hub, visit(chromium, hub) as anna:
        box = listed(anna)
        box.get_by_role("button", name=re.compile("^Delete: Tic-tac-toe")).click()
        sure = anna.page.get_by_role("dialog")
        sure.get_by_role("button", name="Delete").click()
        expect(box).to_be_hidden()
        anna.go("#/tables")
        none = "You have no seat at any table yet."
        expect(anna.page.get_by_text(none)).to_be_visible()


def test_a_page_says_that_the_program_is_gone_and_that_it_is_back(
    chromium: Browser, tmp_path: Path
) -> None:
    """It was started anew, and lets the browser in by its file, in another tab."""
    with hub_of(tmp_path, "Anna") as hub, visit(chromium, hub) as anna:
        start(anna, "tictactoe")
        page, port = anna.page, str(urlsplit(anna.page.url).port)
        banner = page.locator(".banner")
        expect(banner).to_be_hidden()
        hub.process.kill()
        expect(banner).to_contain_text("p2pgame does not answer. Your games wait")
        with hub_of(tmp_path, "Anna", "web", "--no-open", "--port", port) as fresh:
            expect(banner).to_contain_text("p2pgame was started anew")
            anna.context.new_page().goto(fresh.file.as_uri())
            expect(banner).to_contain_text("p2pgame is back.")
            table = page.get_by_role("region", name="Go on where you left")
            expect(table).to_contain_text("Tic-tac-toe stopped")
            page.close()
        anna.faults.clear()  # of connections while nobody was there
