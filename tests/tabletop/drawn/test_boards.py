"""Boards are drawn square by square, from either side, as large as there is room."""

from __future__ import annotations

import pytest

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.tabletop.drawn.boards import (
    CHANGED,
    Board,
    Square,
    around,
    fitting,
    in_one,
    outcome,
)
from p2pgame.tabletop.drawn.rows import width_of

SQUARES = [[Square("a"), Square()], [Square("·"), Square("b", "strong", CHANGED)]]
BOARD = Board(SQUARES, ("x", "y"), ("2", "10"))


def look(width: int, height: int, seat: int | None = 0) -> Look:
    return Look(seat, ("Ann", "Ben"), width, height, lambda message: message.id)


def text_of(drawing: Drawing) -> list[str]:
    return ["".join(span.text for span in row) for row in drawing]


def trimmed(drawing: Drawing) -> list[str]:
    return [row.rstrip() for row in text_of(drawing)]


def test_a_square_has_its_text_in_the_middle_between_its_signs() -> None:
    assert text_of(BOARD.drawn((3, 1))) == [
        "   ╭──────╮",
        " 2 │ a    │",
        "10 │ · [b]│",
        "   ╰──────╯",
        "     x  y  ",
    ]
    large = text_of(BOARD.drawn((5, 3)))
    assert large[4:7] == ["   │          │", "10 │  ·   [b] │", "   │          │"]


def test_the_names_of_columns_stand_in_the_edge_and_a_sign_before_the_text() -> None:
    assert text_of(BOARD.drawn((2, 1), names_above=True)) == [
        "   ╭─x─y╮",
        " 2 │ a  │",
        "10 │ ·>b│",
        "   ╰────╯",
    ]


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (80, 24, (7, 3)),
        (40, 8, (3, 1)),
        (12, 8, (3, 1)),
        (9, 5, (2, 1)),
        (2, 2, (2, 1)),
    ],
)
def test_a_board_takes_the_largest_size_that_leaves_room_beside_it(
    width: int, height: int, size: tuple[int, int]
) -> None:
    assert BOARD.size(look(width, height), 20) == size


def test_what_belongs_to_the_sides_stands_beside_the_board_or_in_rows_around_it() -> (
    None
):
    board: Drawing = ((Span("─" * 10),),) * 5
    above: Drawing = ((Span("  "), Span("up")), (Span("  "), Span("1")))
    below: Drawing = ((Span("▸ "), Span("down")),)
    notes: Drawing = ((Span("  "), Span("note")),)
    beside = [
        row.rstrip() for row in text_of(around(board, look(40, 9), above, notes, below))
    ]
    line = "─" * 10
    assert beside == [
        f"{line}    up",
        f"{line}    1",
        f"{line}    note",
        line,
        f"{line}  ▸ down",
    ]
    rows = [
        row.rstrip() for row in text_of(around(board, look(12, 9), above, notes, below))
    ]
    assert rows == ["  up", "  1", *[line] * 5, "▸ down", "  note"]
    rows = [
        row.rstrip() for row in text_of(around(board, look(12, 8), above, notes, below))
    ]
    assert rows == ["  up · 1", *[line] * 5, "▸ down", "  note"]


def test_no_rows_are_no_row() -> None:
    assert in_one(()) == ()


def test_a_whole_drawing_is_a_rectangle_within_its_room() -> None:
    rows = ((Span("日本語"),), (Span("a"),), (Span("cut"),))
    assert width_of(fitting(rows, look(5, 2))) == 5
    assert text_of(fitting(rows, look(5, 2))) == ["日本…", "a    "]


@pytest.mark.parametrize(
    ("seat", "of", "payoffs", "told"),
    [
        (0, 0, (1, -1), (Span("seat-won", "good"),)),
        (0, 1, (-1, 1), (Span("seat-won", "bad"),)),
        (0, 0, (-1, 1), (Span("seat-lost", "bad"),)),
        (0, 1, (1, -1), (Span("seat-lost", "good"),)),
        (None, 1, (-1, 1), (Span("seat-won", "strong"),)),
        (0, 0, (0, 0), (Span("seat-even", "strong"),)),
        # Points against each player: none is the best.
        (0, 0, (0, -9), (Span("seat-won", "good"),)),
        (0, 1, (0, -9), (Span("seat-lost", "good"),)),
        # A player that has folded early has neither won nor lost.
        (0, 0, (0, 450, -450), ()),
        # A bank may win from all.
        (0, 0, (-9, -9), (Span("seat-lost", "bad"),)),
    ],
)
def test_an_end_is_good_or_bad_for_the_seat_that_looks(
    seat: int | None, of: int, payoffs: tuple[int, ...], told: Row
) -> None:
    assert outcome(look(9, 9, seat), of, payoffs) == told
