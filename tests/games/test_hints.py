"""Hints of a puzzle are made by its solver, and lead to a solution from anywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from p2pgame.engine import AnyGame, Choose, Chosen, Message, Reason, advance, start
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.flow.flow import Flow
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.tabletop.drawing import Drawing
from tests.english import english

FOLD, FILL, FLOW = FoldPuzzle(), FillPuzzle(), Flow()
#: Levels with one solution, with several, with a bridge, and with cells left free.
LEVELS: list[tuple[AnyGame, dict[str, Any]]] = [
    (FOLD, {}),
    (FOLD, {"level": "level a\ngrid\n  A..B\n  ....\n  ....\n  ....\n"}),
    (FILL, {}),
    (FILL, {"level": "level row\ngrid\n  ....\npad\n  A.B.C.D\n"}),
    (FLOW, {}),
    (FLOW, {"level": "A..B/..../..../A..B"}),
    (FLOW, {"level": "#A#/B+B/#A#"}),
    (FLOW, {"level": "A.B/.../A.B", "cover": False}),
]


def begun(game: AnyGame, options: dict[str, Any]) -> Any:
    return start(game, 1, game.options(**options)).state


def hints(game: AnyGame, state: Any) -> tuple[Message, ...]:
    found = game.advice(state, 0)
    assert isinstance(found, tuple)
    return found


def move_of(hint: Message) -> str:
    move = hint.args["move"]
    assert isinstance(move, str)
    return move


@pytest.mark.parametrize(("game", "options"), LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_the_moves_of_hints_solve_a_puzzle_from_any_position(
    game: AnyGame, options: dict[str, Any], seed: int
) -> None:
    rng, state = random.Random(seed), begun(game, options)
    for _ in range(rng.randrange(25)):
        turn = game.turn(state)
        if not isinstance(turn, Choose):
            return  # it was solved by chance
        moves = [str(one) for one in turn.moves if one not in ("give up", "restart")]
        state = advance(game, state, Chosen(0, rng.choice(moves))).state
    for _ in range(150):
        if state.solved:
            return
        *_, last = hints(game, state)
        state = advance(game, state, Chosen(0, move_of(last))).state
    raise AssertionError(f"the hints of {game.name} do not end")


@pytest.mark.parametrize("game", [FOLD, FILL, FLOW])
def test_each_hint_says_more_and_only_the_last_is_the_move(game: AnyGame) -> None:
    look, kind, last = hints(game, begun(game, {}))
    move = move_of(last)
    item, _, rest = move.partition(" ")
    assert item in english(look)
    assert item in english(kind)
    assert english(last) == f"the next move: {move}"
    for told in (look, kind):
        assert move not in english(told)
        assert rest not in english(told).split()


def test_a_hint_takes_back_what_leads_to_no_solution() -> None:
    state = begun(FILL, {})
    *_, last = hints(FILL, state)
    block, _, place = move_of(last).partition(" ")
    turn = FILL.turn(state)
    assert isinstance(turn, Choose)
    wrong = next(
        str(move)
        for move in turn.moves
        if str(move).startswith(f"{block} ") and not str(move).endswith(place)
    )
    there = advance(FILL, state, Chosen(0, wrong)).state
    _, kind, last = hints(FILL, there)
    assert kind.id == "fill-hint-over"
    assert move_of(last) == f"{block} {place}"


def test_a_level_without_a_solution_has_no_hint() -> None:
    state = begun(FOLD, {"level": "level a\ngrid\n  A..\n"})
    found = FOLD.advice(state, 0)
    assert isinstance(found, Reason)
    assert english(found.message) == "this level has no solution"


def test_a_level_that_is_too_hard_to_solve_has_no_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from p2pgame.games.puzzles.flow import flow_hints, flow_solver

    flow_hints._solutions.cache_clear()
    searches = []

    def briefly(grid: Drawing, **asked: Any) -> object:
        searches.append(grid)
        return flow_solver.solutions(grid, **asked, bound=3)

    monkeypatch.setattr(flow_hints, "solutions", briefly)
    state = begun(FLOW, {"level": "A..B/..../..../A..B"})
    found = FLOW.advice(state, 0)
    assert FLOW.advice(state, 0) == found
    assert len(searches) == 1, "a search that was too long is not made again"
    flow_hints._solutions.cache_clear()
    assert isinstance(found, Reason)
    assert found.code == "too-hard"
