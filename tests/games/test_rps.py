"""Rock paper scissors: players drop out, win rounds, win the game, and leave."""

from __future__ import annotations

import os
import random
from itertools import product

import pytest

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    IllegalMove,
    Over,
    Seated,
    Together,
    advance,
    start,
)
from p2pgame.games.rps import SHAPES, Match, RockPaperScissors, RpsOptions
from p2pgame.games.rps_1 import RockPaperScissors1
from p2pgame.playtest import POINTS, Case, Point
from tests.english import english, refusing
from tests.games.leavers import left_at_random

GAME = RockPaperScissors()
LETTERS = {shape[0]: shape for shape in SHAPES}
GAMES = int(os.environ.get("P2PGAME_GAMES", "1000"))


def after(*throws: str, seats: int = 2, rounds: int = 3) -> Match:
    """Return the state after these throws, each a letter for every player in."""
    state = start(GAME, seats, RpsOptions(rounds)).state
    for throw in throws:
        thrown = ChosenTogether(tuple(LETTERS[letter] for letter in throw))
        state = advance(GAME, state, thrown).state
    return state


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (4, 3), (7, 2)])
def test_rock_paper_scissors_keeps_every_promise(
    point: Point, seats: int, rounds: int
) -> None:
    for seed in range(2):
        point(Case(GAME, seats, RpsOptions(rounds), seed))


def test_one_throw_is_openspiels_matrix() -> None:
    """A tie, which ends their game with 0 for both, is thrown again here."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("matrix_rps")
    before = after(rounds=1)
    choices = tuple(Choose(player, SHAPES) for player in (0, 1))
    assert GAME.turn(before) == Together(choices)
    for row, column in product(range(3), range(3)):
        matrix = theirs.new_initial_state()
        assert matrix.legal_actions(0) == matrix.legal_actions(1) == [0, 1, 2]
        assert matrix.action_to_string(0, row).lower() == SHAPES[row]
        matrix.apply_actions([row, column])
        thrown = ChosenTogether((SHAPES[row], SHAPES[column]))
        ours = advance(GAME, before, thrown).state
        if matrix.returns() == [0, 0]:
            assert ours == before
        else:
            end = GAME.turn(ours)
            assert isinstance(end, Over)
            assert list(end.payoffs) == matrix.returns()


def test_random_games_for_two_are_openspiels_throw_by_throw() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("matrix_rps")
    seed = int(os.environ.get("P2PGAME_SEED", "20251121"))
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        rng = random.Random(seed + game)
        rounds = rng.randint(1, 7)
        state, wins, played = after(rounds=rounds), [0, 0], 0
        while not isinstance(GAME.turn(state), Over):
            assert played < rounds
            throw = rng.randrange(3), rng.randrange(3)
            matrix = theirs.new_initial_state()
            matrix.apply_actions(throw)
            thrown = ChosenTogether((SHAPES[throw[0]], SHAPES[throw[1]]))
            state = advance(GAME, state, thrown).state
            wins = [
                won + (n > 0) for won, n in zip(wins, matrix.returns(), strict=True)
            ]
            played = sum(wins)
            assert state.wins == tuple(wins)
        ahead = (wins[0] > wins[1]) - (wins[0] < wins[1])
        assert GAME.turn(state) == Over((ahead, -ahead))
        assert played == rounds or abs(wins[0] - wins[1]) > rounds - played


def test_of_two_shapes_the_one_that_loses_is_out() -> None:
    assert after("rpr", seats=3, rounds=1).wins == (0, 1, 0)
    assert after("rrs", seats=3).standing == (0, 1)
    assert after("spp", seats=3, rounds=1).wins == (1, 0, 0)
    assert after("rsrss", seats=5).standing == (0, 2)


def test_one_shape_or_all_three_put_nobody_out() -> None:
    for throw in ("rrr", "rps", "sss"):
        assert after(throw, seats=3) == after(seats=3)


def test_a_player_who_is_out_throws_again_in_the_next_round() -> None:
    state = after("rrs", seats=3)
    assert GAME.turn(state) == Together((Choose(0, SHAPES), Choose(1, SHAPES)))
    state = after("rrs", "pr", seats=3)
    assert (state.left, state.wins, state.standing) == (2, (1, 0, 0), (0, 1, 2))


def test_the_game_ends_when_nobody_can_catch_up() -> None:
    assert GAME.turn(after("rs", "rs")) == Over((1, -1))
    assert isinstance(GAME.turn(after("rs", "rs", rounds=5)), Together)
    assert GAME.turn(after("rs", "sr", rounds=2)) == Over((0, 0))
    ends = after("rss", "srs", "rrs", "rp", seats=3, rounds=3)
    assert (ends.wins, GAME.turn(ends)) == ((1, 2, 0), Over((-1, 2, -1)))


def test_the_table_and_the_events_are_told_in_words() -> None:
    state = after("rs", "rp", "ss")
    assert GAME.show(after("rrs", seats=3), {}).splitlines() == [
        "rounds left: 3",
        "player 0: 0 won, in",
        "player 1: 0 won, in",
        "player 2: 0 won, out",
    ]
    told = english(GAME.tell(state, ChosenTogether(("rock", "paper"))))
    assert told == "player 0: rock, player 1: paper; out: player 0"
    told = english(GAME.tell(state, ChosenTogether(("rock", "rock"))))
    assert told == "player 0: rock, player 1: rock; out: nobody"
    step = advance(GAME, state, ChosenTogether(("rock", "paper")))
    assert [english(said) for said, _ in step.fix_ups] == ["player 1 wins the round"]


def test_a_player_who_leaves_has_lost_even_with_the_most_rounds() -> None:
    state = after("rss", "rss", seats=3, rounds=9)
    state = advance(GAME, state, Seated(0, "gone")).state
    assert GAME.turn(state) == Together((Choose(1, SHAPES), Choose(2, SHAPES)))
    assert "player 0: 2 won, has left" in GAME.show(state, {})
    state = advance(GAME, state, Seated(2, "gone")).state
    assert GAME.turn(state) == Over((-1, 2, -1))


def test_a_leaver_pays_each_who_stays_and_by_version_1_the_winners_alone() -> None:
    state = after("rss", "srr", seats=3, rounds=3)
    state = advance(GAME, state, Seated(0, "gone")).state
    thrown = ChosenTogether(("rock", "scissors"))
    while not isinstance(GAME.turn(state), Over):
        state = advance(GAME, state, thrown).state
    assert state.wins == (1, 2, 0)
    assert GAME.turn(state) == Over((-2, 2, 0))
    assert RockPaperScissors1().turn(state) == Over((-1, 2, -1))


def test_the_last_one_in_wins_the_round_that_the_others_leave() -> None:
    state = advance(GAME, after("rrs", seats=3), Seated(0, "gone")).state
    assert (state.wins, state.standing) == ((0, 1, 0), (1, 2))


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_game_goes_on_without_a_player_who_leaves(seats: int) -> None:
    for seed in range(100):
        leavers = 1 + seed % (seats - 1)
        options = RpsOptions(1 + seed % 4)
        payoffs, gone = left_at_random(GAME, seats, options, seed, leavers=leavers)
        assert gone
        assert {payoffs[player] for player in gone} == {min(payoffs)}
        assert min(payoffs) < 0 < max(payoffs)
        assert sum(payoffs) == 0


@pytest.mark.parametrize("status", ["in", "out"])
def test_nobody_joins_or_sits_out(status: str) -> None:
    event = Seated(1, "in" if status == "in" else "out")
    with refusing(IllegalMove, match="can only leave for good"):
        advance(GAME, after(seats=3), event)


def test_a_player_who_is_gone_cannot_leave_again() -> None:
    state = advance(GAME, after(seats=3), Seated(1, "gone")).state
    with refusing(IllegalMove, match="can only leave for good"):
        advance(GAME, state, Seated(1, "gone"))


@pytest.mark.parametrize("rounds", [0, -1, 100])
def test_there_are_1_to_99_rounds(rounds: int) -> None:
    with refusing(ValueError, match="there are 1 to 99 rounds"):
        start(GAME, 2, RpsOptions(rounds))
