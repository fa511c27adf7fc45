"""Levels are read as people have them, and a table has them in one format."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from contextvars import copy_context
from random import Random
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p2pgame.client.game_rules import in_words
from p2pgame.client.words import speak_here
from p2pgame.engine import AnyGame, Refusal, start
from p2pgame.engine.play import why_not
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.flow.flow import KIND, Flow, FlowOptions
from p2pgame.games.puzzles.flow.flow_1 import Flow1
from p2pgame.games.puzzles.flow.flow_levels import FLOW
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.games.puzzles.puzzle_files import MOST_OFFERED, MOST_TEXT, Kind, offered
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.puzzles.puzzle_levels import FILL, FOLD
from p2pgame.games.registry import find
from p2pgame.tabletop.puzzles import levels
from tests.english import english
from tests.games.block_levels import file_of, is_read
from tests.games.level_samples import LEVEL, SAMPLES, SEVERAL


def rows_of(text: str) -> list[str]:
    """Return the rows of the first level of a text of ours."""
    found = re.match(r"level .+\ngrid\n((?:  .*\n)+)", text)
    assert found is not None
    return [row.strip() for row in found[1].splitlines()]


@pytest.mark.row("R04")
@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_a_level_is_read_in_every_notation(text: str) -> None:
    options = Flow().as_offered(FlowOptions(level=text), Random(1).randbytes)
    assert rows_of(options.level) == rows_of(LEVEL)
    assert why_not(Flow(), 1, options) is None


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_one_of_several_is_chosen_by_its_number_and_else_all_are_named(
    text: str,
) -> None:
    assert rows_of(offered(f"choose 2\n{text}", KIND)) == rows_of(LEVEL)
    first = offered(f"choose 1\n{text}", KIND)
    assert rows_of(first) == ["AA", ".."]
    with pytest.raises(Refusal) as refused:
        offered(text, KIND)
    said = english(refused.value.message)
    assert "there are 2 levels in it" in said
    assert "(2×2, 1); 2" in said
    assert "(4×4, 4)" in said
    assert "level=@FILE:1" in said
    for wanted in ("3", "0", "none"):
        with pytest.raises(Refusal) as refused:
            offered(f"choose {wanted}\n{text}", KIND)
        assert f"there is no level {wanted} among" in english(refused.value.message)


def test_what_follows_in_a_file_comes_after_and_is_asked_for_as_the_next_level() -> (
    None
):
    game, text = Flow(), "\n\n".join(f"A{'.' * n}A\n{'.' * (n + 2)}" for n in range(5))
    options = FlowOptions(level=f"choose 3\n{text}")
    widths = []
    while True:
        options = game.as_offered(options, Random(1).randbytes)
        widths.append(start(game, 1, options).state.grid.width)
        after = game.following(options)
        if after is None:
            break
        name, options = after
    assert widths == [4, 5, 6]
    assert name == "5"


def test_shipped_levels_follow_one_another() -> None:
    for name in ("flow", "fold", "fill"):
        game = find(name)
        options, seen = game.options(), ["first"]
        while (after := game.following(options)) is not None:
            title, options = after
            assert options.level == title
            assert why_not(game, 1, options) is None
            seen.append(title)
        assert len(seen) >= 5
        assert len({*seen}) == len(seen)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["flow", "fold", "fill"])
def test_the_rules_list_the_levels(name: str, language: str) -> None:
    def told() -> str:
        speak_here(language)
        return in_words(find(name))

    said = copy_context().run(told)
    game = find(name)
    shipped = {"flow": FLOW, "fold": FOLD, "fill": FILL}[name]
    for level in levels.read(shipped):
        rows = [row for _, row in level.section("grid").rows]
        last = level.sections[-1]
        letters = {*"".join(row for _, row in last.rows)} & {*ascii_uppercase}
        listed = f"{level.name} {len(rows[0])}×{len(rows)}, {len(letters)}"
        assert listed in " ".join(said.split()), listed
        assert why_not(game, 1, replace(game.options(), level=level.name)) is None


def test_of_a_long_file_so_much_follows_as_an_option_may_have() -> None:
    text = offered("choose 1\n" + "\n\n".join(["A..A\n...."] * 500), KIND)
    assert MOST_OFFERED - 100 < len(text) <= MOST_OFFERED


@pytest.mark.parametrize("game", [Flow(), FoldPuzzle(), FillPuzzle()])
def test_fifteen_rows_and_columns_are_for_the_second_version(game: AnyGame) -> None:
    def level(side: int) -> str:
        rows = [f"A{'.' * (side - 2)}B", *["." * side] * (side - 2)]
        rows.append(f"B{'.' * (side - 2)}A")
        if game.name != "flow":
            rows = ["A" + "." * (side - 1), *["." * side] * (side - 1)]
        if game.name == "fill":
            rows = ["." * side] * side
            blocks = ["\n".join(rows).replace(".", "A")]
            return "\n".join(rows) + "\n\n" + blocks[0]
        return "\n".join(rows)

    first = find(game.name, 1)
    assert (first.version, game.version) == (1, 2)
    for side, by_first, by_second in ((12, True, True), (15, False, True)):
        asked = replace(game.options(), level=level(side))
        options = game.as_offered(asked, Random(1).randbytes)
        assert (why_not(first, 1, options) is None) is by_first
        assert (why_not(game, 1, options) is None) is by_second
        assert game.turn(start(game, 1, options).state)
    asked = replace(game.options(), level=level(16))
    wrong = why_not(game, 1, game.as_offered(asked, Random(1).randbytes))
    assert wrong is not None
    assert "has at most 15" in english(wrong)
    assert isinstance(Flow1(), Flow)


def test_bare_grids_of_fold_and_fill_are_read() -> None:
    fold = FoldPuzzle().as_offered(
        LevelOptions(level="a..b\n....\n"), Random(1).randbytes
    )
    assert fold.level == "level 1\ngrid\n  A..B\n  ....\n"
    same = FoldPuzzle().as_offered(LevelOptions(level="a00b/0000"), Random(1).randbytes)
    assert same == fold
    text = "..#\r\n...\r\n\r\naa.b\r\na..b\r\n"
    fill = FillPuzzle().as_offered(LevelOptions(level=text), Random(1).randbytes)
    assert fill.level == "level 1\ngrid\n  ..#\n  ...\npad\n  AA.B\n  A..B\n"
    assert why_not(FillPuzzle(), 1, fill) is None
    two = LevelOptions(level=f"choose 2\n{text}\n{text}")
    assert FillPuzzle().as_offered(two, Random(1).randbytes).level.startswith("level 2")
    with pytest.raises(Refusal) as refused:
        FillPuzzle().as_offered(LevelOptions(level="..#\n...\n"), Random(1).randbytes)
    assert "a level has a grid and a pad" in english(refused.value.message)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A..B\n.C.\nCDA.\n", "line 2: this row has 3 cells, the first one 4"),
        ("A..B\n.C.A\nCDA.\nD.B.\n", "line 1: the letter A is there 3 times"),
        ("A..B\n.C.A\nCDA.\nD.b.\n", "line 1: the letter A is there 3 times"),
        ("A.A\n?..\n", "line 2: '?' is none of . # + A-Z"),
        ("\n\n", "line 1: there is no level here"),
        ("; only words\n", "line 1: there is no level here"),
        ("A.A\n" * 61, "line 61: a grid has at most 60 rows"),
        ("AA\n" + "." * MOST_TEXT, f"at most {MOST_TEXT} characters"),
        ("5,0,1,1;0,99\n", "line 1: '99' is no cell of this level"),
        ("5,0,1,1;0\n", "line 1: a path has two ends"),
        ("0,0,1,1;0,1\n", "line 1: no level is 0 by 0"),
        ("5,0,1,1,,,1|2;0,1\n", "a level with walls between cells can't be played"),
        ("5,0,1,27;" + ";".join(["0,1"] * 27) + "\n", "at most 26 letters"),
        ("level a\ngrid\nlevel b\n", "line 2: 'grid' has no drawing below it"),
        (
            "\n".join(["".join(map(chr, range(0x3B1, 0x3B1 + 14)))] * 2)
            + "\n"
            + "\n".join(["".join(map(chr, range(0x430, 0x430 + 14)))] * 2),
            "at most 26 letters, not 28",
        ),
    ],
)
def test_what_is_no_level_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        offered(text, KIND)
    assert said in english(refused.value.message)


def test_a_pack_has_bridges_and_holes() -> None:
    text = "3,0,1,2,4,0:8;3,4,5;1,4,7\n"
    assert rows_of(offered(text, KIND)) == ["#B.", "A+A", ".B#"]
    assert rows_of(offered("3:2,0,1,1;0,1,2\n", KIND)) == ["A.A", "..."]


def test_a_bridge_stays_one_where_other_cells_are_free() -> None:
    text = ".....\n.b+..\ncacd.\n..d.b\n....a\n"
    assert rows_of(offered(text, KIND))[1] == ".B+.."


def drawn(random: Random) -> list[list[str]]:
    """Return a random grid, in which each of some letters is twice."""
    width, height = random.randint(3, 15), random.randint(2, 15)
    letters = min(26, width * height // 3)
    marks = [chr(ord("A") + n) for n in range(letters)] * 2
    marks += ["."] * (width * height - 2 * letters)
    random.shuffle(marks)
    return [marks[at : at + width] for at in range(0, len(marks), width)]


def noted(random: Random, grid: list[list[str]]) -> str:
    """Return a grid in a random notation."""
    free = random.choice(".-_*0")
    numbers = random.random() < 0.3
    between = random.choice(["", " ", ",", "\t", ", "])
    if numbers:
        between = between or " "
    small = random.random() < 0.5

    def mark(cell: str) -> str:
        if cell == ".":
            return free
        if numbers:
            return f"{ord(cell) - 64}"
        return cell.lower() if small else cell

    lines = [between.join(map(mark, row)) for row in grid]
    if random.random() < 0.4 and len(grid[0]) != 2:
        lines.insert(0, f"{len(grid)} {len(grid[0])}")
    if random.random() < 0.3:
        lines.insert(0, "# A level of mine")
    end = random.choice(["\n", "\r\n"])
    return random.choice(["", "\ufeff"]) + end.join(lines) + end


def test_levels_in_random_notations_are_the_same_level() -> None:
    for seed in range(20260801, 20260801 + 600):
        random = Random(seed)
        grid = drawn(random)
        text = noted(random, grid)
        print(f"{seed=}\n{text}")
        assert rows_of(offered(text, KIND)) == ["".join(row) for row in grid]


@given(st.text(alphabet="level grid\n\r\t.#;A/aB01,-_+[]\"'x5é\x00", max_size=80))
def test_any_text_is_a_level_or_refused(text: str) -> None:
    games: list[AnyGame] = [Flow(), FoldPuzzle(), FillPuzzle()]
    for game in games:
        asked = replace(game.options(), level=text)
        with suppress(Refusal):
            options = game.as_offered(asked, Random(1).randbytes)
            why_not(game, 1, options)


@pytest.mark.parametrize("name", ["fold", "fill"])
def test_files_of_fold_and_fill_are_read_as_people_may_write_them(name: str) -> None:
    """`python -m tests.games.block_levels` draws more of them."""
    seen, read = Counter[str](), Counter[str]()
    for seed in range(150):
        file = file_of(name, Random(f"{name} {seed}"))
        print(f"{seed=}, {file.notation}")
        seen[file.notation] += 1
        read[file.notation] += is_read(name, file)
    print(f"{name}: {read.total()} of {seen.total()} are read")
    # A row of two numbers may be a size: one file in a thousand can be read twice.
    assert read == seen


def test_a_row_that_begins_with_a_wall_is_no_comment() -> None:
    kind = Kind(("grid",))
    assert rows_of(offered("#ABCC\n..BC.\n#AA..\n", kind)) == [
        "#ABCC",
        "..BC.",
        "#AA..",
    ]
    assert rows_of(offered("#ABC\n..BC.\n.AA..\n", kind)) == ["..BC.", ".AA.."]
    assert rows_of(offered("1 2 -\n# 2 10\n", kind)) == ["AB.", "#BJ"]
    assert rows_of(offered("choose 1\n#AB/.AB", kind)) == ["#AB", ".AB"]
    assert rows_of(offered("choose 1\n\ufeffAB.\n.B.\n", kind)) == ["AB.", ".B."]
