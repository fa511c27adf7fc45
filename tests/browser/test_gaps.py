"""A board that somebody is to move on keeps its moves while news comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.browser.holding import until
from tests.browser.playing import history, start
from tests.browser.test_races import cells, paused
from tests.browser.visiting import Visitor, hub_of, visit
from tests.web.hub_process import HubProcess


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    """A program in which these tests leave their tables."""
    with hub_of(tmp_path_factory.mktemp("gaps"), "Anna") as found:
        yield found


#: How often the board that somebody is to move on was there without any move.
GAPS = """() => {
  globalThis.gaps = 0;
  const can = () => document.querySelector('.stage .cell.can');
  const look = () => can() || (globalThis.gaps += 1);
  const options = {subtree: true, childList: true, attributes: true};
  new MutationObserver(look).observe(document.querySelector('.stage'), options);
}"""


def differs(anna: Visitor, before: list[str | None]) -> bool:
    """Whether the board shows something else than before."""
    return cells(anna) != before


def test_moves_stay_on_the_board_between_two_turns_of_one_s_own(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        start(anna, "flow")
        page = anna.page
        page.locator(".stage .cell.can").first.wait_for()
        page.get_by_text("Type a move instead").click()
        paused(anna)
        page.evaluate(GAPS)
        for count, move in enumerate(("B1 down", "undo B1", "redo B1"), 1):
            before = cells(anna)
            page.get_by_label("Type a move").fill(move)
            page.get_by_label("Type a move").press("Enter")
            until(page, partial(differs, anna, before))
            assert len(history(anna, "move")) == count
        assert page.evaluate("globalThis.gaps") == 0
