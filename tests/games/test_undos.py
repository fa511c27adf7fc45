"""The puzzles say which undos make room for what a player wants, the best first."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    Combination,
    Options,
    Reason,
    advance,
    start,
)
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.flow.flow import Flow, FlowOptions
from p2pgame.games.puzzles.flow.flow_lines import names
from p2pgame.games.puzzles.flow.flow_undos import way
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from tests.english import english, worded
from tests.games.flow_play import CROWDED, new, play, where

FLOW, FOLD, FILL = Flow(), FoldPuzzle(), FillPuzzle()
#: A row of four cells, and two blocks on each half of it.
ROW = "level row\ngrid\n  ....\n  ....\npad\n  AA.BB.C.D\n  ......C.D\n"
#: Room for two blocks to unfold.
FIELD = "level field\ngrid\n  A....B\n  ......\n"
CASES: list[tuple[AnyGame, Options]] = [
    (FLOW, FlowOptions(CROWDED, cover=False)),
    (FOLD, LevelOptions(FIELD)),
    (FILL, LevelOptions(ROW)),
]
SKIPPED = ("give up", "restart")


def played(game: AnyGame, options: Options, seed: int, moves: int = 12) -> Any:
    """Return the state after moves by chance, undos and redos among them."""
    rng, state = random.Random(seed), start(game, 1, options).state
    for _ in range(moves):
        turn = game.turn(state)
        if not isinstance(turn, Choose):
            break
        offers = [str(one) for one in turn.moves if one not in SKIPPED]
        forward = [one for one in offers if not one.startswith(("undo", "redo"))]
        some = forward if forward and rng.random() < 0.8 else offers
        after = advance(game, state, Chosen(0, rng.choice(some))).state
        if not isinstance(game.turn(after), Choose):
            break
        state = after
    return state


def found(
    game: AnyGame, state: Any, wanted: str, most: int | None = None
) -> list[Combination]:
    """Return the combinations of undos; none, if nothing must or can be undone."""
    undos = game.undos(state, 0, wanted)
    assert undos is not None
    return [] if isinstance(undos, Reason) else [*islice(undos, most)]


def after(game: AnyGame, state: Any, *moves: str) -> Any:
    for move in moves:
        state = advance(game, state, Chosen(0, move)).state
    return state


def cells(game: AnyGame, state: Any) -> dict[str, str]:
    """Return what is drawn in each cell, by its name."""
    head, *rows = game.show(state, {}).split("\n")
    grid = state.grid if game is FLOW else state.puzzle.grid
    drawn = [row.split()[1:] for row in rows[: grid.height]]
    return {
        f"{column}{number}": mark
        for number, row in enumerate(drawn, 1)
        for column, mark in zip(head.split(), row, strict=True)
    }


@pytest.mark.row("R16")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_combination_is_legal_and_frees_the_cell_that_was_asked_for(
    game: AnyGame, options: Options, seed: int
) -> None:
    state = played(game, options, seed)
    for cell, mark in cells(game, state).items():
        for one in found(game, state, cell, 6):
            then = after(game, state, *one.moves)
            assert mark not in ".+"
            assert cells(game, then)[cell] in ".+"
            assert all(move.startswith("undo ") for move in one.moves)


def steps(game: AnyGame, state: Any) -> list[str]:
    """Return the moves that make an item go on, possible or not."""
    items = names(state.grid) if game is FLOW else state.puzzle.letters
    ways = cells(game, state) if game is FILL else ("up", "down", "left", "right")
    return [f"{item} {way}" for item in items for way in ways]


def standing(state: Any, but: set[int]) -> list[tuple[str, ...]]:
    """Return the moves that stand of all items but these."""
    paths = enumerate(state.items.paths)
    return [path.moves for other, path in paths if other not in but]


@pytest.mark.row("R16", "R24")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "options"), CASES)
def test_after_every_combination_the_wanted_move_moves_no_other_item(
    game: AnyGame, options: Options, seed: int
) -> None:
    state = played(game, options, seed)
    for move in steps(game, state):
        for one in found(game, state, move, 3):
            then = after(game, state, *one.moves)
            items = names(state.grid) if game is FLOW else state.puzzle.letters
            item = items.index(move.split()[0])
            was = state.items.paths[item].moves
            if len(then.items.paths[item].moves) > len(was):
                continue  # it has come back, and gone on
            made = after(game, then, move)
            halves = {item, item ^ 1} if game is FLOW else {item}
            assert standing(made, halves) == standing(then, halves)


@pytest.mark.row("R16")
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_after_every_combination_the_halves_of_a_letter_join_on_a_free_way(
    seed: int,
) -> None:
    state = played(FLOW, CASES[0][1], seed, 24)
    for item, letter in enumerate(state.grid.letters()):
        for one in found(FLOW, state, letter.lower(), 3):
            then = after(FLOW, state, *one.moves)
            cells = way(then.lines, 2 * item)
            assert cells is not None
            joined = then
            for cell in cells:
                head = joined.lines.lines[2 * item][-1]
                step = {-joined.grid.width: "up", 1: "right", -1: "left"}
                name = step.get(cell - head, "down")
                joined = after(FLOW, joined, f"{letter}1 {name}")
                assert standing(joined, {2 * item}) == standing(then, {2 * item})
            assert joined.lines.is_joined(2 * item)


@pytest.mark.row("R16")
@pytest.mark.parametrize("seed", range(8))
def test_in_fill_all_combinations_that_are_needed_whole_are_found(seed: int) -> None:
    state = played(FILL, CASES[2][1], seed)
    for cell, mark in cells(FILL, state).items():
        if mark == ".":
            continue
        best = Counter[frozenset[tuple[str, int]]]()
        everything = [(), *all_undos(state)]
        fitting = [
            Counter(moves)
            for moves in everything
            if cells(FILL, after(FILL, state, *moves))[cell] == "."
        ]
        for made in fitting:
            if not any(other < made for other in fitting):
                best[frozenset(made.items())] += 1
        got = [
            frozenset(Counter(one.moves).items()) for one in found(FILL, state, cell)
        ]
        assert {*got} == {*best}
        assert len(got) == len(best)


def all_undos(state: Any, made: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return every order of undos that is possible, of up to five."""
    if len(made) == 5:
        return []
    orders = list[tuple[str, ...]]()
    for letter in state.puzzle.letters:
        move = f"undo {letter}"
        if FILL.why_illegal(state, 0, move) is None:
            longer = (*made, move)
            orders += [longer, *all_undos(after(FILL, state, move), longer)]
    return orders


@pytest.mark.row("R16")
@pytest.mark.parametrize(("game", "options"), CASES)
def test_fewer_undos_come_first_and_then_what_leaves_most_cells_covered(
    game: AnyGame, options: Options
) -> None:
    several = 0
    for seed in range(3 if game is FLOW else 9):
        state = played(game, options, seed)
        wanted = [*cells(game, state), *steps(game, state), "A"]
        for one in wanted:
            ranks = [
                (len(each.moves), -covered(game, after(game, state, *each.moves)))
                for each in found(game, state, one, 5)
            ]
            assert ranks == sorted(ranks)
            several += len(ranks) > 1
    assert several


def covered(game: AnyGame, state: Any) -> int:
    return sum(mark not in ".+#" for mark in cells(game, state).values())


@pytest.mark.row("R17", "R19")
def test_the_first_combination_is_found_without_the_many_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = played(FLOW, FlowOptions("five"), 3, 60)
    depths = [path.depth for path in state.items.paths]
    assert math.prod(depth + 1 for depth in depths) > 1000
    undone = list[str]()
    apply = Flow.apply

    def counted(game: Flow, state: Any, event: Any) -> Any:
        undone.append(event.move)
        return apply(game, state, event)

    monkeypatch.setattr(Flow, "apply", counted)
    undos = FLOW.undos(state, 0, "B")
    assert undos is not None
    assert not isinstance(undos, Reason)
    assert undone == []
    assert next(undos).moves == ("undo A2",)
    assert len(undone) < 15


@pytest.mark.parametrize(
    ("game", "wanted", "code", "said"),
    [
        (FLOW, "", "unknown-aim", "a letter that is to be joined"),
        (FLOW, "z9", "unknown-aim", "a letter that is to be joined"),
        (FLOW, "a1", "never-free", "nothing frees a1"),
        (FLOW, "b1", "nothing-in-the-way", "nothing has to be undone"),
        (FLOW, "A1 u", "edge", "there the grid ends"),
        (FOLD, "A", "unknown-aim", "a block that is to unfold"),
        (FOLD, "f1", "never-free", "nothing frees f1"),
        (FOLD, "b d", "nothing-in-the-way", "nothing has to be undone"),
        (FILL, "undo A", "unknown-aim", "a block that is to be dragged"),
        (FILL, "A d1", "no-room", "does not fit"),
        (FILL, "A A1", "nothing-in-the-way", "nothing has to be undone"),
    ],
)
def test_what_cannot_be_wanted_is_told(
    game: AnyGame, wanted: str, code: str, said: str
) -> None:
    options = next(options for one, options in CASES if one is game)
    refused = game.undos(start(game, 1, options).state, 0, wanted)
    assert isinstance(refused, Reason)
    assert worded(refused)[0] == code
    assert said in worded(refused)[1]


@pytest.mark.row("R16")
def test_an_undo_that_brings_the_item_back_to_the_cell_makes_room_for_it() -> None:
    state = play(new("A...A/B...B"), "A1rd", "B1r")
    assert where(state) == {"A1": "b1", "B1": "b2"}
    (one,) = found(FLOW, state, "A1 down")
    assert one.moves == ("undo B1",)
    assert where(after(FLOW, state, *one.moves)) == {"A1": "b1 b2"}


@pytest.mark.row("R16")
def test_an_item_that_comes_back_another_way_is_undone_too() -> None:
    state = play(new("..../A..B/..../A..B"), "A1ru", "B1lul")
    assert where(state) == {"A1": "b2", "B1": "c2 c1 b1"}
    (one,) = found(FLOW, state, "A1 right")
    assert one.moves == (*["undo B1"] * 3, "undo A1")
    assert where(play(state, *one.moves, "A1r")) == {"A1": "b2 c2"}


@pytest.mark.row("R16")
def test_the_other_half_leaves_the_bridge_for_a_step_across_it() -> None:
    state = play(new(".A./A+B/..B"), "A2r")
    (one,) = found(FLOW, state, "A1 down")
    assert one.moves == ("undo A2",)
    assert where(play(state, *one.moves, "A1d")) == {"A1": "b2"}


def test_no_combination_takes_more_moves_than_there_are() -> None:
    for limit, ways in ((3, 0), (4, 1)):
        state = play(new("A..A/B..B", limit=limit), "A1rr")
        assert len(found(FLOW, state, "b1")) == ways


def test_no_combination_goes_on_after_an_undo_that_solves_the_puzzle() -> None:
    state = play(new("A..A/B..B"), "B1rr", "A1rd", "A2l")
    assert play(state, "undo A1").solved  # for B1 comes back
    assert found(FLOW, state, "b1") == []


def test_a_combination_says_what_it_undoes_frees_and_brings_back() -> None:
    state = play(new("A...A/B...B/C...C"), "B1rrr", "C1r", "A1rd")
    (one,) = found(FLOW, state, "b1")
    assert one.moves == ("undo A1", "undo A1")
    told = "undo A1 2 times: frees b1, covers c2 d2 again, 10 cells stay covered"
    assert english(one.does) == told
    (other,) = found(FLOW, state, "b2")  # B1 comes back to b2, and goes further
    assert other.moves == ("undo A1", *["undo B1"] * 3)
    told = "undo A1, undo B1 3 times: frees b2, 8 cells stay covered"
    assert english(other.does) == told
