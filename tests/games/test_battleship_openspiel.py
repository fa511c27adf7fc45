"""Battleship agrees with OpenSpiel on placements, every shot and every payoff.

Conventions that differ, and are allowed for:

* OpenSpiel's players take turns to place one ship each, in the order of the
  lengths; ours place all at once.  The test gives it our fleet ship by ship, and checks
  that it allows each; in half of the games it draws the fleets, and ours takes them.
* Its ships may touch, so ours may.  It is set to allow no shot twice, as ours does,
  and as many shots as there are cells; each ship is worth 1.
* It knows no audit: no fleet is a lie here.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Open,
    Opened,
    Over,
    Place,
    Placed,
    advance,
    start,
)
from p2pgame.games.battleship.battleship import Battle, Battleship, BattleshipOptions
from p2pgame.games.battleship.fleet import WATER

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "250"))
GAME = Battleship()
#: Small boards, where games end soon, and the usual one.
TABLES = ((4, "3 2"), (5, "3 2 2"), (6, "4 3 1"), (8, "4 3 3 2"), (10, "5 4 3 3 2"))


class Pair:
    """One game, with the same fleets here and in OpenSpiel."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        size, ships = rng.choices(TABLES, weights=(12, 6, 2, 1, 1))[0]
        given: dict[str, int | str] = {
            "board_height": size,
            "board_width": size,
            "num_shots": size**2,
            "allow_repeated_shots": False,
            "ship_sizes": f"[{ships.replace(' ', ';')}]",
            "ship_values": f"[{';'.join('1' for _ in ships.split())}]",
        }
        self.theirs = pyspiel.load_game("battleship", given).new_initial_state()
        self.ours: Battle = start(GAME, 2, BattleshipOptions(size, ships)).state
        self.size = size
        names = map(self.ours.fleet.chart.name, range(size**2))
        self.cells = {name: cell for cell, name in enumerate(names)}

    def play(self) -> tuple[int, ...]:
        seas = self.place()
        faces = [face for sea in seas for face in sea]
        while True:
            match GAME.turn(self.ours):
                case Place(player):
                    assert GAME.why_misplaced(self.ours, player, seas[player]) is None
                    event: Placed | Chosen | Opened = Placed()
                case Choose(player, moves):
                    assert self.theirs.current_player() == player
                    cells = sorted(self.cells[str(move)] for move in moves)
                    assert cells == self.theirs.legal_actions()
                    shot = self.rng.choice(cells)
                    event = Chosen(player, self.ours.fleet.chart.name(shot))
                    self.theirs.apply_action(shot)
                case Open(slots):
                    event = Opened(tuple(faces[slot] for slot in slots))
                case Over(payoffs):
                    assert self.theirs.is_terminal()
                    assert self.theirs.returns() == list(payoffs)
                    return payoffs
                case turn:
                    raise AssertionError(turn)
            self.ours = advance(GAME, self.ours, event).state

    def place(self) -> list[tuple[str, ...]]:
        """Place both fleets in OpenSpiel, and return their faces."""
        drawn = self.rng.random() < 0.5
        seas = [
            list(GAME.placement(self.ours, n, f"random {self.rng.randrange(10**18)}"))
            if drawn
            else [WATER] * self.size**2
            for n in (0, 1)
        ]
        for ship, length in zip(
            self.ours.fleet.letters, self.ours.fleet.lengths, strict=True
        ):
            for sea in seas:
                allowed = self.theirs.legal_actions()
                if drawn:
                    cells = [cell for cell, face in enumerate(sea) if face == ship]
                    across = length == 1 or cells[1] == cells[0] + 1
                    action = self.size**2 * (1 if across else 2) + cells[0]
                    assert action in allowed
                else:
                    action = self.rng.choice(allowed)
                    kind, first = divmod(action, self.size**2)
                    for n in range(length):
                        sea[first + n * (1 if kind == 1 else self.size)] = ship
                self.theirs.apply_action(action)
        return [tuple(sea) for sea in seas]


def test_fleets_shots_and_payoffs_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250915"))
    winners = Counter[bool]()
    for number in range(GAMES):
        print(f"P2PGAME_SEED={seed + number}")
        payoffs = Pair(random.Random(seed + number)).play()
        winners[payoffs[0] > 0] += 1
    assert min(winners.values()) > GAMES // 5
