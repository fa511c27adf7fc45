"""What the page promises of its weight and its tasks: make page-figures has numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.jitter import JITTER
from tests.browser.measuring import loaded, traced
from tests.browser.playing import start
from tests.browser.visiting import visitor

#: Compressed bytes of the first screen, and milliseconds of a task.
FIRST_SCREEN, LONG = 150_000, 50.0


@pytest.mark.skipif(bool(JITTER), reason="the processor is slowed down")
def test_the_first_screen_is_small_and_no_task_is_long_while_a_deck_is_dealt(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        page.wait_for_load_state("networkidle")
        sizes = loaded(page)
        assert any("app.js" in url for url in sizes)
        assert sum(sizes.values()) <= FIRST_SCREEN, sizes
        with traced(chromium, page) as tasks:
            start(anna, "holdem")
            moves = page.get_by_role("region", name="Your moves")
            expect(moves).to_be_visible(timeout=120_000)
        assert len(tasks.milliseconds) > 100, "the trace has the page's tasks"
        assert tasks.longest <= LONG, sorted(tasks.milliseconds)[-5:]
