"""Pictures of every game's table and result, at three widths, light and dark.

They are kept for people to look at: ``make test-web-all PICTURES=folder``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from p2pgame.client.words import say, title_of
from p2pgame.games.registry import GAMES
from tests.browser.playing import is_over, move_once, open_table, play_to_the_end, start
from tests.browser.visiting import ALL, PICTURES, Visitor, visit, visitor

SIZES = ((1280, 850), (768, 1024), (375, 740))
#: Moves after which a table is looked at.
MOVES = 4

pytestmark = pytest.mark.skipif(not (ALL and PICTURES), reason="nobody asked for them")


def pictures(one: Visitor, name: str) -> None:
    """Keep pictures of what is shown, and see that nothing is wider than its window."""
    for width, height in SIZES:
        one.page.set_viewport_size({"width": width, "height": height})
        for look in ("light", "dark"):
            one.page.emulate_media(color_scheme=look)
            one.page.wait_for_timeout(150)
            one.picture(f"{name}-{width}-{look}")
        wide = one.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (name, width)
    one.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_every_window(chromium: Browser, tmp_path: Path, game: str) -> None:
    random = Random(3)
    with visitor(chromium, tmp_path) as anna:
        anna.go(f"#/new/{game}")
        title = say(title_of(game))
        anna.page.get_by_role("heading", name=title, level=1, exact=True).wait_for()
        anna.page.locator("form button.primary").wait_for()
        pictures(anna, f"setup-{game}")
        start(anna, game)
        for _ in range(MOVES):
            moves = anna.page.locator("section.moves.open")
            done = anna.page.locator("section.results:not([hidden])")
            expect(moves.or_(done).first).to_be_visible(timeout=120_000)
            if is_over(anna.page):
                break
            move_once(anna.page, random)
        pictures(anna, f"table-{game}")


def test_other_places_fit_every_window(chromium: Browser, tmp_path: Path) -> None:
    """The lobby, its places, a waiting room, and a result."""
    with visitor(chromium, tmp_path) as anna:
        for place in ("", "tables", "contacts", "settings", "join", "transcripts"):
            anna.go(f"#/{place}")
            expect(anna.page.locator("main .spinner")).to_have_count(0)
            pictures(anna, f"lobby-{place or 'home'}")
        open_table(anna, "leduc", 2)
        pictures(anna, "waiting-room")
        start(anna, "kuhn")
        play_to_the_end([anna], seed=3)
        pictures(anna, "result")
        with visit(chromium, anna.hub, size=SIZES[-1]) as phone:
            phone.go(anna.page.evaluate("location.hash"))
            expect(phone.page.locator("section.results")).to_be_visible()
            expect(phone.page.get_by_text("Laying the table")).to_have_count(0)
            phone.picture("result-phone")
