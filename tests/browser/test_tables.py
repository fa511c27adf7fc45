"""Tables against programs: a robot clicks its way through games, and looks around."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from p2pgame.games.registry import GAMES
from tests.browser.axe import assert_accessible
from tests.browser.playing import move_once, play_to_the_end, seated, start
from tests.browser.visiting import ALL, Visitor, visitor

#: Options by their label that make a game quick by clicks.
QUICK: Mapping[str, Mapping[str, str]] = {
    "rps": {"Rounds": "1"},
    "hearts": {"Points that end the game": "1"},
    "spades": {"Points to win": "1", "Points to lose": "-1"},
}
#: All others are played if somebody asks for them.
SIZES = [(375, 740), (768, 1024), (1280, 850)] if ALL else [(375, 740)]
PLAYED = [*GAMES] if ALL else ["leduc"]
DRAWN = ("holdem", "flow", "hearts", "chess") if ALL else ("holdem", "flow")
SUITED = ("holdem", "hearts")
#: By how much the cells of each block stand apart, beside the gaps between them.
APART = """[...document.querySelectorAll('.puzzle-block')].map((block) => {
  const cells = [...block.children];
  const rows = Math.max(...cells.map((cell) => Number.parseInt(cell.style.gridRow)));
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const high = Math.max(...boxes.map((box) => box.bottom)) - boxes[0].top;
  return high - rows * boxes[0].height - 2 * (rows - 1);
})"""
#: Whether two elements begin at one height.
BESIDE = """(one, other) =>
  one.getBoundingClientRect().top === other.getBoundingClientRect().top"""
#: Names at a round table that are cut off.
CUT = """[...document.querySelectorAll('.ring-name')]
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""


def plain_tables(visitor: Visitor) -> None:
    """Choose lists and words in place of drawings, as a person would."""
    visitor.go("#/settings")
    visitor.page.get_by_role("checkbox", name="Plain tables").check()


@pytest.mark.row("G36", "B66")
@pytest.mark.parametrize("game", PLAYED)
def test_every_game_is_played_to_its_end_at_the_generic_table(
    chromium: Browser, tmp_path: Path, game: str
) -> None:
    with visitor(chromium, tmp_path) as anna:
        plain_tables(anna)
        start(anna, game, **QUICK.get(game, {}))
        play_to_the_end([anna], seed=1)
        anna.picture(f"end-{game}")
        expect(anna.page.locator(".sealed")).to_have_count(0)
        suits = anna.page.get_by_role("checkbox", name="A colour for each suit")
        has_suits = anna.page.locator("[data-suit]").count() > 0
        expect(suits).to_be_visible(visible=has_suits)
        expect(anna.page.get_by_role("region", name="How it ended")).to_be_visible()
        expect(anna.page.get_by_role("button", name="Keep ")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_what_begins_a_game_is_in_the_window(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with visitor(chromium, tmp_path) as anna:
        width, height = size
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.go("#/new/liars-dice")
        play = anna.page.get_by_role("button", name="Play now")
        expect(play).to_be_in_viewport(ratio=1)
        anna.picture(f"begins-{width}")


def test_tables_are_drawn_and_accessible(chromium: Browser, tmp_path: Path) -> None:
    random = Random(2)
    with visitor(chromium, tmp_path) as anna:
        for game in DRAWN:
            more = {"Hands": "9"} if game == "holdem" else {}  # a fold may end one
            start(anna, game, **more)
            moves = anna.page.get_by_role("region", name="Your moves")
            expect(moves).to_be_visible(timeout=120_000)
            move_once(anna.page, random)
            for width, height in ((1280, 850), (768, 1024), (375, 740)):
                anna.page.set_viewport_size({"width": width, "height": height})
                anna.picture(f"table-{game}-{width}")
                wide = anna.page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (game, width)
                assert width == 375 or anna.page.evaluate(CUT) == [], (game, width)
            anna.page.set_viewport_size({"width": 1280, "height": 850})
            assert_accessible(anna.page)
            suits = anna.page.get_by_role("checkbox", name="A colour for each suit")
            expect(suits).to_be_visible(visible=game in SUITED)
            leave = anna.page.get_by_role("button", name="Leave", exact=True)
            plan = anna.page.get_by_role("button", name="Plan moves")
            if game == "hearts":
                continue  # all pass cards at once, which nobody can plan
            # At one moment: the game goes on, and what lies above grows.
            assert leave.evaluate(BESIDE, plan.element_handle()), game


def test_blocks_beside_the_grid_are_whole_and_leaving_says_what_it_costs(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        start(anna, "fill")
        anna.page.get_by_role("group", name="Blocks beside the grid").wait_for()
        apart = anna.page.evaluate(APART)
        assert apart
        assert all(abs(gap) < 1 for gap in apart), apart
        asked = anna.page.get_by_role("dialog")
        anna.page.get_by_role("button", name="Leave", exact=True).click()
        expect(asked).to_contain_text("Leave the game for good? That ends the game.")
        asked.get_by_role("button", name="Stay").click()
        anna.page.get_by_role("button", name="Give up", exact=False).first.click()
        expect(asked).to_contain_text("That ends the game.")


def test_a_puzzle_is_undone_and_redone_by_its_tree(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        start(anna, "flow")
        page = anna.page
        board = page.get_by_role("grid", name="The puzzle")
        board.get_by_role("gridcell", name=re.compile("^a1, ")).click()
        board.get_by_role("gridcell", name=re.compile("^a2, ")).click()
        tree = page.get_by_role("list", name="A1")
        expect(tree).to_contain_text("a2")
        page.get_by_role("button", name="Undo A1").click()
        redo = page.get_by_role("button", name=re.compile("^Redo A1"))
        expect(redo).to_be_visible()
        redo.click()
        expect(board.get_by_role("gridcell", name="a2, end of line A1")).to_be_visible()


def test_a_level_is_chosen_by_what_people_call_it(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        start(anna, "flow", Level="Seven by seven")
        board = anna.page.get_by_role("grid", name="The puzzle")
        expect(board.get_by_role("gridcell", name=re.compile("^g7, "))).to_be_visible()


def test_what_was_said_is_text(chromium: Browser, tmp_path: Path) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    with visitor(chromium, tmp_path) as anna:
        start(anna, "kuhn")
        page = anna.page
        page.get_by_role("textbox", name="Say something").fill(hostile)
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("list", name="History")).to_contain_text(hostile)
        assert page.locator("img").count() == 0
        page.reload()
        seated(anna)
        expect(page.get_by_role("list", name="History")).to_contain_text(hostile)
