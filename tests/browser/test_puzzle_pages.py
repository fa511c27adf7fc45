"""Puzzles on the page: what is picked goes where people click, drag or walk by keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.drawing_page import Drawn
from tests.web.frames import recording


def opened(chromium: Any, game: str, level: str) -> Drawn:
    """Return a puzzle before its first move."""
    drawn = Drawn(chromium, recording(game, 1, level=level), width=900)
    drawn.show(0)
    return drawn


def cell(drawn: Drawn, name: str) -> Locator:
    found: Locator = drawn.page.locator(f"[data-cell={name}]")
    return found


def test_a_line_is_clicked_dragged_and_made_by_keys(chromium: Any) -> None:
    drawn = opened(chromium, "flow", "first")
    cell(drawn, "a1").click()
    expect(cell(drawn, "a1")).to_have_attribute("aria-selected", "true")
    expect(drawn.page.locator(".cell.target")).to_have_count(2)
    cell(drawn, "b1").click()
    cell(drawn, "a1").click()
    cell(drawn, "a1").drag_to(cell(drawn, "b1"))
    cell(drawn, "a1").focus()
    for key in ("Enter", "Enter", "ArrowRight", "Enter"):
        drawn.page.keyboard.press(key)
    assert [one for one in drawn.did() if "move" in one] == [{"move": "A1 right"}] * 3
    # A cell where nothing can go lets go of what is picked.
    cell(drawn, "d4").click(force=True)
    expect(cell(drawn, "a1")).to_have_attribute("aria-selected", "false")
    assert drawn.wrong() == []
    drawn.close()


@pytest.mark.parametrize(("clicked", "move"), [("b3", "D b3"), ("a3", "D b2")])
def test_a_block_comes_to_lie_on_the_cell_that_is_clicked(
    chromium: Any, clicked: str, move: str
) -> None:
    """Its corner is none of its cells: a move names the first cell of its top row."""
    drawn = opened(chromium, "fill", "fifth")
    drawn.page.get_by_role("button", name="Block D, 4 cells").click()
    cell(drawn, clicked).click()
    assert [one["move"] for one in drawn.did() if "move" in one] == [move]
    assert drawn.wrong() == []
    drawn.close()


def test_a_block_unfolds_to_a_cell_beyond_it_or_by_a_button(chromium: Any) -> None:
    drawn = opened(chromium, "fold", "second")
    cell(drawn, "c4").click()
    ways = drawn.page.locator(".puzzle-ways button")
    expect(ways).to_have_count(2)
    ways.filter(has_text="↑").click()
    cell(drawn, "c2").click()
    cell(drawn, "b4").click()
    moves = [one["move"] for one in drawn.did() if "move" in one]
    assert moves == ["B up", "B up", "B left"]
    cell(drawn, "d4").click()
    expect(cell(drawn, "d4")).to_have_attribute("aria-selected", "true")
    assert drawn.wrong() == []
    drawn.close()


def test_what_is_asked_stays_between_turns_and_goes_with_the_game(
    chromium: Any,
) -> None:
    drawn = opened(chromium, "fold", "second")
    tools = drawn.page.locator(".puzzle-tools")
    expect(tools).to_contain_text("Choose a block, then the side")
    cell(drawn, "c4").click()
    expect(tools).to_contain_text("To which side does block B unfold?")
    drawn.page.evaluate("drawing.show({...recording.frames[0], choice: null})")
    expect(tools).to_contain_text("To which side does block B unfold?")
    over = {"turn": "over", "scene": {**scene_of(drawn), "payoffs": [0]}}
    drawn.page.evaluate(
        """over => {
          const view = {...recording.frames[0].view, ...over};
          return drawing.show({...recording.frames[0], view, choice: null});
        }""",
        over,
    )
    expect(tools).to_have_text("3 of 16 cells filled.")
    expect(drawn.page.locator("[aria-selected=true]")).to_have_count(0)
    assert drawn.wrong() == []
    drawn.close()


def scene_of(drawn: Drawn) -> dict[str, Any]:
    scene: dict[str, Any] = drawn.frames()[0]["view"]["scene"]
    return scene
