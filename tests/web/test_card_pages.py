"""The page's drawings of card and dice games, fed with whole games in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from tests.web.drawing_page import Drawn, browser
from tests.web.frames import recording

#: Some tables of each game: the seats, whose eyes, and options.
TABLES: Mapping[str, tuple[str, int, int | None, Mapping[str, int]]] = {
    "holdem of 2": ("holdem", 2, 0, {"hands": 2}),
    "holdem of 6": ("holdem", 6, 0, {"hands": 2}),
    "holdem of 10": ("holdem", 10, 3, {"hands": 1, "ante": 1}),
    "holdem watched": ("holdem", 4, None, {"hands": 2}),
}
HOSTILE = "<img src=x onerror=wrong.push('run')>"


@cache
def recorded(table: str, language: str = "en") -> dict[str, Any]:
    game, seats, seat, options = TABLES[table]
    return recording(game, seats, seat, language=language, **options)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("width", "language"), [(1280, "en"), (375, "de")])
def test_a_whole_game_is_drawn_in_its_room_and_language(
    chromium: Any, table: str, width: int, language: str
) -> None:
    drawn = Drawn(chromium, recorded(table, language), width=width, language=language)
    assert not any(drawn.seen("overflow").values())
    assert drawn.wrong() == []
    drawn.close()


@pytest.mark.parametrize("table", TABLES)
def test_a_jump_shows_what_a_whole_game_leads_to(chromium: Any, table: str) -> None:
    followed, jumping = (Drawn(chromium, recorded(table)) for _ in range(2))
    seen = followed.seen("html", animate=True)
    stops = [*seen][::-7]
    assert jumping.seen("html", stops) == {stop: seen[stop] for stop in stops}
    for drawn in (followed, jumping):
        assert drawn.wrong() == []
        drawn.close()


@pytest.mark.parametrize("table", TABLES)
def test_no_card_is_shown_that_its_player_may_not_see(
    chromium: Any, table: str
) -> None:
    drawn = Drawn(chromium, recorded(table))
    for number, shown in drawn.seen("faces").items():
        faces = drawn.frames()[number]["view"]["faces"]
        for slot, rank in shown.items():
            known = faces.get(slot, "").replace("T", "10")
            assert known, (number, slot, rank)
            assert known.startswith(rank), (number, slot, rank)
    drawn.close()


@pytest.mark.parametrize("table", TABLES)
def test_a_name_is_text_whatever_it_says(chromium: Any, table: str) -> None:
    told = recorded(table)
    told = {**told, "names": [HOSTILE + name for name in told["names"]]}
    drawn = Drawn(chromium, told, width=375)
    last = len(drawn.frames()) - 1
    assert not any(drawn.seen("overflow", [0, last // 2, last]).values())
    assert drawn.page.locator("main img").count() == 0
    assert drawn.wrong() == []
    drawn.close()


@pytest.mark.parametrize("table", [t for t in TABLES if "watched" not in t])
def test_moves_are_made_by_keyboard_alone(chromium: Any, table: str) -> None:
    """A robot presses Tab and Enter until a move is made, and that is legal."""
    drawn = Drawn(chromium, recorded(table))
    asked = [n for n, frame in enumerate(drawn.frames()) if frame["choice"]]
    for number in asked[:6]:
        drawn.show(number)
        for _ in range(60):
            drawn.page.keyboard.press("Tab")
            drawn.page.keyboard.press("Enter")
            done = [one["move"] for one in drawn.did() if "move" in one]
            if done:
                break
        moves = drawn.frames()[number]["choice"]["moves"]
        assert any(_fits(done[0], move) for move in moves), (number, done, moves)
    drawn.close()


def _fits(made: str, move: str | dict[str, Any]) -> bool:
    if isinstance(move, str):
        return made == move
    verb, _, size = made.partition(" ")
    fits = verb == move["verb"] and size.isdecimal()
    return fits and int(move["low"]) <= int(size) <= int(move["high"])


@pytest.mark.parametrize("table", [t for t in TABLES if "watched" not in t])
def test_a_refusal_is_said_in_the_words_of_the_rules(chromium: Any, table: str) -> None:
    drawn = Drawn(chromium, recorded(table), refusal="the rules say no")
    asked = next(n for n, frame in enumerate(drawn.frames()) if frame["choice"])
    drawn.show(asked)
    said: list[str] = []
    for _ in range(60):
        drawn.page.keyboard.press("Tab")
        drawn.page.keyboard.press("Enter")
        said += [one["say"] for one in drawn.did() if "say" in one]
        if "the rules say no" in said:
            break
    assert "the rules say no" in said
    assert not any(re.search("Uncaught", text) for text in drawn.wrong())
    drawn.close()
