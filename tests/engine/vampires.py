"""In this test game vampires walk on a line, tick by tick."""

from __future__ import annotations

import random
from collections.abc import Mapping

from p2pgame.engine import (
    Event,
    Game,
    Options,
    Over,
    State,
    Tick,
    Ticked,
    Turn,
    start,
)
from p2pgame.engine.ticks import Ticks, forward, screen


class Night(State, frozen=True):
    """Each player's place on a line, blood, and necklace."""

    tick: int
    places: tuple[int, ...]
    blood: tuple[int, ...]
    necklaces: tuple[bool, ...]


class NightOptions(Options, frozen=True):
    ticks: int = 400
    blood: int = 40


class Vampires(Game[Night, NightOptions]):
    """In each tick a necklace draws blood from all beside it."""

    name = "vampires"
    version = 1
    seats = range(2, 20)
    options = NightOptions
    ticks = 400

    def setup(self, seats: int, options: NightOptions) -> Night:
        return Night(
            0,
            tuple(range(seats)),
            (options.blood,) * seats,
            tuple(seat % 3 == 0 for seat in range(seats)),
        )

    def turn(self, state: Night) -> Turn:
        alive = tuple(who for who, blood in enumerate(state.blood) if blood > 0)
        if len(alive) < 2 or state.tick == self.ticks:
            return Over((0,) * len(state.blood))
        return Tick(alive, ("left", "right", "west"))

    def apply(self, state: Night, event: Event) -> Night:
        assert isinstance(event, Ticked)
        return self.step(state, dict(event.orders))

    def step(self, state: Night, orders: Mapping[int, str]) -> Night:
        by = {"left": -1, "right": 1, "west": -20}
        places = tuple(
            place + by.get(orders.get(who, ""), 0)
            for who, place in enumerate(state.places)
        )
        blood = list(state.blood)
        for wearer, wears in enumerate(state.necklaces):
            for other in range(len(places)):
                near = abs(places[wearer] - places[other]) <= 1
                alive = state.blood[wearer] > 0 and state.blood[other] > 0
                if wears and near and alive and other != wearer:
                    blood[wearer] += 1
                    blood[other] -= 1
        return Night(state.tick + 1, places, tuple(blood), state.necklaces)

    def show(self, state: Night, faces: Mapping[int, str]) -> str:
        return f"{state.places} {state.blood}"


GAME = Vampires()
SEATS = 5

#: tick → player → order
Orders = dict[int, dict[int, str]]


def night(seats: int = SEATS, blood: int = 40) -> Night:
    return start(GAME, seats, NightOptions(blood=blood)).state


def ledger(horizon: int = 64, *, blood: int = 40) -> Ticks[Night, NightOptions]:
    return Ticks(GAME, night(blood=blood), seats=SEATS, horizon=horizon)


def some_orders(rng: random.Random, ticks: int, words: str = "left right") -> Orders:
    return {
        tick: {
            player: rng.choice(words.split())
            for player in range(SEATS)
            if rng.random() < 0.5
        }
        for tick in range(ticks)
    }


def straight(orders: Orders, ticks: int, *, blood: int = 40) -> Night:
    """Play the ticks in order, as if every order had come in time."""
    state = night(blood=blood)
    for tick in range(ticks):
        if isinstance(GAME.turn(state), Over):
            break
        ticked, _ = screen(GAME, state, orders.get(tick, {}))
        state, _ = forward(GAME, state, ticked)
    return state


def pass_ticks(ticks: Ticks[Night, NightOptions], orders: Orders, until: int) -> None:
    while ticks.tick < until:
        for player, order in orders.get(ticks.tick, {}).items():
            assert ticks.give(ticks.tick, player, order) is None
        ticks.close()
