"""Lines of flow join, snap back and cross on bridges."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.cli.text.moves import understand
from p2pgame.engine import Choose, Chosen, Event, Over, replay, why_refused
from p2pgame.games.puzzles.flow.flow import FlowOptions
from p2pgame.games.puzzles.flow.flow_levels import FLOW
from p2pgame.games.puzzles.flow.flow_lines import (
    BRIDGE,
    clues,
    colour,
    index,
    names,
    partner,
    read,
)
from p2pgame.games.puzzles.flow.flow_solver import solutions
from p2pgame.games.puzzles.puzzle_game import GIVE_UP
from p2pgame.tabletop.puzzles import levels
from tests.english import refusing
from tests.games.flow_play import (
    CROWDED,
    GAME,
    WAYS,
    full,
    new,
    offers,
    play,
    refusal,
    where,
)


@pytest.mark.row("R01")
@pytest.mark.parametrize("level", levels.read(FLOW), ids=lambda level: level.name)
def test_every_level_has_one_solution_and_is_solved_by_it(level: levels.Level) -> None:
    state = new(level.name, cover=True)
    (solution,) = solutions(state.grid)
    moves = []
    for letter, line in zip(state.grid.letters(), solution, strict=True):
        steps = {-1: "left", 1: "right", -state.grid.width: "up"}
        for here, there in pairwise(line[:-1]):
            moves.append(f"{letter}1 {steps.get(there - here, 'down')}")
    for move in moves:
        assert not state.solved
        state = play(state, move)
    assert state.solved
    assert GAME.turn(state) == Over((0,))
    assert GAME.show(state, {}).endswith("Solved.")
    assert state.lines.is_possible()
    covered = {cell for line in state.lines.lines for cell in line}
    assert covered == set(range(len(state.grid)))


@pytest.mark.row("R01")
def test_joined_letters_do_not_solve_while_a_cell_is_free() -> None:
    assert play(new("A.A/..."), "A1r").solved
    state = new("AA/..", cover=True)
    assert not state.solved
    assert "A1 at a1, A2 at b1: joined" in GAME.show(state, {})
    assert not play(state, "A1d").solved
    assert play(state, "A1dr").solved


@pytest.mark.row("R01")
def test_one_joined_letter_is_not_all_of_them() -> None:
    state = play(new("A.A/B.B"), "A1r")
    assert state.lines.is_joined(0)
    assert not state.solved
    assert play(state, "B1r").solved


def test_a_bridge_must_be_crossed_both_ways_to_be_covered() -> None:
    state = play(new("#B#/A+A/#B#", cover=True), "A1r")
    assert not state.solved
    assert play(state, "B1d").solved


@pytest.mark.row("R05")
def test_every_command_that_is_offered_acts() -> None:
    rng = random.Random(1)
    seen = set()
    for _ in range(10):
        state = new(CROWDED, limit=25)
        while choices := offers(state):
            for move in choices:
                after = play(state, move)
                assert (
                    (after.left == 0) if move == GIVE_UP else after.items != state.items
                )
                seen.add(move.split(" ")[move[0] not in "ur"])
            state = play(state, rng.choice(choices))
    assert seen == {"undo", "redo", "restart", "up", *WAYS.values()}


@pytest.mark.row("R05")
def test_typing_and_picking_from_the_list_make_the_same_log() -> None:
    rng = random.Random(2)
    picked, typed = list[Event](), list[Event]()
    state = new(CROWDED, limit=60)
    while isinstance(turn := GAME.turn(state), Choose):
        move = str(rng.choice(turn.moves[:-1]))
        hints = [GAME.hint(state, 0, offer, {}) for offer in turn.moves]
        assert move in hints
        picked.append(Chosen(0, move))
        shortest = next(
            move[:size]
            for size in range(1, len(move) + 1)
            if understand(move[:size], turn, hints) == move
        )
        typed.append(Chosen(0, understand(shortest.upper(), turn, hints)))
        state = play(state, move)
    options = FlowOptions(CROWDED, cover=False, limit=60)
    assert typed == picked
    assert replay(GAME, 1, options, typed) == state


@pytest.mark.row("R13")
@given(st.integers(0, 51))
def test_an_item_is_a_colour_and_a_half(item: int) -> None:
    assert colour(item) == -(item // 2) - 1
    assert index(colour(item), item % 2) == item
    assert item == 2 * (-colour(item) - 1) + item % 2
    assert colour(partner(item)) == colour(item)
    assert partner(partner(item)) == item != partner(item)


@pytest.mark.row("R13")
def test_the_state_lists_the_lines_by_their_items() -> None:
    state = new("C.A/A.C")
    assert names(state.grid) == ("A1", "A2", "C1", "C2")
    assert clues(state.grid) == (2, 3, 0, 5)
    assert len(state.items.paths) == 4


@pytest.mark.row("R25")
def test_a_line_in_the_way_snaps_back_as_far_as_it_must() -> None:
    state = play(new("A...A/B...B/....."), "B1rrd", "A1r")
    assert where(play(state, "A1d")) == {"A1": "b1 b2"}
    assert where(play(state, "A1rd")) == {"A1": "b1 c1 c2", "B1": "b2"}


@pytest.mark.row("R25")
@pytest.mark.parametrize("seed", range(8))
def test_lines_never_overlap_and_never_lose_or_enter_a_point(seed: int) -> None:
    rng = random.Random(seed)
    state = new(CROWDED)
    points = clues(state.grid)
    snapped = 0
    for _ in range(300):
        before = state
        state = play(
            state, rng.choice([m for m in offers(state)[:-1] if m != "restart"])
        )
        lines = state.lines
        assert lines.is_possible()
        assert tuple(line[0] for line in lines.lines) == points
        for line in lines.lines:
            assert not set(line[1:]) & set(points)
            for here, there in pairwise(line):
                assert there in state.grid.neighbours(here)
        shorter = zip(lines.lines, before.lines.lines, strict=True)
        snapped += sum(len(now) < len(was) for now, was in shorter)
    assert snapped > 30


@pytest.mark.row("R25")
def test_an_impossible_move_says_why_and_changes_nothing() -> None:
    state = play(new("A.A/B#B/...", cover=True), "A1r")
    assert refusal(state, "A1r") == "clue"
    assert refusal(state, "A1u") == "edge"
    assert refusal(state, "A1d") == "wall"
    assert refusal(state, "A1l") == "clue"
    assert refusal(state, "B1u") == "clue"
    assert refusal(play(state, "B1dr"), "B1l") == "own-line"
    assert refusal(state, "undo B1") == "no-undo"
    assert refusal(state, "redo A1") == "no-redo"
    assert refusal(state, "C1r") == "unknown-move"
    assert refusal(state, "A1 sideways") == "unknown-move"
    assert refusal(state, "undo") == "unknown-move"
    reason = why_refused(GAME, state, Chosen(1, "A1 right"))
    assert reason is not None
    assert reason.code == "not-your-turn"


@pytest.mark.row("R26")
@pytest.mark.parametrize(
    ("level", "first", "then"),
    [
        (".A./A+./...", "A2r", "A1d"),
        (".A./A+./...", "A1d", "A2r"),
        (".../.+A/.A.", "A1l", "A2u"),
        (".../.+A/.A.", "A2u", "A1l"),
    ],
)
def test_halves_of_one_letter_do_not_meet_at_a_right_angle_on_a_bridge(
    level: str, first: str, then: str
) -> None:
    state = play(new(level), first)
    assert not state.solved
    assert refusal(state, then) == "bridge"
    assert not {*full(then)} & {*offers(state)}


@pytest.mark.row("R26", "R27")
@pytest.mark.parametrize(
    ("level", "moves"),
    [(".../A+A/...", ("A1r", "A2l")), (".A./.+./.A.", ("A1d", "A2u"))],
)
def test_halves_of_one_letter_join_straight_over_a_bridge(
    level: str, moves: tuple[str, str]
) -> None:
    for move in moves:
        assert play(new(level), move).solved
    # The second takes the bridge over from the first.
    state = play(new(f"B..#B/{'/'.join(r + '##' for r in level.split('/'))}"), moves[0])
    state = play(state, moves[1])
    assert list(where(state)) == [moves[1][:2]]
    assert state.lines.is_joined(0)
    assert state.items.pending == ()


def test_a_line_goes_straight_over_a_bridge_and_two_may_cross() -> None:
    state = play(new(".B../..../A+.A/.B.."), "A1r")
    assert refusal(state, "A1u") == "straight"
    assert GAME.show(state, {}).splitlines()[3] == "3 A - . A"
    crossed = play(state, "B1dd")
    assert where(crossed) == {"A1": "b3", "B1": "b2 b3"}
    assert GAME.show(crossed, {}).splitlines()[3] == "3 A * . A"
    assert play(crossed, "A1r").solved
    lone = play(new(".B../..../A+.A/.B.."), "B1dd")
    assert GAME.show(lone, {}).splitlines()[2:4] == ["2 . b . .", "3 A | . A"]


@pytest.mark.row("R27")
def test_meeting_ones_own_other_half_is_a_join_and_no_batch() -> None:
    state = play(new("A...A/B...B/....."), "A2lll", "undo A2", "A1r")
    joined = play(state, "A1r")
    assert where(joined) == {"A1": "b1 c1", "A2": "d1"}
    assert joined.items.pending == ()
    assert joined.lines.is_joined(0)
    assert where(play(joined, "undo A1")) == {"A1": "b1", "A2": "d1"}


def test_a_game_ends_when_its_moves_are_used_up_or_given_up() -> None:
    state = play(new("five", limit=2), "A1r", "A1r")
    assert GAME.turn(state) == Over((0,))
    assert not state.solved
    assert GAME.turn(play(new("five"), GIVE_UP)) == Over((0,))


@pytest.mark.row("R04")
def test_a_puzzle_can_be_given_as_a_text_of_levels() -> None:
    text = "; mine\nlevel mine\ngrid\n  A.\n  .A\n"
    assert new(text).grid.rows == ("A.", ".A")


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("level", "wrong"),
    [
        ("second", "there is no level 'second', only first"),
        ("A./BA", "line 2: the letter B is there 1 times and not twice"),
        ("../..", "line 2: there is no letter to join with its like"),
        ("A+/.A", "line 3: the bridge b1 leads nowhere"),
        ("A#./.+./..A", "line 4: the bridge b2 leads nowhere"),
        ("A?/.A", "line 3: '[?]' is none of"),
        ("A../A", "line 4: this row has 1 cells"),
        ("level x\ngrid\n  A.A\npads\n  AA", "line 4: 'pads' is not known here"),
        ("level x\nlines\n  A.A", "line 2: 'lines' is not known here"),
    ],
)
def test_a_level_that_is_none_is_refused_with_its_line(level: str, wrong: str) -> None:
    with refusing(ValueError, match=wrong):
        new(level)


def test_a_limit_out_of_range_is_refused() -> None:
    for limit in (0, 10_001):
        with refusing(ValueError, match="limit is from 1 to 10000"):
            new("five", limit=limit)


def test_a_bridge_is_read_wherever_lines_can_cross_it() -> None:
    level = levels.read("level x\ngrid\n  .A.\n  .+.\n  .A.")[0]
    assert read(level.section("grid")).cells(BRIDGE) == (4,)
