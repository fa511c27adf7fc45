"""What the things of a scene name is what the rules offer."""

from __future__ import annotations

import msgspec
import pytest

from games.registry import GAMES
from p2pgame.engine import Choose, State
from p2pgame.engine.exact_json import encode
from p2pgame.engine.scene import Grid, Scene
from p2pgame.playtest import play
from tests.games.drawn import makes_scenes, scene

SCENES = [name for name, game in GAMES.items() if makes_scenes(game)]


def scenes(name: str) -> list[tuple[State, Choose, Scene]]:
    """Return each decision of a game, with the scene of the seat that decides."""
    game = GAMES[name]
    playout = play(game, game.seats[0], game.options(), seed=3)
    found = []
    for step, secrets in zip(playout.steps, playout.secrets, strict=False):
        turn = game.turn(step.state)
        if isinstance(turn, Choose):
            seen = scene(game, step.state, secrets.known_to(turn.player), turn.player)
            assert seen is not None
            found.append((step.state, turn, seen))
    return found


@pytest.mark.parametrize("name", SCENES)
def test_each_move_of_a_decision_is_had_by_one_thing(name: str) -> None:
    """So a click on it, or a key, makes the move that a typed word makes."""
    for _, turn, seen in scenes(name):
        had = [
            cell.move
            for one in seen.parts
            if isinstance(one, Grid)
            for cell in one.cells
        ]
        for move in turn.moves:
            assert had.count(str(move)) == 1, move
        assert seen.moving == (turn.player,)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_survives_json(name: str) -> None:
    for _, _, seen in scenes(name):
        assert msgspec.json.decode(encode(seen), type=Scene) == seen


def test_a_cell_is_named_by_what_is_typed() -> None:
    ((_, _, seen), *_) = scenes("tictactoe")
    (grid,) = seen.parts
    assert isinstance(grid, Grid)
    assert [cell.name for cell in grid.cells] == [cell.move for cell in grid.cells]
