"""What a seat sees of any game goes to a page in any language: as plain JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.registry import GAMES
from p2pgame.client.events import AnyEvent, Happened
from p2pgame.client.seat.views import view_of
from p2pgame.engine import view
from p2pgame.playtest import play

#: The numbers that every reader of JSON keeps as they are.
EXACT = 2**53
#: States of one game that are looked at.
LOOKED_AT = 40


def numbers(value: Any) -> list[int]:
    """Return all whole numbers in what was read."""
    match value:
        case int():
            return [value]
        case dict():
            return [n for each in value.values() for n in numbers(each)]
        case list():
            return [n for each in value for n in numbers(each)]
    return []


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_a_random_game_survives_json(name: str) -> None:
    game = GAMES[name]
    playout = play(game, game.seats[0], game.options(), 1)
    every = max(1, len(playout.steps) // LOOKED_AT)
    for step in playout.steps[::every]:
        for seat in (None, 0):
            told = Happened((), view_of(view(game, step.state, seat, {})))
            data = msgspec.json.encode(told)
            read = msgspec.json.decode(data, type=AnyEvent)
            assert msgspec.json.encode(read) == data
            plain = msgspec.json.decode(data)
            assert all(abs(number) <= EXACT for number in numbers(plain)), name
