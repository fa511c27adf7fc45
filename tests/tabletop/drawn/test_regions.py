"""Lines are drawn between cells of different regions, and nowhere else."""

from __future__ import annotations

from p2pgame.engine import Span
from p2pgame.tabletop.drawn.regions import regions, with_names
from tests.tabletop.drawn.test_boards import text_of

REGIONS = ("AAB", "A.B", "CC#")


def test_each_region_has_lines_around_it_and_none_within() -> None:
    labels = [[mark.replace("#", "") for mark in row] for row in REGIONS]
    cells = [[(Span(f" {mark} "),) for mark in row] for row in REGIONS]
    drawn = with_names(regions(labels, cells), "abc", ("1", "2", "3"))
    assert text_of(drawn) == [
        "    a   b   c",
        "  ╭───────┬───╮",
        "1 │ A   A │ B │",
        "  │   ╭───┤   │",
        "2 │ A │ . │ B │",
        "  ├───┴───┼───╯",
        "3 │ C   C │ #  ",
        "  ╰───────╯    ",
    ]


def test_lines_join_cells_through_gaps_and_walls() -> None:
    cells = [[(Span(f" {mark} "),) for mark in row] for row in ("ab", "cd")]
    drawn = regions([["", ""], ["", ""]], cells, {(0, 0): "red"}, {(0, 1): "red"})
    assert text_of(drawn)[1:4] == ["  a ─ b  ", "      │  ", "  c   d  "]
    assert Span("─", "red") in drawn[1]
    assert Span(" │ ", "red") in drawn[2]
