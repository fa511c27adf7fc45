"""A game's own drawing that fails is put away, and the table goes on without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.playing import start
from tests.browser.visiting import Visitor, hub_of, visit, whole
from tests.web.hub_process import HubProcess

#: A drawing that fails when the test says so, and fails to end, too.
FAILING = """
export function create() {
  const element = document.createElement('div');
  element.textContent = 'A drawing of its own';
  globalThis.ticks = 0;
  globalThis.ended = 0;
  const ticking = setInterval(() => (globalThis.ticks += 1), 20);
  const failing = new Promise((_, reject) => {
    globalThis.fail = () => reject(new Error('a fault of the drawing'));
  });
  const destroy = () => {
    clearInterval(ticking);
    globalThis.ended += 1;
    throw new Error('a fault at its end');
  };
  return {element, show: () => failing, destroy};
}"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    with hub_of(tmp_path_factory.mktemp("failing"), "Anna") as found:
        yield found


def told_both(anna: Visitor) -> None:
    """Check that the page has told its author of both faults, and of nothing else."""
    faults, anna.faults[:] = [*anna.faults], []
    assert len(faults) == 2
    assert all("a fault" in fault for fault in faults)


def serve_failing(route: Route) -> None:
    route.fulfill(body=FAILING, content_type="text/javascript")


@whole
def test_a_drawing_that_fails_ends_once_and_another_takes_its_place(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        page.route("**/games/rps.js", serve_failing)
        start(anna, "rps")
        own = page.get_by_text("A drawing of its own")
        own.wait_for()
        page.wait_for_function("globalThis.ticks > 0")
        page.evaluate("globalThis.fail()")
        own.wait_for(state="detached")
        expect(page.locator(".stage .guarded > *")).to_have_count(1)
        ticks = page.evaluate("globalThis.ticks")
        page.wait_for_timeout(100)
        assert page.evaluate("globalThis.ticks") == ticks
        page.get_by_role("button", name="rock").first.click()
        expect(page.get_by_role("list", name="History")).to_contain_text("rock")
        anna.go("#/contacts")
        page.get_by_role("heading", name="Contacts").wait_for()
        assert page.evaluate("globalThis.ended") == 1
        told_both(anna)


@whole
def test_a_drawing_whose_table_was_left_is_not_replaced_when_it_fails(
    chromium: Browser, hub: HubProcess
) -> None:
    with visit(chromium, hub) as anna:
        page = anna.page
        page.route("**/games/rps.js", serve_failing)
        start(anna, "rps")
        page.get_by_text("A drawing of its own").wait_for()
        page.evaluate("globalThis.kept = document.querySelector('.stage .guarded')")
        anna.go("#/contacts")
        page.get_by_role("heading", name="Contacts").wait_for()
        page.evaluate("globalThis.fail()")
        page.wait_for_timeout(100)
        assert page.evaluate("globalThis.ended") == 1
        assert page.evaluate("globalThis.kept.textContent") == "A drawing of its own"
        told_both(anna)
