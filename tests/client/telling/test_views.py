"""What a seat sees of any game goes to a page in any language: as plain JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.arena.match import stream
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.client.events import AnyEvent, Happened
from p2pgame.client.telling.views import cleared, view_of
from p2pgame.engine import Over, advance, view
from p2pgame.games.registry import GAMES
from p2pgame.playtest import play
from p2pgame.session.lobby import events

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


@pytest.mark.parametrize(
    ("name", "given"), [("blackjack", {}), ("holdem", {"hands": 9})]
)
def test_what_is_cleared_away_is_told_as_it_lay(
    name: str, given: dict[str, int]
) -> None:
    """The end of a hand is not in the next view any more."""
    game = GAMES[name]
    seats, options = game.seats[0], game.options(**given)
    match = Match(game, seats, options, "cleared")
    make = registry.find("random", name).maker()
    bots = [
        Bot("random", make, Seating(game, options, seats, seat, stream(f"{seat}")))
        for seat in range(seats)
    ]
    found = 0
    for _ in range(400):
        if isinstance(match.turn, Over) or found == 2:
            break
        before, turn = match.observation(0).view, match.turn
        match.step(bots, lambda: Budget.of(lambda: 0.0, simulations=1))
        after = match.observation(0)
        event = after.past[-1].event
        fixes = advance(game, before.state, event).fix_ups
        happened = events.Happened(turn, event, fixes, after.view)
        seen = cleared(game, before.state, before.faces, happened)
        if seen is not None:
            found += 1
            lie = after.view.faces if after.view.zones else {}
            assert seen.faces.keys() - lie.keys()
            assert seen.text != after.view.text
    assert found
