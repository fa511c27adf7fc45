"""Chess and checkers on the page: dragged, clicked and walked, from either side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from p2pgame.client.json_lines import with_sentences
from p2pgame.client.telling.views import view_of
from p2pgame.engine import view
from p2pgame.games.registry import GAMES
from tests.browser.visiting import ALL
from tests.web.drawing_page import Drawn
from tests.web.frames import NAMES, recording

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


def shown(chromium: Any, fen: str) -> Drawn:
    """A board of chess with this position, seen by white, which is to move."""
    pytest.importorskip("chess")
    game = GAMES["chess"]
    seen = view(game, game.position(2, game.options(), fen), 0, {})
    assert seen.choice is not None
    drawn = Drawn(chromium, recorded("chess", 0), width=800)
    frame = {
        "view": with_sentences(view_of(seen), NAMES, "en"),
        "before": None,
        "choice": {"moves": seen.choice.moves, "hints": []},
        "messages": [],
    }
    drawn.page.evaluate("frame => drawing.show(frame)", frame)
    return drawn


def test_a_king_in_check_is_marked_and_said(chromium: Any) -> None:
    drawn = shown(
        chromium, "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3"
    )
    king = drawn.page.locator(".cell.bad")
    expect(king).to_have_accessible_name("e1, white king, in check")
    drawn.close()


def test_a_pawn_becomes_what_is_chosen_and_the_rules_refuse_the_rest(
    chromium: Any,
) -> None:
    drawn = shown(chromium, "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    for target in ("a8", "b8"):
        cell(drawn, "a7").click()
        cell(drawn, target).click(force=True)
        if target == "a8":
            choices = drawn.page.get_by_role("group", name="Which move?")
            expect(choices.get_by_role("button")).to_have_count(4)
            choices.get_by_role("button", name="white knight").click()
    assert drawn.did() == [{"move": "a7a8n"}, {"move": "a7b8"}]
    assert drawn.wrong() == []
    drawn.close()


def test_the_piece_that_must_go_on_is_picked_already(chromium: Any) -> None:
    drawn = Drawn(chromium, recorded("checkers", 0), width=800)
    number = next(
        n
        for n, frame in enumerate(drawn.frames())
        if frame["view"]["state"]["jumper"] >= 0 and frame["choice"]
    )
    frame = drawn.frames()[number]
    drawn.show(number)
    source = frame["choice"]["moves"][0][:2]
    expect(cell(drawn, source)).to_have_attribute("aria-selected", "true")
    expect(drawn.page.get_by_text(f"goes on from {source}")).to_be_visible()
    drawn.close()


def test_a_fleet_is_placed_by_clicks_and_then_a_cell_is_shot_at(chromium: Any) -> None:
    told = recording("battleship", 2, 0, size=4, ships="3 2")
    drawn = Drawn(chromium, told, width=800)
    turns = [n for n, frame in enumerate(drawn.frames()) if frame["choice"]]
    drawn.show(turns[0])
    own = drawn.page.get_by_role("grid", name="Your sea")
    button = drawn.page.get_by_role("button")
    button.filter(has_text="Turn the ship").click()
    for name in ("a3", "a1", "b2"):  # from a3 down there are two cells
        own.locator(f"[data-cell={name}]").click()
    expect(own.get_by_label("b3, ship B")).to_be_visible()
    button.filter(has_text="Ready").click()
    drawn.show(turns[1])
    other = drawn.page.get_by_role("grid", name="The sea of Björn")
    other.get_by_label("c2, not shot at").click()
    did = [one["move"] for one in drawn.did() if "move" in one]
    assert did == ["a1 down b2 down", "c2"]
    assert drawn.wrong() == []
    drawn.close()
