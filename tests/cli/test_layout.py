"""A scene fills a window of any size exactly, and says what matters in all."""

from __future__ import annotations

import pytest

from p2pgame.cli.terminal import layout
from p2pgame.cli.terminal.scene import Line, Picture, Scene
from p2pgame.cli.terminal.window_display import keys_of
from p2pgame.cli.text.plain_drawing import plainly_drawn
from p2pgame.cli.text.wrapping import broken_between_words, wrapped
from p2pgame.engine import Drawing, Span
from p2pgame.tabletop.drawn.rows import width_of

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (20, 6), (5, 2)]


def board(width: int, height: int) -> Drawing:
    return tuple((Span("#" * 40),) for _ in range(8))


def scene() -> Scene:
    made = Scene("kuhn · Ann, Ben", offers="check, bet 2…40", seconds=12)
    made.picture = Picture("board", board)
    made.log += [Line(f"line {n} " + "word " * n) for n in range(30)]
    return made


@pytest.mark.parametrize("size", SIZES)
def test_a_window_is_filled_and_no_row_is_wider(size: tuple[int, int]) -> None:
    rows = layout.rows(scene(), *size)
    assert len(rows) == size[1]
    assert width_of(rows) <= size[0]


@pytest.mark.parametrize("size", SIZES[:5])
def test_what_matters_is_in_sight_at_any_usual_size(size: tuple[int, int]) -> None:
    text = layout.text_of(layout.rows(scene(), *size))
    for wanted in (
        "kuhn · Ann, Ben",
        "12 s",
        "Your turn",
        "check, bet 2…40",
        "line 29",
    ):
        assert wanted in text
    assert text.count("#" * 40) == 8


def test_the_log_is_beside_the_table_where_there_is_room() -> None:
    wide = layout.text_of(layout.rows(scene(), 120, 40)).split("\n")
    assert any("#" in row and "│ " in row for row in wide)
    narrow = layout.text_of(layout.rows(scene(), 80, 24)).split("\n")
    assert not any("#" in row and "line" in row for row in narrow)


def test_a_table_that_is_gone_is_shown_until_it_is_seen() -> None:
    made = scene()
    made.held.append(Picture("showdown", lambda *_: ((Span("the showdown"),),)))
    text = layout.text_of(layout.rows(made, 80, 24))
    assert "the showdown" in text
    assert "#" not in text
    assert "Press a key to go on." in text
    made.held.popleft()
    assert "the showdown" not in layout.text_of(layout.rows(made, 80, 24))


def test_nothing_is_offered_beside_a_table_that_is_gone() -> None:
    made = scene()
    made.held.append(Picture("showdown", lambda *_: ((Span("the showdown"),),)))
    assert "check" not in layout.text_of(layout.rows(made, 80, 24))
    made.held.clear()
    assert "check" in layout.text_of(layout.rows(made, 80, 24))


def test_a_low_window_gives_rows_of_the_log_to_a_table_that_needs_them() -> None:
    made, rooms = scene(), list[int]()

    def tall(width: int, height: int) -> Drawing:
        rooms.append(height)
        return tuple((Span("#"),) for _ in range(min(height, 14)))

    made.picture = Picture("board", tall)
    made.log.append(Line("said last"))
    text = layout.text_of(layout.rows(made, 60, 20))
    assert rooms == [14]
    assert text.count("#") == 14
    assert "said last" in text


def test_the_log_can_be_read_back() -> None:
    made = scene()
    made.log.clear()
    made.log += [Line(f"line {n}") for n in range(40)]
    made.reading, made.scrolled = True, 10
    rows = layout.text_of(layout.rows(made, 80, 24)).split("\n")
    assert rows[1:22] == [f"line {n}" for n in range(9, 30)]
    assert rows[22].startswith("The log: PageUp and PageDown")
    made.scrolled = 10_000
    assert layout.text_of(layout.rows(made, 80, 24)).split("\n")[1] == "line 0"


def test_an_answer_of_many_lines_is_read_in_the_place_of_the_table() -> None:
    """Three rows of log show the end of the help, and nobody scrolls by intuition."""
    made = scene()
    made.picture = Picture("board", lambda width, height: ((Span("#"),),) * height)
    long = "\n".join(f"word {n}  what it does" for n in range(12))
    assert layout.is_long(made, long, 80, 24)
    assert layout.is_long(made, long, 60, 20)
    assert not layout.is_long(made, long, 120, 40)
    assert not layout.is_long(made, "one line " * 60, 80, 24)
    assert not layout.is_long(made, "two\nlines", 80, 24)


def test_lines_that_belong_together_stay_lines() -> None:
    made = Scene()
    made.log.append(Line("At any time:\n  hand  what only you see\n  quit  end"))
    text = layout.text_of(layout.rows(made, 80, 24))
    assert "At any time:\n  hand  what only you see\n  quit  end\n" in text


def test_a_line_that_is_broken_keeps_its_place_among_the_others() -> None:
    made = Scene()
    made.log.append(Line("At any time:\n  hand  what only you see\n  quit  end"))
    rows = layout.text_of(layout.rows(made, 18, 24)).split("\n")
    first = rows.index("At any time:")
    assert rows[first:][:4] == [
        "At any time:",
        "  hand  what only",
        "   you see",
        "  quit  end",
    ]


def test_text_is_broken_between_words_by_cells() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrapped("日本語", 4) == ["日本", "語"]


LONG = ["P2PGAME:" + "AIBADCXY7Q" * 16, "/home/anna/" + "games/" * 20 + "ours.p2pgame"]


@pytest.mark.parametrize("word", LONG)
@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 100, 120, 200])
@pytest.mark.parametrize("before", ["", "  ", "  p2pgame join ", "The file is in "])
def test_a_long_word_is_copied_whole(word: str, width: int, before: str) -> None:
    """Nothing is put between its pieces: neither by a window nor by a terminal."""
    text = f"{before}{word}"
    drawn = layout.text_of(plainly_drawn(text, width)).split("\n")[1:-1]
    made = scene()
    made.reading = True
    made.log.append(Line(text))
    window = layout.rows(made, width, 24)
    rows = ["".join(span.text for span in row) for row in window]
    assert word in "".join(row[2:-2].rstrip() for row in drawn)
    assert word in "".join(rows)
    assert any(word in row for row in broken_between_words(text, width).split())


def test_a_table_in_words_is_broken_where_it_is_too_wide() -> None:
    """A game's author writes `show` first: nothing of that may be cut off."""
    drawing = plainly_drawn("supply  triangle, square, K♠ and hexagon\nshort", 24)
    assert width_of(drawing) <= 24
    assert [row.strip(" │") for row in layout.text_of(drawing).split("\n")[1:-1]] == [
        "supply  triangle,",
        "square, K♠ and",
        "hexagon",
        "short",
    ]


def test_before_the_window_sentences_are_broken_and_invites_are_not() -> None:
    told = broken_between_words("Send this:\n  p2pgame join P2PGAME:ABC", 8)
    assert told == "Send\nthis:\n  p2pgame join P2PGAME:ABC"


def test_after_the_window_a_list_of_words_is_broken_between_them() -> None:
    row = "  undo [N]  undo the last step of your plan"
    told = broken_between_words(row, 24).split("\n")
    assert told == ["  undo [N]  undo the", "   last step of your", "   plan"]


def test_few_moves_have_a_letter_of_their_own() -> None:
    assert keys_of(["fold", "call 19", "raise to "]) == {
        "f": "fold",
        "c": "call 19",
        "r": "raise to ",
    }
    assert keys_of(["play Qh", "play Kd", "draw"]) == {"d": "draw"}
    assert keys_of(["resign", "1", "2"]) == {}
    assert keys_of([f"{letter}1" for letter in "abcdefghijk"]) == {}
