"""Drawings are put together cell by cell, also where characters take two."""

from __future__ import annotations

from p2pgame.engine import Drawing, Span
from p2pgame.tabletop.drawn.rows import beside, cut, framed, padded, width_of


def text_of(drawing: Drawing) -> list[str]:
    return ["".join(span.text for span in row) for row in drawing]


def test_a_text_is_cut_to_cells_and_not_to_characters() -> None:
    assert cut("Anna", 4) == "Anna"
    assert cut("Annabel", 4) == "Ann…"
    assert cut("日本語", 5) == "日本…"
    assert padded("日本語", 4) == "日… "


def test_a_frame_is_as_wide_as_what_is_in_it_and_its_title() -> None:
    assert text_of(framed([(Span("pot 30"),)], "Hand 1 of 10")) == [
        "╭ Hand 1 of 10 ──╮",
        "│ pot 30         │",
        "╰────────────────╯",
    ]


def test_the_shorter_of_two_gets_empty_rows() -> None:
    both = beside([(Span("日本"),), (Span("a"),)], [(Span("x"),)], gap=1)
    assert text_of(both) == ["日本 x", "a    "]
    assert width_of(both) == 6
