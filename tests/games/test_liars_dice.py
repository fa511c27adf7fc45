"""Liar's dice has bids, calls, wild dice, lost dice, and players who leave."""

from __future__ import annotations

import random

import pytest

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Event,
    IllegalMove,
    Open,
    Opened,
    Over,
    Policy,
    Roll,
    Rolled,
    Seated,
    advance,
    replay,
    start,
    view,
)
from p2pgame.games.dice.liars_dice import FACES, Cups, LiarsDice, LiarsDiceOptions
from p2pgame.games.dice.liars_dice_1 import LiarsDice1
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.playtest.playout import play
from tests.english import english, refusing
from tests.games.leavers import left_at_random

GAME, FIRST = LiarsDice(), LiarsDice1()
WILD_PIPS = {"ones": "1", "highest": "6", "none": ""}
ONE_ROUND = LiarsDiceOptions(dice=2, rounds="one")


def after(
    *events: Event,
    seats: int = 3,
    options: LiarsDiceOptions | None = None,
    game: LiarsDice = GAME,
) -> Cups:
    return replay(game, seats, options or LiarsDiceOptions(dice=2), events)


def opened(pips: str) -> Opened:
    return Opened(tuple(str(int(number) - 1) for number in pips))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, LiarsDiceOptions()),
        (3, LiarsDiceOptions(dice=3, wild="none")),
        (5, LiarsDiceOptions(dice=2, wild="highest", rounds="one")),
    ],
)
def test_liars_dice_keeps_every_promise(
    point: Point, seats: int, options: LiarsDiceOptions
) -> None:
    for seed in range(3):
        point(Case(GAME, seats, options, seed))


def test_all_roll_their_own_dice_on_slots_that_are_new_in_each_round() -> None:
    assert GAME.turn(after()) == Roll(6, hands=((0, (0, 1)), (1, (2, 3)), (2, (4, 5))))
    state = after(
        Rolled(()), Chosen(0, "threes 6"), Chosen(1, "liar"), opened("222222")
    )
    assert GAME.turn(state) == Roll(6, hands=((0, (6,)), (1, (7, 8)), (2, (9, 10))))
    again = (Rolled(()), Chosen(0, "threes 5"), Chosen(1, "liar"), opened("22222"))
    for event in again:
        state = advance(GAME, state, event).state
    assert GAME.turn(state) == Roll(6, hands=((1, (11, 12)), (2, (13, 14))))


def test_a_bid_is_of_more_dice_or_of_as_many_of_a_higher_face() -> None:
    none = LiarsDiceOptions(dice=2, wild="none")
    for game, options in ((GAME, none), (FIRST, none), (FIRST, None)):
        assert lows(game, options=options) == (1, 1, 1, 1, 1, 1)
        assert lows(game, "threes 3", options=options) == (4, 4, 4, 3, 3, 3)
        assert lows(game, "sixes 6", options=options) == (0, 0, 0, 0, 0, 0)


def lows(
    game: LiarsDice, *bids: str, options: LiarsDiceOptions | None = None
) -> tuple[int, ...]:
    """Return the least bid of each face after these by six dice; 0: none can be."""
    made = (Chosen(seat, bid) for seat, bid in enumerate(bids))
    options = options or LiarsDiceOptions(dice=2)
    turn = game.turn(replay(game, 3, options, (Rolled(()), *made)))
    assert isinstance(turn, Choose)
    assert ("liar" in turn.moves) is bool(bids)
    low = {one.verb: one.low for one in turn.moves if isinstance(one, Amount)}
    return tuple(low.get(face, 0) for face in FACES)


@pytest.mark.parametrize(
    ("bids", "least"),
    [
        ((), (0, 1, 1, 1, 1, 1)),
        (("threes 3",), (2, 4, 4, 3, 3, 3)),
        (("fours 4",), (2, 5, 5, 5, 4, 4)),
        (("sixes 5",), (3, 6, 6, 6, 6, 6)),
        (("sixes 6",), (3, 0, 0, 0, 0, 0)),
        (("threes 3", "ones 2"), (3, 5, 5, 5, 5, 5)),
        (("twos 1", "ones 1"), (2, 3, 3, 3, 3, 3)),
        (("threes 5", "ones 3"), (4, 0, 0, 0, 0, 0)),
        (("threes 5", "ones 6"), (0, 0, 0, 0, 0, 0)),
    ],
)
def test_wild_ones_are_bid_with_half_as_many_and_left_with_twice_and_one_more(
    bids: tuple[str, ...], least: tuple[int, ...]
) -> None:
    assert lows(GAME, *bids) == least
    highest = LiarsDiceOptions(dice=2, wild="highest")
    assert lows(GAME, "threes 3", options=highest) == (4, 4, 4, 3, 3, 3)


@pytest.mark.parametrize(
    ("bids", "typed", "why"),
    [
        ((), "ones 2", "ones are wild: begin a round with another face"),
        ((), "twos 0", "bid one die at least"),
        (
            ("threes 3",),
            "ones 1",
            "the bid is 3 threes: bid as many of a higher face, 4 or more of any but "
            "ones, or 2 or more ones",
        ),
        (
            ("threes 3", "ones 2"),
            "sixes 4",
            "the bid is 2 ones: bid 3 or more ones, or 5 or more of another face",
        ),
    ],
)
def test_a_bid_beside_the_rule_of_ones_is_refused_with_what_may_be_bid(
    bids: tuple[str, ...], typed: str, why: str
) -> None:
    made = (Chosen(seat, bid) for seat, bid in enumerate(bids))
    state = after(Rolled(()), *made)
    reason = GAME.explain(state, len(bids), typed, {})
    assert reason is not None
    assert english(reason.message) == why


@pytest.mark.parametrize("move", ["threes 3", "twos 3", "sixes 7", "ones 0", "fives"])
def test_a_bid_that_is_not_higher_is_refused(move: str) -> None:
    with pytest.raises(IllegalMove):
        advance(GAME, after(Rolled(()), Chosen(0, "threes 3")), Chosen(1, move))


def test_nobody_calls_before_there_is_a_bid() -> None:
    with refusing(IllegalMove, match="'liar' is not possible now"):
        advance(GAME, after(Rolled(())), Chosen(0, "liar"))


@pytest.mark.parametrize(
    ("wild", "bid", "pips", "loser"),
    [
        ("none", "fives 3", "555123", 1),
        ("none", "fives 4", "555123", 0),
        ("none", "fives 3", "155663", 0),
        ("ones", "fives 3", "155663", 1),
        ("ones", "fives 4", "155663", 0),
        ("highest", "fives 4", "155663", 1),
        ("highest", "sixes 3", "155663", 0),
    ],
)
def test_the_player_who_was_wrong_loses_a_die_and_begins(
    wild: str, bid: str, pips: str, loser: int
) -> None:
    options = GAME.options(dice=2, wild=wild)  # type: ignore[arg-type]
    called = (Rolled(()), Chosen(0, bid), Chosen(1, "liar"))
    state = after(*called, options=options)
    assert GAME.turn(state) == Open((0, 1, 2, 3, 4, 5))
    state = advance(GAME, state, opened(pips)).state
    assert state.dice == tuple(2 - (seat == loser) for seat in range(3))
    state = advance(GAME, state, Rolled(())).state
    choice = GAME.turn(state)
    assert isinstance(choice, Choose)
    assert choice.player == loser


@pytest.mark.parametrize(("pips", "loser"), [("115663", 2), ("255663", 1)])
def test_a_bid_of_ones_counts_ones_alone(pips: str, loser: int) -> None:
    bids = (Chosen(0, "sixes 3"), Chosen(1, "ones 2"), Chosen(2, "liar"))
    state = after(Rolled(()), *bids, opened(pips))
    assert state.dice == tuple(2 - (seat == loser) for seat in range(3))


def counted(bid: str, pips: str, wild: str) -> int:
    """Return how many dice are as bid, without the game's own code."""
    face = str(1 + FACES.index(bid.split()[0]))
    return len([n for n in pips if n == face or n == WILD_PIPS[wild]])


def test_every_call_of_random_games_is_judged_as_a_count_of_all_dice_says() -> None:
    calls = 0
    for seed in range(300):
        rng = random.Random(seed)
        seats, wild = rng.randint(3, 10), rng.choice([*WILD_PIPS])
        options = GAME.options(dice=rng.randint(1, 3), wild=wild)  # type: ignore[arg-type]
        game = play(GAME, seats, options, seed)
        turns = zip(game.turns, game.events, game.states, strict=False)
        bid, bidder, caller, gone = "", -1, -1, set[int]()
        have = [options.dice] * seats
        for turn, event, _ in turns:
            match turn, event:
                case _, Seated(player):
                    have[player] = 0
                    gone.add(player)
                case Roll(6, _, hands), _:
                    assert [(p, len(slots)) for p, slots in hands] == [
                        (p, dice) for p, dice in enumerate(have) if dice
                    ]
                case _, Chosen(player, "liar"):
                    caller = player
                case _, Chosen(player, move):
                    bid, bidder = move, player
                case _, Opened(faces):
                    pips = "".join(str(int(face) + 1) for face in faces)
                    assert len(pips) == sum(have)
                    there = counted(bid, pips, wild) >= int(bid.split()[1])
                    have[caller if there else bidder] -= 1
                    calls += 1
        won = [dice > 0 for dice in have]
        assert won.count(True) == 1
        expected = tuple(seats - 1 if wins else -1 for wins in won)
        assert game.payoffs == expected
    assert calls > 1000


def test_a_player_without_dice_is_out_and_the_last_with_dice_wins() -> None:
    options = LiarsDiceOptions(dice=1)
    events = (Rolled(()), Chosen(0, "threes 3"), Chosen(1, "liar"), opened("222"))
    state = after(*events, options=options)
    assert state.dice == (0, 1, 1)
    assert GAME.turn(state) == Roll(6, hands=((1, (3,)), (2, (4,))))
    for event in (Rolled(()), Chosen(1, "twos 1"), Chosen(2, "liar"), opened("26")):
        state = advance(GAME, state, event).state
    assert GAME.turn(state) == Over((-1, 2, -1))


def test_in_a_game_of_one_round_the_first_to_lose_pays_the_others() -> None:
    events = (Rolled(()), Chosen(0, "fives 2"), Chosen(1, "liar"))
    for pips, payoffs in (("552222", (1, -2, 1)), ("522222", (-2, 1, 1))):
        state = after(*events, opened(pips), options=ONE_ROUND)
        assert GAME.turn(state) == Over(payoffs)


def test_a_cup_is_seen_by_its_player_until_all_are_opened() -> None:
    state = after(Rolled(()), Chosen(0, "fives 2"), Chosen(1, "liar"))
    for zone, player in zip(GAME.zones(state)[:3], range(3), strict=True):
        seen = [seat for seat in range(3) if zone.policy(seat) is Policy.VISIBLE]
        assert seen == [player]
        assert zone.policy(None) is Policy.ORDER
    state = advance(GAME, state, opened("512345")).state
    cups = GAME.zones(state)[:3]
    assert {zone.policy(None) for zone in cups} == {Policy.VISIBLE}
    state = advance(GAME, state, Rolled(())).state
    assert GAME.zones(state)[3].slots == (0, 1, 2, 3, 4, 5)


def test_the_table_and_the_events_are_told_in_words() -> None:
    state = after(Rolled(()), Chosen(0, "fives 2"))
    assert view(GAME, state, 1, {2: "0", 3: "4"}).text.splitlines() == [
        "2 × fives, bid by player 0",
        "player 0: 2 left   ? ?",
        "player 1: 2 left   1 5",
        "player 2: 2 left   ? ?",
    ]
    called = advance(GAME, state, Chosen(1, "liar")).state
    told = english(GAME.tell(called, opened("512345")))
    assert told == "2 × fives called, 3 found in 1 2 3 4 5 5: player 1 loses"


@pytest.mark.parametrize("face", ["6", "-1", "", "x", "00"])
def test_no_die_shows_anything_else(face: str) -> None:
    state = after(Rolled(()), Chosen(0, "fives 2"), Chosen(1, "liar"))
    with refusing(IllegalMove, match="no die is like that"):
        advance(GAME, state, Opened(("0", "1", "2", "3", "4", face)))


@pytest.mark.parametrize(("game", "options"), [(GAME, None), (FIRST, ONE_ROUND)])
def test_when_somebody_leaves_the_others_roll_anew_and_nobody_else_loses(
    game: LiarsDice, options: LiarsDiceOptions | None
) -> None:
    begun = (Rolled(()), Chosen(0, "fives 2"))
    for gone, first in ((0, 1), (1, 2), (2, 1)):
        for events in (begun, (*begun, Chosen(1, "liar"))):
            state = after(*events, Seated(gone, "gone"), options=options, game=game)
            left = [player for player in range(3) if player != gone]
            hands = tuple((p, (6 + 2 * n, 7 + 2 * n)) for n, p in enumerate(left))
            assert game.turn(state) == Roll(6, hands=hands)
            rolled = advance(game, state, Rolled(())).state
            bids = tuple(Amount(face, 1, 4) for face in FACES[game is GAME :])
            assert game.turn(rolled) == Choose(state.player, bids)
        assert after(*begun, Seated(gone, "gone")).player == first


def test_the_dice_of_a_player_who_left_are_never_shown() -> None:
    state = after(Rolled(()), Seated(1, "gone"))
    (earlier,) = (zone for zone in GAME.zones(state) if zone.slots)
    assert earlier.slots == (0, 1, 2, 3, 4, 5)
    assert {earlier.policy(seat) for seat in (0, 1, 2, None)} == {Policy.HIDDEN}


def test_a_player_who_is_out_already_leaves_without_effect_on_the_round() -> None:
    options = LiarsDiceOptions(dice=1)
    events = (Rolled(()), Chosen(0, "threes 3"), Chosen(1, "liar"), opened("222"))
    state = after(*events, Rolled(()), Chosen(1, "twos 1"), options=options)
    left = advance(GAME, state, Seated(0, "gone")).state
    assert GAME.turn(left) == GAME.turn(state)
    assert left.hands == state.hands


def test_the_last_player_left_wins() -> None:
    for game, options in ((GAME, None), (FIRST, None), (FIRST, ONE_ROUND)):
        events = (Rolled(()), Seated(0, "gone"), Rolled(()), Seated(2, "gone"))
        state = after(*events, options=options, game=game)
        assert game.turn(state) == Over((-1, 2, -1))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_in_a_game_of_one_round_leaving_costs_what_losing_it_does(seats: int) -> None:
    """The bidder is about to be found out, or another leaves: the round is over."""
    called = (Rolled(()), Chosen(0, "sixes 2"), Chosen(1, "liar"))
    lost = after(*called, opened("1" * 2 * seats), seats=seats, options=ONE_ROUND)
    for events in (called[:1], called[:2], called):
        for gone in range(seats):
            state = after(*events, Seated(gone, "gone"), seats=seats, options=ONE_ROUND)
            assert GAME.turn(state) == Over(
                tuple(1 - seats if n == gone else 1 for n in range(seats))
            )
    assert GAME.turn(lost) == Over((1, 1 - seats, *[1] * (seats - 2)))
    first = after(*called, Seated(0, "gone"), options=ONE_ROUND, game=FIRST)
    assert isinstance(FIRST.turn(first), Roll)


def test_nobody_joins_sits_out_or_leaves_twice() -> None:
    state = after(Rolled(()), Seated(1, "gone"))
    for event in (Seated(1, "gone"), Seated(1, "in"), Seated(0, "out")):
        with pytest.raises(IllegalMove):
            advance(GAME, state, event)


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_a_game_goes_on_without_a_player_who_leaves(seats: int) -> None:
    for seed in range(100):
        rounds = ("one", "all", "all")[seed % 3]
        options = GAME.options(dice=1 + seed % 4, rounds=rounds)  # type: ignore[arg-type]
        leavers = 1 + seed % (seats - 1)
        payoffs, gone = left_at_random(GAME, seats, options, seed, leavers=leavers)
        assert gone
        assert {payoffs[player] for player in gone} == {min(payoffs)}
        assert min(payoffs) < 0 < max(payoffs)
        assert sum(payoffs) == 0


@pytest.mark.parametrize("dice", [0, 7])
def test_everybody_has_1_to_6_dice(dice: int) -> None:
    with refusing(ValueError, match="everybody has 1 to 6 dice"):
        start(GAME, 2, LiarsDiceOptions(dice=dice))
