"""A level is drawn where the option asks for one: by whoever opens the table."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.requests import Host
from p2pgame.engine import AnyGame, Refusal, start
from p2pgame.games.puzzles.fill import fill_solver
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.flow import flow_solver
from p2pgame.games.puzzles.flow.flow import Flow
from p2pgame.games.puzzles.fold import fold_solver
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.games.puzzles.puzzle_cover import TooHard
from p2pgame.games.puzzles.puzzle_random import AGAIN, level_of
from tests.english import english

PUZZLES = [Flow(), FoldPuzzle(), FillPuzzle()]


@pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.name)
@pytest.mark.parametrize("size", ["random", "random:4x6", "random:6x6"])
def test_a_drawn_level_has_its_size_and_one_solution(game: AnyGame, size: str) -> None:
    asked = replace(game.options(), level=size)
    options = game.as_offered(asked, Random(7).randbytes)
    assert options == game.as_offered(asked, Random(7).randbytes)
    assert options.level != size
    state = start(game, 1, options).state
    width, height = (int(n) for n in (size.partition(":")[2] or "5x5").split("x"))
    match game:
        case Flow():
            grid, found = state.grid, len(flow_solver.solutions(state.grid))
        case FoldPuzzle():
            grid, found = state.puzzle.grid, len(fold_solver.solutions(state.puzzle))
        case _:
            grid, found = state.puzzle.grid, len(fill_solver.solutions(state.puzzle))
    assert (grid.width, len(grid.rows)) == (width, height)
    assert found == 1


@pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.name)
def test_a_named_level_stays_and_a_strange_size_is_refused(game: AnyGame) -> None:
    options = game.options()
    assert game.as_offered(options, Random(1).randbytes) == options
    for size in ("random:2x5", "random:5x9"):
        with pytest.raises(Refusal) as refused:
            game.as_offered(replace(options, level=size), Random(1).randbytes)
        assert "3 to 8 columns and rows" in english(refused.value.message)


def test_what_can_not_be_drawn_is_tried_again_and_then_refused() -> None:
    tries = list[str]()

    def fail(width: int, height: int) -> str:
        tries.append(f"{width}x{height}")
        raise TooHard if len(tries) % 2 else LookupError

    with pytest.raises(Refusal) as refused:
        level_of("random:4x4", fail)
    assert tries == ["4x4"] * AGAIN
    assert english(refused.value.message).startswith("no level of 4 by 4")


def test_an_offer_has_the_level_itself_and_each_has_another() -> None:
    asked = Host(game="flow", options={"level": "random:7x7"})
    levels = {offer_of(asked).options.level for _ in range(3)}  # type: ignore[attr-defined]
    assert len(levels) == 3
    assert all(level.startswith("level drawn\n") for level in levels)
    with pytest.raises(InvalidRequest, match="3 to 8 columns"):
        offer_of(Host(game="fold", options={"level": "random:9x9"}))
