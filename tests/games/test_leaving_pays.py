"""Leaving never pays its author more than playing on passively would.

`python -m tests.games.leaving` looks at more games than the suite does.
"""

from __future__ import annotations

import pytest

from p2pgame.engine import losing
from p2pgame.engine.game import Game
from p2pgame.games.registry import GAMES, KNOWN
from tests.games.leavers import left_at_random
from tests.games.leaving import Extent, compare_some, seats_of, ways

#: Every game that two or more can play.
GAMES_OF_SEVERAL = [name for name, game in GAMES.items() if seats_of(game)]
#: Games of which a line to the end takes long.
SLOW = {"crazy-eights", "hearts", "holdem", "spades"}
SETTLING = {
    name for name, game in GAMES.items() if type(game).settled is not Game.settled
}


@pytest.mark.attack(21)
@pytest.mark.parametrize("name", GAMES_OF_SEVERAL)
def test_leaving_never_pays_more_than_playing_on_passively(name: str) -> None:
    """At every number of seats, and with each of some options by turns."""
    game, options = GAMES[name], ways(name)
    extent = Extent(2, 2, 2) if name in SLOW else Extent()
    for seats in seats_of(game):
        for seed in range(1 if name in SLOW else 2):
            chosen = options[(seats + seed) % len(options)]
            assert compare_some(game, seats, chosen, seed, extent), (seats, seed)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("goofspiel", {"cards": 4}),
        ("liars-dice", {"dice": 2}),
        ("mover", {"ticks": 5, "field": 5}),
        ("rps", {"rounds": 2}),
    ],
)
def test_a_leaver_without_whom_the_others_go_on_comes_last(
    name: str, options: dict[str, object]
) -> None:
    """Nobody who plays on to the end, however badly, can get less."""
    game = GAMES[name]
    for seed in range(30):
        chosen = game.options(**options)
        payoffs, gone = left_at_random(game, 2 + seed % 3, chosen, seed)
        assert {payoffs[seat] for seat in gone} == {min(payoffs)}


@pytest.mark.parametrize("name", sorted(SETTLING))
def test_the_first_version_of_each_settles_nothing(name: str) -> None:
    game = KNOWN[name, 1]
    options = game.options()
    state = game.setup(game.seats[0], options)
    lost = losing([0], game.teams(game.seats[0], options))
    assert game.settled(state, lost) is None
