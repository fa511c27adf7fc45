"""Boxes keep to their width, whatever is put in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Look, Span
from p2pgame.tabletop.drawn.boxes import (
    apart,
    box,
    centred,
    clipped,
    columns,
    fitted,
    joined,
    page,
)
from p2pgame.tabletop.drawn.rows import width_of
from tests.games.drawn_text import lines, text_of

#: Texts that a screen shows as they are, in cells of one and of two.
TEXTS = st.text(st.sampled_from("ab c日本é♥│"), max_size=12)
ROWS = st.lists(TEXTS.map(Span), max_size=4).map(tuple)


@given(ROWS, st.integers(0, 20))
def test_a_row_is_cut_to_its_width_and_stays_whole_if_it_fits(
    row: tuple[Span, ...], width: int
) -> None:
    assert width_of([clipped(row, width)]) <= width
    assert width_of([fitted(row, width)]) == width
    assert width_of([centred(row, width)]) == width
    if width_of([row]) <= width:
        assert "".join(s.text for s in clipped(row, width)) == "".join(
            s.text for s in row
        )


@given(ROWS, ROWS, st.integers(0, 20))
def test_of_two_parts_the_right_one_is_cut_last(
    left: tuple[Span, ...], right: tuple[Span, ...], width: int
) -> None:
    assert width_of([apart(left, right, width)]) == width


@given(st.lists(ROWS, max_size=3), ROWS, ROWS, ROWS, st.integers(6, 30))
def test_a_box_is_as_wide_as_it_is_told(
    rows: list[tuple[Span, ...]],
    head: tuple[Span, ...],
    tail: tuple[Span, ...],
    foot: tuple[Span, ...],
    width: int,
) -> None:
    drawn = box(rows, width, head=head, tail=tail, foot=foot)
    assert {width_of([row]) for row in drawn} == {width}


def test_words_stand_in_the_edges_of_a_box() -> None:
    drawn = box([(Span("A"),)], 24, head=(Span("left"),), tail=(Span("right"),))
    assert text_of(drawn) == lines("""
        ╭─ left ────── right ─╮
        │ A                    │
        ╰──────────────────────╯
    """).replace("── right", "─── right")


def test_a_page_cuts_what_there_is_no_room_for() -> None:
    narrow = Look(None, (), 10, 4, str)
    drawn = page(narrow, [(Span("a long row of text"),)] * 5)
    assert text_of(drawn) == lines("""
        ╭────────╮
        │ a lon… │
        │ a lon… │
        ╰────────╯
    """)
    assert len(page(Look(None, (), 10, 1, str), [])) == 1


def test_columns_and_joined_rows_leave_out_what_is_empty() -> None:
    a, b = (Span("a"),), (Span("b"),)
    assert joined([a, (), b], " · ") == (*a, Span(" · "), *b)
    assert text_of(columns([(a, a), ((), b)], gap=2)) == "a\na  b"
