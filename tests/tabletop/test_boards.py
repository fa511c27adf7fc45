"""Labels name numbers, and grids number the cells of a board, both ways."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import EMPTY
from p2pgame.tabletop import Grid, Labels, board, move, picture
from tests.english import refusing

PHASE = Labels("phase", ("deal", "play", "score"))
SIZES = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


@pytest.mark.row("B54")
def test_each_legal_value_has_a_name_and_each_name_a_value() -> None:
    assert list(PHASE) == [0, 1, 2]
    assert [PHASE.text(value) for value in PHASE] == ["deal", "play", "score"]
    assert [PHASE.value(text) for text in PHASE.texts] == [0, 1, 2]
    assert len(PHASE) == 3


@pytest.mark.row("B54")
@pytest.mark.parametrize("value", [-1, 3, 10**9])
def test_an_illegal_value_is_refused(value: int) -> None:
    assert value not in PHASE
    with refusing(ValueError, match=f"{value} is no phase, only 0 to 2"):
        PHASE.text(value)


@pytest.mark.row("B54")
def test_an_unknown_or_a_doubled_name_is_refused() -> None:
    with refusing(ValueError, match="'end' is no phase: deal, play, score"):
        PHASE.value("end")
    with refusing(ValueError, match="two values of phase have one name"):
        Labels("phase", ("deal", "play", "deal"))


@pytest.mark.row("B55")
def test_the_last_coordinate_runs_fastest() -> None:
    square, flat = Grid((3, 3)), Grid((2, 3))
    assert square.cell(1, 0) == 3
    assert square.at(3) == (1, 0)
    assert square.cell(0, 1) == 1
    assert flat.at(3) == (1, 0)
    assert [flat.at(cell) for cell in flat] == list(product(range(2), range(3)))
    assert Grid((2, 3, 4)).cell(1, 2, 3) == 23
    assert Grid((2, 3, 4)).cell(1, 0, 0) == 12


@pytest.mark.row("B55")
@given(SIZES)
def test_cells_and_coordinates_are_the_same_thing_twice(sizes: tuple[int, ...]) -> None:
    grid = Grid(sizes)
    ats = list(product(*map(range, sizes)))
    assert [grid.cell(*at) for at in ats] == list(grid) == list(range(len(ats)))
    assert [grid.at(cell) for cell in grid] == ats
    assert len(grid) == len(ats)


@pytest.mark.row("B55")
@given(SIZES, st.lists(st.integers(-2, 6), max_size=5).map(tuple))
def test_coordinates_off_the_board_are_refused(
    sizes: tuple[int, ...], at: tuple[int, ...]
) -> None:
    grid = Grid(sizes)
    if at in set(product(*map(range, sizes))):
        assert at in grid
        assert grid.at(grid.cell(*at)) == at
    else:
        assert at not in grid
        with refusing(ValueError, match="is not on a board"):
            grid.cell(*at)


@pytest.mark.row("B55")
def test_cells_and_sides_that_do_not_exist_are_refused() -> None:
    for cell in (-1, 9):
        with refusing(ValueError, match=f"no cell {cell}"):
            Grid((3, 3)).at(cell)
    for sizes in ((), (3, 0), (-1,)):
        with refusing(ValueError, match="sides of 1 or more"):
            Grid(sizes)


@pytest.mark.row("B54", "B55")
def test_the_cells_of_a_board_have_names() -> None:
    spaces = Grid((3, 3)).labels("space")
    assert spaces.texts == (
        "0,0",
        "0,1",
        "0,2",
        "1,0",
        "1,1",
        "1,2",
        "2,0",
        "2,1",
        "2,2",
    )
    assert spaces.value("1,0") == 3


@pytest.mark.row("B56")
def test_a_board_has_one_place_for_each_cell() -> None:
    chess = Grid((8, 8))
    spaces = board("tokens", chess).insert(7, chess.cell(3, 3))
    assert len(spaces.places) == 64
    assert spaces.places[27] == 7
    assert chess.at(spaces.place(7)) == (3, 3)
    with refusing(ValueError, match="place 27 is taken"):
        spaces.insert(8, chess.cell(3, 3))


@pytest.mark.row("B56")
def test_where_several_share_a_cell_each_player_has_a_board() -> None:
    grid = Grid((2, 2))
    spaces = [board("tokens", grid).insert(seat, 2) for seat in range(3)]
    assert [stack.places[grid.cell(1, 0)] for stack in spaces] == [0, 1, 2]
    spaces[0], spaces[1] = move(spaces[0], spaces[1], 0, grid.cell(0, 1))
    assert [stack.places[2] for stack in spaces] == [EMPTY, 1, 2]


def test_a_picture_has_even_columns() -> None:
    assert picture(["cat", "2", "", "4", "15"], 2) == "cat   2\n      4\n 15"
    assert picture([str(n) for n in range(1, 10)]) == "1 2 3\n4 5 6\n7 8 9"
    assert picture(["a"] * 5) == "a a a\na a"
    assert picture([]) == ""
