"""A view, which has fields by name, gives back the state that a game draws."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.arena.match import stream
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.client.telling.drawings import drawn_by, state_in
from p2pgame.client.telling.views import view_of
from p2pgame.engine import Drawing, Look, Over, RulesError, Span, State
from p2pgame.engine.game import AnyGame
from p2pgame.games.registry import GAMES

LOOK = Look(0, ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"), 80, 24, str)
STEPS = 40


def drawing(game: AnyGame) -> list[tuple[State, Mapping[int, str]]]:
    """Make a game note what it is to draw, and return where it does."""
    noted = []

    def draw(
        self: AnyGame, state: State, faces: Mapping[int, str], look: Look
    ) -> Drawing:
        assert look is LOOK
        noted.append((state, faces))
        return ((Span("drawn"),),)

    game.__class__ = type("Drawn", (type(game),), {"draw": draw})
    return noted


@pytest.mark.parametrize("name", GAMES)
def test_a_game_draws_the_state_that_it_is_in(name: str) -> None:
    rules = GAMES[name]
    seats, options = rules.seats[0], rules.options()
    match = Match(rules, seats, options, "drawings")
    drawer = type(rules)()
    noted = drawing(drawer)
    make = registry.find("random", name).maker()
    bots = [
        Bot("random", make, Seating(rules, options, seats, seat, stream(f"{seat}")))
        for seat in range(seats)
    ]
    for _ in range(STEPS):
        if isinstance(match.turn, Over):
            break
        match.step(bots, lambda: Budget.of(lambda: 0.0, simulations=1))
        view = match.observation(0).view
        assert drawn_by(drawer, view_of(view), LOOK) == ((Span("drawn"),),)
        assert noted[-1] == (view.state, view.faces)


def test_a_drawing_that_fails_is_the_rules_fault() -> None:
    game = type(GAMES["tictactoe"])()

    def draw(*_: object) -> Drawing:
        raise KeyError("there is none")

    game.__class__ = type("Broken", (type(game),), {"draw": draw})
    match = Match(game, 2, game.options(), "drawings")
    with pytest.raises(RulesError):
        drawn_by(game, view_of(match.observation(0).view), LOOK)


def test_an_earlier_view_gives_the_state_before_the_last_move() -> None:
    game = GAMES["tictactoe"]
    match = Match(game, 2, game.options(), "drawings")
    seen = match.observation(0).view
    assert state_in(game, view_of(seen)) == seen.state == game.setup(2, game.options())
