"""Spades has bids, bags and nils, and punishes revokes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.client.game_rules import rules_in_words
from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Dealt,
    NoneOf,
    Over,
    Prove,
    Shuffle,
    Shuffled,
    advance,
    start,
)
from p2pgame.games.tricks.spades import (
    TEAMS,
    NilOptions,
    NilSpades,
    Spades,
    SpadesGame,
    SpadesOptions,
)
from p2pgame.games.tricks.spades_1 import SpadesGame1
from p2pgame.playtest.playout import play as play_out
from p2pgame.tabletop.tricks import SUIT
from tests.english import english
from tests.games.trick_hands import cheated, played

GAME = SpadesGame()
#: Both versions; in the first a failed nil's tricks help, and it has no such option.
VERSIONS = (GAME, SpadesGame1())
SEEDS = range(40)
OTHERS = SUIT["c"] | SUIT["d"] | SUIT["h"]


def dealt(
    number: int = 0, *, proof: bool = False, nil: int = 100, nil_helps: bool = False
) -> Spades:
    options = NilOptions(proof=proof, nil=nil, nil_helps=nil_helps)
    state = start(GAME, 4, options).state
    state = replace(state, number=number)
    for event in (Shuffled(), Dealt()):
        state = advance(GAME, state, event).state
    return state


def bid(state: Spades, bids: str) -> Spades:
    """Return the state after those bids, in the order in which they are asked for."""
    for word in bids.split():
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        move = word if word == "nil" else f"bid {word}"
        state = advance(GAME, state, Chosen(turn.player, move)).state
    return state


def counted(
    bids: tuple[int, ...],
    won: tuple[int, ...],
    bags: tuple[int, int] = (0, 0),
    nil: int = 100,
    *,
    nil_helps: bool = False,
) -> Spades:
    """Return the state after a hand that ends with one more trick, for player 0."""
    state = bid(dealt(nil=nil, nil_helps=nil_helps), "3 3 3 3")
    hands = ((0,), (1,), (2,), (3,))
    before = (won[0] - 1, *won[1:])
    state = replace(state, bids=bids, won=before, bags=bags)
    state = replace(state, play=replace(state.play, hands=hands))
    return played(GAME, state, "Ac 2c 3c 4c")


def test_all_bid_in_turn_from_the_dealers_left() -> None:
    state = dealt(number=6)
    assert GAME.turn(state) == Choose(2, ("nil", Amount("bid", 1, 13)))
    state = bid(state, "3 nil 4")
    assert GAME.turn(state) == Choose(1, ("nil", Amount("bid", 1, 13)))
    state = bid(state, "13")
    assert state.bids == (4, 13, 3, 0)
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    assert turn.player == 2
    assert turn.moves[0] == "play 2"


def test_partners_bid_13_at_most_together() -> None:
    assert GAME.turn(bid(dealt(), "9 2")) == Choose(2, ("nil", Amount("bid", 1, 4)))
    assert GAME.turn(bid(dealt(), "13 2")) == Choose(2, ("nil",))


def test_spades_beat_the_suit_led() -> None:
    state = played(GAME, bid(dealt(), "3 3 3 3"), "Ac 2c 2s 4c")
    assert state.won == (0, 0, 1, 0)
    assert state.play.leader == 2


def test_no_spade_is_led_before_one_is_played() -> None:
    state = bid(dealt(), "3 3 3 3")
    assert {*GAME.denied(state, "2s")} == OTHERS
    state = played(GAME, state, "Ac 2c 3c 4c")
    assert {*GAME.denied(state, "2s")} == OTHERS
    state = played(GAME, state, "Kc 5c 2s 6c")
    assert GAME.denied(state, "3s") == ()


def test_the_suit_led_is_followed() -> None:
    state = played(GAME, bid(dealt(), "3 3 3 3"), "Ac")
    assert GAME.denied(state, "5c") == ()
    assert {*GAME.denied(state, "2s")} == {*GAME.denied(state, "2h")} == SUIT["c"]


@pytest.mark.parametrize(
    ("bids", "won", "scores"),
    [
        ((3, 3, 3, 3), (3, 3, 3, 4), (60, 61)),
        ((3, 4, 4, 3), (3, 3, 3, 4), (-70, 70)),
        ((4, 0, 2, 6), (3, 0, 3, 7), (60, 161)),
        ((0, 4, 4, 5), (1, 4, 3, 5), (-100 - 40 + 1, 90)),
        ((0, 4, 4, 5), (2, 4, 4, 3), (-100 + 40 + 2, -90)),
        ((4, 4, 0, 5), (6, 3, 2, 2), (-100 + 40 + 2 + 2, -90)),
        ((4, 0, 2, 6), (3, 1, 3, 6), (60, -39)),
        ((4, 0, 3, 6), (4, 2, 3, 4), (70, -100 - 60 + 2)),
        ((0, 0, 0, 0), (1, 5, 0, 7), (100 - 100 + 1, -200 + 12 - 100)),
    ],
)
def test_a_team_scores_its_bid_and_its_bags(
    bids: tuple[int, ...], won: tuple[int, ...], scores: tuple[int, int]
) -> None:
    assert counted(bids, won).scores == scores


FAILED = (0, 4, 4, 5), (1, 4, 3, 5)


def test_where_a_failed_nil_helps_its_tricks_are_bags_only_above_the_bid() -> None:
    assert counted(*FAILED).scores[0] == -100 - 40 + 1
    assert counted(*FAILED).bags[0] == 1
    assert counted(*FAILED, nil_helps=True).scores[0] == -100 + 40
    assert counted(*FAILED, nil_helps=True).bags[0] == 0


def test_a_nil_is_worth_what_the_option_says() -> None:
    assert counted(*FAILED, nil=50).scores[0] == -50 - 40 + 1
    assert counted((3, 0, 3, 6), (7, 0, 0, 6), nil=50).scores == (61, 110)
    for wrong in (0, 1001):
        assert GAME.why_not(4, NilOptions(nil=wrong)) is not None


def test_the_bags_of_a_failed_nil_cost_100_with_the_tenth_also_in_a_set_hand() -> None:
    state = counted(*FAILED, bags=(9, 0))
    assert (state.scores[0], state.bags[0]) == (-100 - 40 + 1 - 100, 0)


def test_in_version_1_a_failed_nil_helps() -> None:
    old = SpadesGame1()
    state = old.setup(4, SpadesOptions())
    assert not isinstance(state, NilSpades)
    bids, won = FAILED
    _, after = old.scored(replace(state, bids=bids, won=won))
    assert (after.scores[0], after.bags[0]) == (-60, 0)


def test_the_rules_page_says_which_is_played() -> None:
    now, before = (rules_in_words("spades", game.version) for game in VERSIONS)
    assert "its tricks do not help its partner's bid, and are bags" in now
    assert before.startswith(now)
    assert "In version 1 a failed nil's tricks help its partner's bid" in before


def test_every_tenth_bag_costs_100() -> None:
    state = counted((3, 3, 2, 3), (3, 3, 3, 4), bags=(8, 9))
    assert state.bags == (9, 0)
    assert state.scores == (51, 61 - 100)
    assert counted((3, 3, 3, 4), (3, 3, 2, 4), bags=(8, 9)).bags == (8, 9)


def test_the_game_ends_at_the_goal_or_at_the_floor() -> None:
    state = counted((3, 3, 3, 3), (3, 3, 3, 4))
    assert isinstance(GAME.turn(state), Shuffle)
    assert GAME.turn(replace(state, scores=(510, 502))) == Over((8, -8, 8, -8))
    assert GAME.turn(replace(state, scores=(-200, 61))) == Over((-261, 261) * 2)
    assert GAME.turn(replace(state, scores=(505, 505))) == Over((0, 0, 0, 0))
    assert isinstance(GAME.turn(replace(state, scores=(-199, 499))), Shuffle)


def test_partners_sit_opposite_each_other() -> None:
    assert GAME.teams(4, SpadesOptions()) == TEAMS == ((0, 2), (1, 3))


def test_an_honest_player_proves_not_to_have_the_suit() -> None:
    state = played(GAME, bid(dealt(proof=True), "3 3 3 3"), "Ac Kd")
    hand = state.play.hands[1]
    turn = GAME.turn(state)
    assert isinstance(turn, Prove)
    assert isinstance(turn.claim, NoneOf)
    assert (turn.player, turn.claim.slots) == (1, hand)
    assert {*turn.claim.faces} == SUIT["c"] - {"Ac"}


@pytest.mark.parametrize("seed", SEEDS)
def test_with_proofs_a_cheat_is_caught_at_once(seed: int) -> None:
    caught = cheated(GAME, NilOptions(), seed)
    assert caught.player is not None
    assert caught.refused is not None
    assert caught.refused.player == caught.player


@pytest.mark.parametrize("seed", SEEDS)
def test_without_proofs_the_team_of_a_cheat_is_set_and_pays(seed: int) -> None:
    convicted = cheated(GAME, NilOptions(proof=False), seed)
    state = convicted.state
    assert isinstance(state, Spades)
    assert convicted.player is not None
    assert state.play.guilty == (convicted.player,)
    assert state.bids == (3, 3, 3, 3)
    mine = convicted.player % 2
    assert state.scores[mine] == -160
    assert state.scores[1 - mine] == 60
    assert state.bags == (0, 0)


def test_a_revoke_breaks_ones_own_nil_and_makes_the_others() -> None:
    state = replace(bid(dealt(), "nil nil 4 5"), won=(0, 1, 0, 0))
    state = replace(state, play=replace(state.play, guilty=(2,)))
    _, after = GAME.scored(state)
    assert after.scores == (-40 - 100 - 100, 50 + 100)


def test_honest_players_are_never_convicted() -> None:
    for seed, proof in ((1, True), (2, False)):
        playout = play_out(GAME, 4, SpadesOptions(proof=proof), seed)
        told = [english(said) for step in playout.steps for said, _ in step.fix_ups]
        assert any("score" in text for text in told)
        assert not any("revoked" in text for text in told)


def test_the_table_shows_bids_and_tricks() -> None:
    state = played(GAME, bid(dealt(), "3 nil 4 5"), "Ac 2c 3c 4c")
    assert GAME.show(state, {4: "5h"}).splitlines() == [
        "player 0 and player 2: 0 points, bags: 0",
        "player 1 and player 3: 0 points, bags: 0",
        "player 0: 5h, 11 hidden (bid 3, took 1)",
        "player 1: 12 hidden (bid nil, took 0)",
        "player 2: 12 hidden (bid 4, took 0)",
        "player 3: 12 hidden (bid 5, took 0)",
        "table: empty",
    ]
    assert "player 3: 13 hidden (no bid)" in GAME.show(dealt(), {})


def test_goal_and_floor_have_bounds() -> None:
    for goal, floor in ((0, -200), (10_001, -200), (500, 0), (500, -10_001)):
        assert GAME.why_not(4, SpadesOptions(goal=goal, floor=floor)) is not None
