"""The page's drawings of card and dice games, fed with whole games in a browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from tests.browser.visiting import ALL
from tests.web.drawing_page import Drawn
from tests.web.frames import recording

#: Some tables of each game: the seats, whose eyes, and options.
TABLES: Mapping[str, tuple[str, int, int | None, Mapping[str, int]]] = {
    "holdem of 2": ("holdem", 2, 0, {"hands": 2}),
    "holdem of 6": ("holdem", 6, 0, {"hands": 2}),
    "holdem of 10": ("holdem", 10, 3, {"hands": 1, "ante": 1}),
    "holdem watched": ("holdem", 4, None, {"hands": 2}),
    "hearts": ("hearts", 4, 1, {"goal": 10}),
    "hearts watched": ("hearts", 4, None, {"goal": 1}),
    "spades": ("spades", 4, 2, {"goal": 20}),
    "crazy eights": ("crazy-eights", 3, 0, {"plays": 12}),
    "crazy eights of 10": ("crazy-eights", 10, 4, {"plays": 12}),
    "liar's dice": ("liars-dice", 3, 1, {"dice": 2}),
    "liar's dice of 10": ("liars-dice", 10, 0, {"dice": 1}),
    "kuhn": ("kuhn", 2, 1, {}),
    "leduc": ("leduc", 2, 0, {}),
    "leduc watched": ("leduc", 2, None, {}),
    "goofspiel": ("goofspiel", 4, 0, {"cards": 6}),
    "goofspiel of 10": ("goofspiel", 10, 7, {"cards": 20}),
    "pig": ("pig", 3, 1, {"goal": 10}),
    "rps of 4": ("rps", 4, 0, {"rounds": 3}),
    "rps watched": ("rps", 3, None, {"rounds": 2}),
    "blackjack": ("blackjack", 2, 1, {"rounds": 2}),
    "blackjack of 7": ("blackjack", 7, 0, {"rounds": 2}),
}
#: Tables of a game of which another is above: they are drawn if somebody asks for all.
FURTHER = {
    *("holdem of 2", "holdem of 6", "holdem watched", "hearts watched"),
    *("crazy eights of 10", "liar's dice of 10", "leduc watched", "goofspiel of 10"),
    *("rps watched", "blackjack of 7"),
}
DRAWN = [table for table in TABLES if ALL or table not in FURTHER]
#: With all kinds of moves, and the most in the window.
CROWDED = DRAWN if ALL else ["holdem of 10", "hearts", "liar's dice"]
#: What all dice are called.
_DICE = """[...document.querySelectorAll('.die')].map((one) => one.ariaLabel)"""
HOSTILE = "<img src=x onerror=wrong.push('run')>"


@cache
def recorded(table: str, language: str = "en") -> dict[str, Any]:
    game, seats, seat, options = TABLES[table]
    return recording(game, seats, seat, language=language, **options)


@pytest.mark.parametrize("table", DRAWN)
def test_a_whole_game_is_drawn_from_what_its_player_knows(
    chromium: Any, table: str
) -> None:
    """Following a game leads to what a jump shows, and shows no face too many."""
    followed, jumping = (Drawn(chromium, recorded(table)) for _ in range(2))
    seen = followed.seen(animate=True)
    for number, frame in seen.items():
        assert frame["overflow"] == 0, number
        known = followed.frames()[number]["view"]["faces"]
        for slot, rank in frame["faces"].items():
            if slot.isdecimal():
                face = known[slot].replace("T", "10")
                assert face.startswith(rank), (number, slot, rank)
    stops = [*seen][::-7]
    assert jumping.seen(stops) == {stop: seen[stop] for stop in stops}
    for drawn in (followed, jumping):
        assert drawn.wrong() == []
        drawn.close()


@pytest.mark.parametrize("table", CROWDED)
def test_a_phone_shows_it_in_german_with_names_as_text(
    chromium: Any, table: str
) -> None:
    told = recorded(table, "de")
    told = {**told, "names": [HOSTILE + name for name in told["names"]]}
    drawn = Drawn(chromium, told, width=375, language="de")
    stops = [*range(len(drawn.frames()))][::-5]
    wide = {n for n, frame in drawn.seen(stops).items() if frame["overflow"]}
    assert not wide
    assert drawn.page.locator("main img").count() == 0
    assert drawn.wrong() == []
    drawn.close()


@pytest.mark.row("B68")
@pytest.mark.parametrize("table", [t for t in CROWDED if "watched" not in t])
def test_moves_are_made_by_keyboard_alone(chromium: Any, table: str) -> None:
    """A robot presses Tab and Enter until it has made a move that is legal.

    What the rules refuse is said in their words.
    """
    drawn = Drawn(chromium, recorded(table), refusal="the rules say no")
    for number in _asked(drawn)[:3]:
        drawn.show(number)
        moves = drawn.frames()[number]["choice"]["moves"]
        made: list[str] = []
        for _ in range(60):
            drawn.page.keyboard.press("Tab")
            drawn.page.keyboard.press("Enter")
            did = drawn.did()
            made += [one["move"] for one in did if "move" in one]
            said = [one["say"] for one in did if "say" in one]
            assert said == ["the rules say no"] * len(said)
            if any(_fits(one, move) for one in made for move in moves):
                break
        else:
            raise AssertionError((number, made, moves))
    assert not any(re.search("Uncaught", text) for text in drawn.wrong())
    drawn.close()


def _asked(drawn: Drawn) -> list[int]:
    """Return the frames in which the player decides, and the drawing offers that."""
    asked = [n for n, frame in enumerate(drawn.frames()) if frame["choice"]]
    offered = "(n) => recording.frames[n].choice.moves.every((m) => drawing.offers(m))"
    return [number for number in asked if drawn.page.evaluate(offered, number)]


def _fits(made: str, move: str | dict[str, Any]) -> bool:
    if isinstance(move, str):
        return made == move
    verb, _, size = made.partition(" ")
    fits = verb == move["verb"] and size.isdecimal()
    return fits and int(move["low"]) <= int(size) <= int(move["high"])


def test_a_roll_for_all_lies_in_the_middle_until_something_else_happens(
    chromium: Any,
) -> None:
    """The state of pig keeps no die: it is shown from what is told."""
    told = recorded("pig")
    rolled = {"type": "message", "id": "rolled", "args": {"pips": "5", "sides": 6}}
    moved = {"type": "message", "id": "player-moves", "args": {}}
    said: list[list[dict[str, Any]]] = [[rolled], [], [moved], []]
    frames = [
        {**frame, "messages": messages}
        for frame, messages in zip(told["frames"][1:], said, strict=False)
    ]
    drawn = Drawn(chromium, {**told, "frames": frames})
    seen = []
    for number in range(4):
        drawn.show(number)
        seen.append(drawn.page.evaluate(_DICE))
    assert seen == [["die showing 5"], ["die showing 5"], [], []]
    drawn.close()


def test_throws_of_rock_paper_scissors_are_drawn_and_named(chromium: Any) -> None:
    drawn = Drawn(chromium, recorded("rps of 4"))
    thrown = next(n for n, one in enumerate(drawn.frames()) if one["messages"])
    drawn.show(thrown)
    tiles = drawn.page.locator(".card:has(.outline)")
    assert tiles.count() == 4
    names = [tile.get_attribute("aria-label") for tile in tiles.all()]
    assert {*names} <= {"Rock", "Paper", "Scissors"}
    assert drawn.page.locator(".card-tile", has_text="r").count() == 0
    drawn.close()


def test_a_seat_of_which_nothing_is_noted_shows_what_it_has_won(chromium: Any) -> None:
    drawn = Drawn(chromium, recorded("kuhn"))
    last = len(drawn.frames()) - 1
    payoffs = drawn.frames()[last]["view"]["terms"]["payoffs"]
    for number, shown in (0, ["", ""]), (last, [f"{one:+d}" for one in payoffs]):
        drawn.show(number)
        assert drawn.page.locator(".ring-value").all_text_contents() == shown
    drawn.close()


@pytest.mark.parametrize("plain", [False, True])
def test_dice_show_the_pips_that_the_game_means(chromium: Any, plain: bool) -> None:
    """Faces of dice count from 0, at a plain table, too."""
    told = recorded("liar's dice")
    drawn = Drawn(chromium, {**told, "plain": plain})
    seat, checked = told["begun"]["seat"], 0
    for number, frame in [*enumerate(told["frames"])][::7]:
        view = frame["view"]
        slots = view["state"]["hands"][seat]
        known = [int(view["faces"][str(n)]) for n in slots if str(n) in view["faces"]]
        drawn.show(number)
        labels = drawn.page.evaluate(_DICE)
        for face in known:
            assert f"die showing {face + 1}" in labels, number
            checked += 1
    assert checked
    drawn.close()
