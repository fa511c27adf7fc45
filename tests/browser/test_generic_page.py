"""What the page draws of any game that makes no scene and has no drawing."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.drawing_page import Drawn
from tests.web.frames import recording

#: A ring of four places with a way across that leads one way alone.
WAYS = [[1, 3], [0, 2], [1, 3, 0], [2, 0]]


def plain(game: str, seats: int) -> dict[str, Any]:
    return {**recording(game, seats, 0), "plain": True}


def test_chips_lie_before_players_and_move_with_them(chromium: Any) -> None:
    drawn = Drawn(chromium, plain("holdem", 3))
    number = next(n for n, f in enumerate(drawn.frames()) if f["choice"])
    state = drawn.frames()[number]["view"]["state"]
    drawn.show(number)
    for amount in filter(None, state["bets"]):
        pile = drawn.page.get_by_role("img", name=f"{amount} chips", exact=True)
        expect(pile.first).to_be_visible()
    kept = drawn.page.locator("[data-key='chips of 1']")
    handle = kept.element_handle()
    drawn.show(number + 1)
    assert kept.evaluate("(now, before) => now === before", handle), "so it can slide"
    assert drawn.wrong() == []
    drawn.close()


def test_a_graph_is_drawn_and_its_places_are_picked(chromium: Any) -> None:
    told = plain("kuhn", 2)
    frame = told["frames"][-1]
    graph = {"part": "graph", "ways": WAYS, "lies": ["Ann", "", "Bob", ""]}
    moves = ["march 0 1", "march 0 3", "build 2", "wait"]
    hints = [
        {"type": "message", "id": "plain", "args": {}, "sentence": m} for m in moves
    ]
    view = {**frame["view"], "scene": {"seats": [], "parts": [graph]}}
    told["frames"] = [
        {**frame, "view": view, "choice": {"moves": moves, "hints": hints}}
    ]
    drawn = Drawn(chromium, told, width=375)
    drawn.show(0)
    board = drawn.page.get_by_role("group", name="board")
    assert drawn.page.locator(".graph-ways line").count() == 5
    assert drawn.page.locator(".graph-ways path").count() == 1, "one leads one way"
    start = board.get_by_role("button", name="place 0, Ann, leads to 1 3", exact=True)
    start.focus()
    drawn.page.keyboard.press("Enter")
    expect(start).to_have_attribute("aria-pressed", "true")
    board.get_by_role("button", name="place 3, leads to 2 0").click()
    board.get_by_role("button", name="place 2, Bob").click()
    assert drawn.did() == [{"move": "march 0 3"}, {"move": "build 2"}]
    offered = drawn.page.evaluate("m => m.map((one) => drawing.offers(one))", moves)
    assert offered == [True, True, True, False]
    assert drawn.page.evaluate("document.documentElement.scrollWidth") <= 375
    assert drawn.wrong() == []
    drawn.close()
