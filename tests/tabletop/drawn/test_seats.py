"""Names are drawn so that they harm nothing, and whoever is to move is marked."""

from __future__ import annotations

from p2pgame.engine import Look, Message, Span
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import called, name_of, seat_rows
from tests.english import english
from tests.games.drawn_text import text_of


def look(*names: str, seat: int | None = None) -> Look:
    def say(message: Message) -> str:
        return english(message, names)

    return Look(seat, names, 80, 24, say)


def test_a_name_shows_nothing_that_moves_the_cursor() -> None:
    assert name_of(look("a\x1b[2Jb"), 0) == "a\ufffd[2Jb"
    assert name_of(look("\u202eabc"), 0) == "\ufffdabc"
    assert name_of(look("❤\ufe0f"), 0) == "❤"


def test_a_seat_without_a_name_has_its_number() -> None:
    assert name_of(look("Ann"), 3) == "player 3"


def test_whoever_looks_is_called_you_as_far_as_there_is_room() -> None:
    at = look("Benjamin", seat=0)
    assert text_of((called(at, 0, 20),)) == "Benjamin (you)"
    assert text_of((called(at, 0, 11),)) == "Benj… (you)"
    assert text_of((called(at, 0, 9),)) == "Benjamin"


def test_values_stand_in_one_column_behind_the_names() -> None:
    at = look("Ann", "日本語", seat=0)
    rows = seat_rows(at, [(Span("1"),), (Span("22"),)], {1}, 30)
    assert text_of(rows) == "  Ann (you)  1\n▸ 日本語     22"
    narrow = seat_rows(at, [(Span("x" * 40),)] * 2, {1}, 30)
    assert width_of(narrow) == 30
