"""This module walks in mover: a plane, a step of it, and all places."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from p2pgame.engine import digest, start
from p2pgame.engine.ticks import Undo, forward, screen
from p2pgame.games.mover.mover import ORDERS, Mover, MoverOptions
from p2pgame.games.mover.mover_text import notation
from p2pgame.games.mover.plane import Plane

GAME = Mover()
OPTIONS = MoverOptions(ticks=1000, field=0)

#: A player's place; while walking also the direction and the steps left.
At = tuple[int, int] | tuple[int, int, str, int]


def plane(seats: int = 3) -> Plane:
    return start(GAME, seats, OPTIONS).state


def step(state: Plane, orders: Mapping[int, str]) -> tuple[Plane, Undo[Plane]]:
    ticked, _ = screen(GAME, state, orders)
    return forward(GAME, state, ticked)


def seen(state: Plane) -> dict[int, At]:
    players = msgspec.json.decode(notation(state))["players"]
    return {int(player): tuple(at.values()) for player, at in players.items()}


def walk_about() -> str:
    """Return a digest of all states of a game of 60 ticks."""
    rng = random.Random(1)
    state, hashes = plane(20), b""
    for _ in range(60):
        orders = {rng.randrange(20): f"{rng.choice([*ORDERS])} {rng.randint(0, 9)}"}
        state, undo = step(state, orders)
        hashes += digest(state) + digest(undo)
    return digest(Plane(0, 0, 0, ())).hex() + hashes.hex()
