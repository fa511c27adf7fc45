"""A transcript on the page: stepped through, seen with other eyes, gone on from."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.archiving import ARCHIVE
from tests.browser.axe import assert_accessible
from tests.browser.holding import Wire, held_back
from tests.browser.playing import history, play_to_the_end, remembers, seated
from tests.browser.visiting import Visitor, hub_of, visit, whole
from tests.parting import in_parts
from tests.web.hub_process import HubProcess

#: Drops a file on the page as a file manager does.
DROP = """(data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], 'from a friend'));
  const event = new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true});
  if (document.body.dispatchEvent(event)) throw new Error('the browser would open it');
}"""
SIZES = [(1280, 850), (768, 1024), (375, 740)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    """A program whose folder has transcripts of several games."""
    folder = tmp_path_factory.mktemp("library")
    with hub_of(folder, "Anna") as hub:
        for one in ("kuhn-1-masked", "holdem-1-commutative", "chess-1-masked"):
            shutil.copy(ARCHIVE / f"{one}.p2pgame", folder / "Anna")
        yield hub


def opened(visitor: Visitor, title: str) -> Page:
    """Go to the replay of a game's transcript from the list of them."""
    page = visitor.page
    visitor.go("#/replay")
    own = page.get_by_role("region", name="Your games")
    own.get_by_role("link", name=title).click()
    expect(page.get_by_role("status").filter(has_text="Checked: fair")).to_be_visible()
    return page


def test_the_own_games_are_listed_and_one_is_seen_with_its_players_eyes(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        page = opened(anna, "Kuhn poker")
        page.get_by_role("button", name="One step forward").click()
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()
        hidden = page.get_by_role("img", name="face-down card")
        expect(hidden).to_have_count(2)
        eyes = page.get_by_label("View as")
        assert eyes.locator("option").count() == 3
        eyes.select_option(index=2)
        expect(hidden).to_have_count(1)
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()
        expect(page.get_by_text("Your cards: J")).not_to_have_count(0)
        page.get_by_role("button", name="Link to this step").click()
        link = page.url
        assert link.endswith("/2/2")
        anna.go("#/")
        page.goto(link)
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()
        expect(hidden).to_have_count(1)


def test_a_step_asked_for_before_the_drawing_is_there_is_shown(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        page = anna.page
        held = held_back(page, "**/games/kuhn.js")
        opened(anna, "Kuhn poker")
        page.get_by_role("button", name="One step forward").click()
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()
        assert held
        for route in held:
            route.continue_()
        expect(page.get_by_role("img", name="face-down card")).to_have_count(2)


@whole
def test_a_step_that_is_clicked_counts_more_than_that_of_the_address(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        page = anna.page
        held = held_back(page, "**/games/kuhn.js")
        anna.go("#/replay/kuhn-1-masked.p2pgame/4")
        expect(
            page.get_by_role("status").filter(has_text="Checked: fair")
        ).to_be_visible()
        page.get_by_role("button", name="First step").click()
        held[0].continue_()
        page.locator(".replay-table .ring").wait_for()
        page.wait_for_timeout(100)
        expect(page.get_by_text("Step 1 of 5")).to_be_visible()


@whole
def test_what_is_stopped_and_played_again_goes_on_at_one_pace(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        page = opened(anna, "Chess")
        page.clock.install()
        page.clock.pause_at("2030-01-01")
        for name in ("Play", "Pause", "Play"):
            page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_text("Step 3 of ")).to_be_visible()
        page.clock.run_for(1200)
        expect(page.get_by_text("Step 4 of ")).to_be_visible()


def test_a_game_goes_on_from_a_step_against_programs_and_again(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        wire = Wire(anna)
        page = opened(anna, "Kuhn poker")
        page.get_by_role("button", name="One step forward").click()
        page.get_by_role("button", name="Go on against programs").click()
        seated(anna)
        page.get_by_role("button", name="Last step").wait_for(state="detached")
        lines = page.get_by_role("list", name="History").get_by_role("button")
        lines.first.wait_for()
        began = history(anna)[:1]
        play_to_the_end([anna], seed=1)
        look = page.get_by_role("button", name="Look at the table")
        expect(look).to_be_visible()
        page.set_viewport_size({"width": 375, "height": 740})
        expect(look).to_have_count(0)  # the result is folded
        page.set_viewport_size({"width": 1280, "height": 850})
        expect(look).to_be_visible()
        table = page.url
        page.get_by_role("button", name="Play again").dblclick()
        page.wait_for_url(lambda url: url != table)
        expect(page.get_by_role("region", name="How it ended")).to_be_hidden()
        expect(page.get_by_role("list", name="History")).to_contain_text("Practice")
        remembers(anna, began)
        tables = page.get_by_role("navigation", name="Open tables")
        expect(tables).to_be_hidden()  # no other is left
        assert sum("again" in one for one in wire.sent) == 1  # of two clicks one counts


def test_a_game_comes_in_parts_and_leaves_in_the_notations_of_others(
    chromium: Browser, library: HubProcess, tmp_path: Path
) -> None:
    parts = in_parts((ARCHIVE / "holdem-1-commutative.p2pgame").read_bytes(), 4)
    assert len(parts) > 2
    files = [tmp_path / f"piece-{number}" for number in range(len(parts))]
    for file, part in zip(files, parts, strict=True):
        file.write_bytes(part)
    with visit(chromium, library) as anna:
        page = anna.page
        for chosen in (files[1:2], files[::-1]):
            anna.go("#/replay")
            with page.expect_file_chooser() as chooser:
                page.get_by_role("button", name="Choose a file").click()
            chooser.value.set_files(chosen)
            if len(chosen) == 1:
                missing = page.get_by_role("alert").filter(has_text="Open all other")
                expect(missing).to_contain_text("piece-1 is one of several parts")
                anna.picture("replay-part-missing")
        fair = page.get_by_role("status").filter(has_text="Checked: fair")
        expect(fair).to_be_visible()
        for format, begins in (("PHH", "variant = "), ("CSV", "game,version,")):
            with page.expect_download() as saved:
                page.get_by_role("button", name=f"Save as {format}").click()
            assert saved.value.path().read_text().startswith(begins), format


def test_a_file_that_is_dropped_anywhere_on_the_page_is_played(
    chromium: Browser, library: HubProcess
) -> None:
    with visit(chromium, library) as anna:
        page = anna.page
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        data = base64.b64encode((ARCHIVE / "chess-1-masked.p2pgame").read_bytes())
        page.evaluate(DROP, data.decode())
        fair = page.get_by_role("status").filter(has_text="Checked: fair")
        expect(fair).to_be_visible()
        expect(page.get_by_role("grid", name="board")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_replay_is_accessible_at_every_size(
    chromium: Browser, library: HubProcess, dark: bool
) -> None:
    with visit(chromium, library, dark=dark) as anna:
        for name, title in (("holdem", "Texas hold'em"), ("chess", "Chess")):
            page = opened(anna, title)
            if name == "holdem":
                history = page.get_by_role("list", name="What happened")
                expect(history).to_contain_text("The button starts with")
            page.get_by_role("button", name="One step forward").click()
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                shade = "dark" if dark else "light"
                anna.picture(f"replay-{name}-{width}-{shade}")
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (name, width)
                if width != 768:
                    assert_accessible(page)
