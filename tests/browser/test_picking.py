"""What was picked stays so while other news comes: an offer, what others do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.visiting import ALL
from tests.web.drawing_page import Drawn
from tests.web.frames import recording

WAYS = [[1, 3], [0, 2], [1, 3, 0], [2, 0]]
CHESS = ("[data-cell=e2]", "[data-cell=e4]")
CARDS = tuple(f".fan .card >> nth={at}" for at in (0, 4, 7))
PASS = (*CARDS, ".tricks-foot button.primary")
#: What is there without a turn, too.
PLACE = re.compile(r"\[data-cell|text=")
#: A game, how many play, whether it is drawn as any game is, what is clicked one by
#: one, and the move that this makes.
PICKS = {
    "chess": ("chess", 2, False, CHESS, "e2e4"),
    "a grid": ("chess", 2, True, CHESS, "e2e4"),
    "checkers": ("checkers", 2, False, ("[data-cell=c3]", "[data-cell=d4]"), "c3-d4"),
    "fill": ("fill", 1, False, (".puzzle-block:enabled", ".cell.target"), "A a1"),
    "fold": ("fold", 1, False, (".cell.can", ".puzzle-ways button"), "A down"),
    "cards": ("hearts", 4, True, PASS, "pass 8 24 48"),
    "a graph": ("kuhn", 2, True, ("text=/^0/", "text=/^3/"), "march 0 3"),
}


def told(name: str) -> dict[str, Any]:
    """A recording of a turn, and of the same without one."""
    game, seats, plain, *_ = PICKS[name]
    if game == "chess":
        pytest.importorskip("chess")
    found = recording(game, seats, 0)
    if plain:
        found = {**found, "plain": True}
    turn = next(frame for frame in found["frames"] if frame["choice"])
    if name == "a graph":
        graph = {"part": "graph", "ways": WAYS, "lies": [""] * 4}
        view = {**turn["view"], "scene": {"seats": [], "parts": [graph]}}
        choice = {"moves": ["march 0 1", "march 0 3"], "hints": []}
        turn = {**turn, "view": view, "choice": choice}
    return {**found, "frames": [turn, {**turn, "choice": None}]}


@pytest.mark.parametrize("name", PICKS if ALL else ("chess", "cards"))
def test_what_was_picked_stays_so_over_news(chromium: Any, name: str) -> None:
    *_, clicks, move = PICKS[name]
    drawn = Drawn(chromium, told(name), width=900)
    drawn.show(0)
    for where in clicks:
        drawn.page.locator(where).first.click()
        drawn.show(1)
        if PLACE.match(clicks[-1]):
            # There is nothing to choose, and a click means nothing.
            drawn.page.locator(clicks[-1]).first.dispatch_event("click")
        drawn.show(0)
    assert [one["move"] for one in drawn.did() if "move" in one] == [move]
    assert drawn.wrong() == []
    drawn.close()
