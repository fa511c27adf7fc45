"""The waiting room: the host gives guests a seat or none, and guests are told."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.playing import admit, open_table, sit_down
from tests.browser.visiting import visitor


def test_a_guest_without_a_seat_is_told_by_whom(
    chromium: Browser, tmp_path: Path
) -> None:
    """One is turned away at the door, and one is removed before the start."""
    with ExitStack() as stack:
        anna, ben, cleo = (
            stack.enter_context(visitor(chromium, tmp_path, name))
            for name in ("Anna", "Ben", "Cleo")
        )
        link = open_table(anna, "rps", 3)
        sit_down(ben, link)
        dialog = anna.page.get_by_role("dialog", name="May Ben play?")
        dialog.get_by_role("button", name="No", exact=True).click()
        told = "Anna gives you no seat at this table."
        expect(ben.page.get_by_role("alert")).to_have_text(told)
        sit_down(cleo, link)
        admit(anna, "Cleo")
        room = anna.page.get_by_role("region", name="Who is here")
        expect(room).to_contain_text("2/3")
        anna.picture("waiting-room-1280")
        room.get_by_role("button", name="Give Cleo no seat").click()
        anna.page.get_by_role("button", name="Remove", exact=True).click()
        expect(cleo.page.get_by_role("alert")).to_have_text(told)
        expect(room).to_contain_text("1/3")
        expect(room).not_to_contain_text("Cleo")
        expect(anna.page.get_by_text("is not here any more")).to_have_count(0)
