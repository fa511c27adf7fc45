"""Chess and checkers on the page: dragged, clicked and walked, from either side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.visiting import ALL
from tests.web.drawing_page import Drawn
from tests.web.frames import recording

#: A move that is possible at first, by the game and the seat: from where, to where.
FIRST = {
    ("chess", 0): ("e2", "e4", "e2e4"),
    ("chess", 1): ("e7", "e5", "e7e5"),
    ("checkers", 0): ("c3", "d4", "c3-d4"),
}
#: The names of the rows from the top, and of the columns from the left.
COORDINATES = """() => ['rowheader', 'columnheader'].map((role) =>
  [...document.querySelectorAll(`[role=${role}]`)]
    .map((one) => one.textContent).join(''))"""


@cache
def recorded(game: str, seat: int) -> dict[str, Any]:
    pytest.importorskip("chess")
    return recording(game, 2, seat)


@pytest.fixture(params=FIRST, ids=lambda one: f"{one[0]} of seat {one[1]}")
def board(request: Any, chromium: Any) -> Iterator[tuple[Drawn, str, str, str]]:
    """A board whose player is to move, and a move that is possible there."""
    game, seat = request.param
    drawn = Drawn(chromium, recorded(game, seat), width=800)
    source, target, move = FIRST[game, seat]
    number = next(
        n
        for n, frame in enumerate(drawn.frames())
        if move in (frame["choice"] or {"moves": ()})["moves"]
    )
    drawn.show(number)
    yield drawn, source, target, move
    assert drawn.wrong() == []
    drawn.close()


def cell(drawn: Drawn, name: str) -> Locator:
    found: Locator = drawn.page.locator(f"[data-cell={name}]")
    return found


def test_a_move_is_clicked_dragged_and_made_by_keys(
    board: tuple[Drawn, str, str, str],
) -> None:
    drawn, source, target, move = board
    cell(drawn, source).click()
    expect(cell(drawn, source)).to_have_attribute("aria-selected", "true")
    expect(cell(drawn, target)).to_have_class(re.compile(r"\bcan\b"))
    cell(drawn, target).click()
    cell(drawn, source).drag_to(cell(drawn, target))
    # Seen from either side, a man goes up.
    cell(drawn, source).focus()
    drawn.page.keyboard.press("Enter")
    (from_x, from_y), (to_x, to_y) = _at(drawn, source), _at(drawn, target)
    for key, steps in (("ArrowUp", from_y - to_y), ("ArrowRight", to_x - from_x)):
        for _ in range(steps):
            drawn.page.keyboard.press(key)
    drawn.page.keyboard.press("Enter")
    assert drawn.did() == [{"move": move}] * 3


def _at(drawn: Drawn, name: str) -> tuple[int, int]:
    """Return in which column and row a cell is seen."""
    rows, columns = drawn.page.evaluate(COORDINATES)
    return columns.index(name[0]), rows.index(name[1])


@pytest.mark.parametrize("seat", [0, 1] if ALL else [1])
@pytest.mark.parametrize("game", ["chess", "checkers"])
def test_a_player_sees_the_board_from_its_own_side_with_the_last_move(
    chromium: Any, game: str, seat: int
) -> None:
    drawn = Drawn(chromium, recorded(game, seat), width=800)
    frames = drawn.frames()
    count = next(n for n, frame in enumerate(frames) if frame["messages"])
    for number in range(count + 1):
        drawn.show(number)
    rows, columns = drawn.page.evaluate(COORDINATES)
    assert (rows, columns) == (
        ("87654321", "abcdefgh") if seat == 0 else ("12345678", "hgfedcba")
    )
    last = drawn.page.locator(".cell.last")
    expect(last).to_have_count(2)  # from where, and where to
    drawn.close()


def test_a_king_in_check_is_marked_and_said(chromium: Any) -> None:
    drawn = Drawn(chromium, recorded("chess", 0), width=800)
    frame = drawn.frames()[0]
    fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    view = {**frame["view"], "state": {**frame["view"]["state"], "fen": fen}}
    drawn.page.evaluate(
        "view => drawing.show({view, before: null, choice: null, messages: []})", view
    )
    king = drawn.page.locator(".cell.check")
    expect(king).to_have_accessible_name("e1, white king, in check")
    drawn.close()
