"""The neighbours on a board equal those counted by hand or by other programs."""

from __future__ import annotations

import pytest

from p2pgame.tabletop import (
    Graph,
    Grid,
    diagonal,
    down,
    graph_of,
    grid_graph,
    king_steps,
    left,
    lines,
    orthogonal,
    ray,
    right,
    up,
)
from p2pgame.tabletop.graphs import Direction
from tests.english import refusing

CHESS = Grid((8, 8))
KING = grid_graph(CHESS, king_steps(2))
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def joined(*directions: Direction) -> Graph:
    return grid_graph(CHESS, king_steps(2, *directions))


@pytest.mark.row("B57")
@pytest.mark.parametrize(
    ("directions", "edges"),
    [
        ((), 420),
        ((orthogonal,), 224),
        ((diagonal,), 196),
        ((diagonal, up), 98),
        ((diagonal, down), 98),
        ((diagonal, up, left), 49),
        ((up,), 154),
        ((left,), 154),
        ((orthogonal, right), 56),
        ((up, down), 0),
    ],
)
def test_a_chessboard_has_the_known_number_of_edges(
    directions: tuple[Direction, ...], edges: int
) -> None:
    graph = joined(*directions)
    assert len(graph.edges) == edges
    for a, b in graph.edges:
        (row, column), (to_row, to_column) = CHESS.at(a), CHESS.at(b)
        step = (to_row - row, to_column - column)
        assert max(map(abs, step)) == 1
        assert all(direction(step) for direction in directions)


@pytest.mark.row("B57")
def test_each_direction_names_its_steps() -> None:
    assert king_steps(2, up) == ((-1, -1), (-1, 0), (-1, 1))
    assert king_steps(2, down) == ((1, -1), (1, 0), (1, 1))
    assert king_steps(2, left) == ((-1, -1), (0, -1), (1, -1))
    assert king_steps(2, right) == ((-1, 1), (0, 1), (1, 1))
    assert king_steps(2, orthogonal) == ((-1, 0), (0, -1), (0, 1), (1, 0))
    assert king_steps(2, diagonal) == ((-1, -1), (-1, 1), (1, -1), (1, 1))


@pytest.mark.row("B57")
def test_draughts_of_the_two_colours_go_opposite_ways() -> None:
    black, red = joined(diagonal, up), joined(diagonal, down)
    assert {(b, a) for a, b in black.edges} == {*red.edges}
    assert black.neighbours[CHESS.cell(5, 0)] == (CHESS.cell(4, 1),)
    assert black.joins(CHESS.cell(5, 2), CHESS.cell(4, 1))
    assert not black.joins(CHESS.cell(4, 1), CHESS.cell(5, 2))


@pytest.mark.row("B57")
def test_neighbours_are_in_ascending_order() -> None:
    assert KING.neighbours[0] == (1, 8, 9)
    assert KING.neighbours[9] == (0, 1, 2, 8, 10, 16, 17, 18)
    assert KING.edges == tuple(sorted(KING.edges))
    backwards = grid_graph(CHESS, reversed(king_steps(2)))
    assert backwards == KING


@pytest.mark.row("B57")
def test_any_steps_make_a_graph() -> None:
    knight = grid_graph(CHESS, KNIGHT)
    assert len(knight.edges) == 336
    assert knight.neighbours[0] == (10, 17)


@pytest.mark.row("B57")
def test_boards_may_have_other_dimensions() -> None:
    line, cube = Grid((5,)), Grid((3, 3, 3))
    assert grid_graph(line, king_steps(1)).neighbours == (
        (1,),
        (0, 2),
        (1, 3),
        (2, 4),
        (3,),
    )
    around = grid_graph(cube, king_steps(3))
    assert len(around.neighbours[cube.cell(1, 1, 1)]) == 26
    assert len(grid_graph(cube, king_steps(3, orthogonal)).neighbours[13]) == 6
    assert len(lines(cube, 3)) == 49


@pytest.mark.row("B57")
def test_a_graph_may_be_made_of_any_edges() -> None:
    graph = graph_of(3, [(2, 0), (0, 1), (2, 1), (2, 0)])
    assert graph.neighbours == ((1,), (), (0, 1))
    assert graph.edges == ((0, 1), (2, 0), (2, 1))
    for edge in ((0, 3), (-1, 0)):
        with refusing(ValueError, match="no edge from"):
            graph_of(3, [edge])


def test_a_ray_goes_on_to_the_border() -> None:
    assert ray(CHESS, CHESS.cell(5, 5), (1, 1)) == (54, 63)
    assert ray(CHESS, 0, (0, 1)) == (1, 2, 3, 4, 5, 6, 7)
    assert ray(CHESS, 0, (-1, 0)) == ()
    assert ray(CHESS, 0, (3, 2)) == (26, 52)
    for step in ((0, 0), (1,), (1, 0, 0)):
        with refusing(ValueError, match="is no step"):
            ray(CHESS, 0, step)


@pytest.mark.parametrize(
    ("sizes", "length", "count"),
    [((3, 3), 3, 8), ((6, 7), 4, 69), ((15, 15), 5, 572), ((4, 4, 4), 4, 76)],
    ids=["tic-tac-toe", "connect four", "gomoku", "qubic"],
)
def test_there_are_as_many_lines_as_is_known(
    sizes: tuple[int, ...], length: int, count: int
) -> None:
    found = lines(Grid(sizes), length)
    assert len(found) == count
    assert len({frozenset(line) for line in found}) == count


def test_the_lines_of_a_square_are_its_rows_columns_and_diagonals() -> None:
    assert {*lines(Grid((3, 3)), 3)} == {
        *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
        *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
        *((0, 4, 8), (2, 4, 6)),
    }
