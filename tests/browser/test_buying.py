"""Chips are bought on the page: in a field at the result, for the next table."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect

from tests.browser.playing import is_over, move_once, start
from tests.browser.visiting import visitor, whole


@whole
def test_a_host_begins_the_next_table_with_more_chips(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Anna") as anna:
        page, random = anna.page, Random(1)
        anna.go("#/new/holdem")
        players = page.get_by_role("group", name="How many players")
        while players.get_by_role("status").inner_text() != "2 players":
            players.get_by_role("button", name="Fewer players").click()
        start(anna, "holdem", Hands="9", Chips_of_each_seat="500,500")
        page.locator(".moves.open button.move").first.wait_for()
        page.get_by_role("button", name="Last round").click()
        expect(
            page.get_by_text("all agree that this is the last").first
        ).to_be_attached()
        while not is_over(page):
            move_once(page, random)
            page.wait_for_timeout(50)
        field = page.get_by_label("Chips to buy for the next table")
        expect(field).to_be_visible()
        most = int(field.input_value())
        field.fill(f"{most + 1}")
        page.get_by_role("button", name="Buy chips").click()  # it takes no more
        field.fill("200")
        page.get_by_role("button", name="Buy chips").click()
        expect(
            page.get_by_text("You buy 200 chips for the next table.").first
        ).to_be_attached()
        anna.picture("buy-chips")
        page.get_by_role("button", name="Play again").click()
        expect(page.get_by_text("Anna has bought 200 chips.").first).to_be_attached()
