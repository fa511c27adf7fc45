"""Level files are read, or refused with the number of a line."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.tabletop.drawing import MAX_SIDE, Drawing
from p2pgame.tabletop.puzzles.levels import MAX_TEXT, LevelError, chosen, read, write
from tests.english import refusing

SAMPLE = """\
; a file of two levels

level corner  piece
grid
  A.#
; in between
  ...
pad 3
level other
grid
  ##
"""
GRID = Drawing(("A.#", "..."))


@pytest.mark.row("R04")
def test_a_file_has_named_levels_with_sections_and_drawings() -> None:
    first, second = read(SAMPLE)
    assert (first.name, first.line) == ("corner  piece", 3)
    assert [(s.word, s.value, s.line) for s in first.sections] == [
        ("grid", "", 4),
        ("pad", "3", 8),
    ]
    assert first.section("grid").rows == ((5, "A.#"), (7, "..."))
    assert first.section("grid").drawing(".#", letters=True) == GRID
    assert second.name == "other"


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "there is no level here: one begins with 'level NAME'"),
        ("; only this", 1, "there is no level here: one begins with 'level NAME'"),
        ("\ngrid\n  ..", 2, "a file begins with 'level NAME'"),
        ("level a\n\nlevel", 3, "a level has a name after the word"),
        ("level a\n  ..", 2, "a drawing comes below a word such as 'grid'"),
        ("level a\ngrid\n\tx", 3, "only printable characters and no tabs"),
        ("level a\nlevel b\nlevel a", 3, "there are two levels 'a'"),
        ("level a\ngrid\n  .\ngrid", 4, "this level already has 'grid'"),
        ("x" * (MAX_TEXT + 1), 1, f"a level file has at most {MAX_TEXT} characters"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_line(
    text: str, line: int, sentence: str
) -> None:
    with pytest.raises(LevelError) as caught:
        read(text)
    assert str(caught.value) == f"line {line}: {sentence}"
    assert caught.value.line == line


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("rows", "line", "sentence"),
    [
        ([], 2, "'grid' has no drawing below it"),
        (["..", "..."], 4, "this row has 3 cells, the first one 2"),
        (["..", ".x"], 4, "'x' is none of . # A-Z"),
        (["..", ".Ä"], 4, "'Ä' is none of . # A-Z"),
        (
            ["."] * (MAX_SIDE + 1),
            MAX_SIDE + 3,
            f"a drawing has at most {MAX_SIDE} rows",
        ),
        (["." * (MAX_SIDE + 1)], 3, f"a row has at most {MAX_SIDE} cells"),
    ],
)
def test_a_drawing_that_is_wrong_is_refused_with_its_line(
    rows: list[str], line: int, sentence: str
) -> None:
    (level,) = read("\n".join(["level a", "grid", *(f"  {row}" for row in rows)]))
    with pytest.raises(LevelError) as caught:
        level.section("grid").drawing(".#", letters=True)
    assert str(caught.value) == f"line {line}: {sentence}"


def test_sections_that_are_missing_or_unknown_are_refused() -> None:
    level = read(SAMPLE)[0]
    with pytest.raises(LevelError, match="line 3: level 'corner  piece' has no 'x'"):
        level.section("x")
    with pytest.raises(LevelError, match="line 8: 'pad' is not known here, only 'gr"):
        level.only("grid")
    level.only("grid", "pad")


@given(st.text(alphabet="level grid\n.#;A \t\r\x00é", max_size=60))
def test_any_text_is_read_or_refused_with_a_line_number(text: str) -> None:
    try:
        line = read(text)[-1].line
    except LevelError as error:
        line = error.line
    assert 1 <= line <= text.count("\n") + 1


def test_a_level_is_chosen_by_name_or_is_the_text_itself() -> None:
    assert chosen("other", SAMPLE).name == "other"
    assert chosen("level mine\ngrid", SAMPLE).name == "mine"
    with refusing(ValueError, match="no level 'none', only corner  piece, other"):
        chosen("none", SAMPLE)


def test_a_written_level_reads_back_alike() -> None:
    (level,) = read(write("made", grid=GRID, pad=Drawing(("BB",))))
    assert level.name == "made"
    assert level.section("grid").drawing(".#", letters=True) == GRID
    assert level.section("pad").drawing("", letters=True) == Drawing(("BB",))


def test_cells_have_names_that_lead_back_to_them() -> None:
    wide = Drawing(("." * 12,) * 12)
    names = [wide.name(cell) for cell in range(len(wide))]
    assert (names[0], names[11], names[12], names[143]) == ("a1", "l1", "a2", "l12")
    assert [wide.cell(name) for name in names] == list(range(144))
    for wrong in ("", "a", "a0", "a01", "d1", "a3", "1a", "aa1", "A1", "a1 "):
        assert GRID.cell(wrong) is None


def test_a_drawing_knows_its_marks_and_neighbours() -> None:
    assert GRID[0] == "A"
    assert GRID.cells(".") == (1, 3, 4, 5)
    assert GRID.letters() == ("A",)
    assert GRID.neighbours(4) == (1, 3, 5)
    assert GRID.neighbours(0) == (1, 3)
    assert GRID.connected((0, 1, 4))
    assert GRID.connected(())
    assert not GRID.connected((0, 4))


def test_a_drawing_is_shown_with_the_names_of_its_cells() -> None:
    drawn = GRID.marked({4: "x"})
    assert drawn == Drawing(("A.#", ".x."))
    assert drawn.show(drawn.__getitem__) == "  a b c\n1 A . #\n2 . x ."
    written = msgspec.msgpack.encode(drawn)
    assert msgspec.msgpack.decode(written, type=Drawing) == drawn
