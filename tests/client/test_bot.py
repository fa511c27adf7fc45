"""A program that plays a seat is no master, but nobody is annoyed by it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from p2pgame.client.bot import Bot
from p2pgame.client.events import Choice, Range
from p2pgame.engine import plain
from p2pgame.engine.game import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER

Moves = tuple[str | Range, ...]


def choice(
    moves: Moves, hints: Sequence[str], *, by_itself: str | None = None
) -> Choice:
    seconds = None if by_itself is None else 1
    return Choice(moves, tuple(map(plain, hints)), False, seconds, by_itself)


def decided(asked: Choice, times: int = 200) -> Counter[str | None]:
    """Return what a bot decides when it is asked so often."""
    bot = Bot(random.Random(1))
    return Counter(bot.decide(asked) for _ in range(times))


@pytest.mark.parametrize("hint", ["hold (+16)", "hold (+0)", "stand (at 12)"])
def test_a_bot_goes_on_while_it_has_little(hint: str) -> None:
    asked = choice(("roll", hint.split(" ")[0]), ("roll", hint))
    assert {*decided(asked)} == {"roll"}


@pytest.mark.parametrize("hint", ["hold (+17)", "stand (at 20)"])
def test_a_bot_is_content_with_much(hint: str) -> None:
    stop = hint.split(" ")[0]
    assert decided(choice(("roll", stop), ("roll", hint)))[stop] > 180


def test_a_bot_gives_nothing_up_while_it_can_go_on() -> None:
    moves = ("e2e4", "offer draw", "resign", "restart", "give up")
    assert {*decided(choice(moves, moves))} == {"e2e4"}
    assert {*decided(choice(("resign",), ("resign",)))} == {"resign"}


def test_a_bot_orders_something_now_and_then_as_a_clock_ticks() -> None:
    made = decided(choice((Range("l", 1, 1000),), ("l 1…1000",), by_itself=NO_ORDER))
    assert 100 < made[NO_ORDER] < 195
    assert {*made} <= {NO_ORDER, "l 1", "l 2", "l 3"}


def test_a_bot_lets_people_look_as_long_as_the_rules_say() -> None:
    asked = choice(("hide",), ("hide",), by_itself="hide")
    assert {*decided(asked)} == {None}


def test_a_bot_places_where_nobody_can_guess() -> None:
    asked = Choice(("random 0",), (plain("a fleet, or random"),), placement=True)
    made = [*decided(asked)]
    assert len(made) == 200
    assert all(move and AT_RANDOM.number(move) is not None for move in made)
