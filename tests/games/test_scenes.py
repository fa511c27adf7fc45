"""What the things of a scene name is what the rules offer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import msgspec
import pytest

from p2pgame.engine import Amount, Choose, State, Together
from p2pgame.engine.exact_json import encode
from p2pgame.engine.scene import Grid, NumberAsked, Puzzle, Scene, Stack
from p2pgame.games.registry import GAMES
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
        choices = turn.choices if isinstance(turn, Together) else (turn,)
        for one in choices:
            if isinstance(one, Choose):
                seen = scene(game, step.state, secrets.known_to(one.player), one.player)
                assert seen is not None
                found.append((step.state, one, seen))
    return found


def had_by(seen: Scene, seat: int) -> Iterator[str]:
    """Yield the moves that things have, of one with a number its word."""
    yield from (card.move for card in seen.seats[seat].hand)
    for part in seen.parts:
        if isinstance(part, Grid):
            yield from (cell.move for cell in part.cells)
            yield from between(part)
        elif isinstance(part, Puzzle):
            yield from (item.name for item in part.items)
        elif isinstance(part, Stack):
            yield part.move
        elif isinstance(part, NumberAsked):
            yield from (part.verb, *part.words)


def between(grid: Grid) -> Iterator[str]:
    """Yield the moves that name two cells of a grid, and what a piece becomes."""
    infixes = ("",) if grid.infix == "" else ("-", "x")  # which is the rules' word
    ends = ["", *(piece.sign.lower() for piece in grid.becomes)]
    for one, other in permutations((cell.name for cell in grid.cells), 2):
        for infix in infixes:
            yield from (f"{one}{infix}{other}{end}" for end in ends)


def named_in(move: str, seen: Scene) -> str:
    """Return what a thing has of a move: all of it, or at a puzzle an item's name."""
    if not any(isinstance(part, Puzzle) for part in seen.parts):
        return move
    word, *others = move.split()
    return others[0] if word in ("undo", "redo") else word


@pytest.mark.parametrize("name", SCENES)
def test_each_move_of_a_decision_is_had_by_one_thing(name: str) -> None:
    """So a click on it, or a key, makes the move that a typed word makes.

    A move of words alone, or of a number that no thing asks for, is a button.
    """
    for _, turn, seen in scenes(name):
        had = Counter(had_by(seen, turn.player))
        for move in turn.moves:
            name = move.verb if isinstance(move, Amount) else named_in(move, seen)
            if seen.pick and str(move).startswith(f"{seen.pick.verb} "):
                continue
            names_thing = isinstance(move, str) and re.search("[0-9]", move)
            assert had[name] in ((1,) if names_thing else (0, 1)), move
        assert turn.player in seen.moving


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_survives_json(name: str) -> None:
    for _, _, seen in scenes(name):
        assert msgspec.json.decode(encode(seen), type=Scene) == seen


def test_a_cell_is_named_by_what_is_typed() -> None:
    ((_, _, seen), *_) = scenes("tictactoe")
    (grid,) = seen.parts
    assert isinstance(grid, Grid)
    assert [cell.name for cell in grid.cells] == [cell.move for cell in grid.cells]


def test_tricks_lie_before_those_who_took_them() -> None:
    game = GAMES["spades"]
    playout = play(game, 4, game.options(goal=20), seed=3)
    counted = []
    for step in playout.steps:
        state = step.state
        seen = scene(game, state, {}, None)
        if state.phase != "play" or seen is None:
            continue
        best = [any(card.tone == "won" for card in seat.laid) for seat in seen.seats]
        taken = [
            len(seat.taken) // 4 + won
            for seat, won in zip(seen.seats, best, strict=True)
        ]
        assert taken == [*state.won]
        counted.append(sum(taken))
    assert max(counted) > 5
