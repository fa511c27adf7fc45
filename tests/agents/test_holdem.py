"""The opponents for hold'em: their odds are right, and no fixed script beats them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import pytest

from p2pgame.agents.agent import Seating
from p2pgame.agents.arena import Interval
from p2pgame.agents.arena.match import stream
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Record
from p2pgame.agents.players.holdem.conduct import TYPICAL, Spot, likelihood
from p2pgame.agents.players.holdem.draws import Draws
from p2pgame.agents.players.holdem.hole_cards import (
    BEFORE_FLOP,
    MASKS,
    PAIRS,
    mask_of,
    number_of,
)
from p2pgame.agents.players.holdem.player import (
    CARL,
    SID,
    STELLA,
    HoldemPlayer,
    Style,
)
from p2pgame.agents.players.holdem.ranges import narrowed, tops, uniform
from p2pgame.agents.players.holdem.reading import Action, tendencies
from p2pgame.agents.players.holdem.showdowns import Held, equity, showdowns
from p2pgame.agents.players.holdem.strength import strengths
from p2pgame.engine import Choose, Chosen, advance, start, view
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.ranking import DECK, score
from p2pgame.games.registry import find
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets
from tests.agents.holdem_check import Faultless, ample, lead, maker

RULES = find("holdem")
LEVELS = ("calling-carl", "prudent-paula", "solid-sid")


def draws(seed: str = "seed") -> Draws:
    return Draws(Chance(seed))


def against(mine: str, ranges: Sequence[Sequence[float]], board: str = "") -> float:
    """Return the equity of a hand against ranges, in 6000 showdowns."""
    cards = mine.split(), board.split()
    held = {seat: Held(one, one) for seat, one in enumerate(ranges, 1)}
    found = showdowns(0, cards, held, draws(), lambda done: done >= 6000)
    return equity(found, 0)


def only(pairs: str) -> list[float]:
    """Return the range that holds these pairs of cards alone, such as ``AcAd KcKd``."""
    weights = [0.0] * len(PAIRS)
    for pair in pairs.split():
        weights[number_of(pair[:2], pair[2:])] = 1.0
    return weights


QUEENS = "QcQd QcQh QcQs QdQh QdQs QhQs"
KINGS = QUEENS.replace("Q", "K")


@pytest.mark.parametrize(
    ("mine", "ranges", "published"),
    [
        ("Ac Ad", (KINGS,), 0.82),
        ("As Ks", (QUEENS,), 0.46),
        ("Ac Kd", ("2h2s",), 0.48),
        ("Ac Kd", ("QhJh",), 0.62),
        ("Ac Ad", (KINGS, QUEENS), 0.67),
    ],
)
def test_equity_is_as_published(
    mine: str, ranges: tuple[str, ...], published: float
) -> None:
    assert against(mine, [only(one) for one in ranges]) == pytest.approx(
        published, abs=0.02
    )


def test_equity_is_that_of_counting_all_hands() -> None:
    """On the river every hand of the other can be counted by the game's ranking."""
    mine, board = ["Ah", "Td"], ["As", "9s", "8d", "4s", "Tc"]
    seen, results = mask_of((*mine, *board)), []
    ours = score((*mine, *board))
    for pair, mask in zip(PAIRS, MASKS, strict=True):
        if not mask & seen:
            theirs = score((*pair, *board))
            results.append((ours > theirs) + (ours == theirs) / 2)
    exact = sum(results) / len(results)
    found = against(" ".join(mine), [uniform(seen)], " ".join(board))
    assert found == pytest.approx(exact, abs=0.02)


def test_the_table_before_the_flop_is_that_of_random_hands() -> None:
    for one, other in (("As", "Ac"), ("As", "Ks"), ("7d", "2c"), ("6h", "5h")):
        found = against(f"{one} {other}", [uniform(mask_of((one, other)))])
        table = BEFORE_FLOP[number_of(one, other)]
        assert table == pytest.approx(found, abs=0.025)
    best = max(range(len(PAIRS)), key=lambda pair: BEFORE_FLOP[pair])
    assert {face[0] for face in PAIRS[best]} == {"A"}


def test_strength_on_the_river_is_the_order_of_the_games_ranking() -> None:
    board, mine = ("As", "9s", "8d", "4s", "Tc"), ("2c", "2d")
    strong, seen = strengths(board, mine, draws()), mask_of((*board, *mine))
    possible = [pair for pair, mask in enumerate(MASKS) if not mask & seen]
    possible.sort(key=lambda pair: score((*PAIRS[pair], *board)))
    ordered = [strong[pair] for pair in possible]
    assert ordered == sorted(ordered)
    assert len({*ordered}) == len({score((*PAIRS[p], *board)) for p in possible})
    assert 0 < ordered[0] < 0.1 < 0.9 < ordered[-1] < 1


def test_a_raise_narrows_a_range_to_strong_hands_and_some_bluffs() -> None:
    weights = uniform(0)
    order = sorted(range(len(PAIRS)), key=lambda pair: -BEFORE_FLOP[pair])
    at = Spot(True, 1, 15, 35, 0, 1)

    def odds_of(action: str, chips: int) -> float:
        acts = likelihood(at, action, chips, TYPICAL)
        after = narrowed(weights, tops(weights, order), acts)
        return after[number_of("As", "Ac")] / after[number_of("7d", "2c")]

    assert odds_of("raise", 50) > odds_of("call", 0) > 1
    assert odds_of("raise", 50) > 5
    acts = likelihood(at, "raise", 50, TYPICAL)
    assert min(narrowed(weights, tops(weights, order), acts)) > 0


def spot(
    hands: str, board: str, moves: str, options: HoldemOptions | None = None
) -> Observation:
    """Return what the player sees who is to move after ``moves``.

    ``hands`` are by position, the button's last, and the whole deck is chosen.
    """
    faces = f"{hands} {board}".split()
    faces += [face for face in DECK if face not in faces]
    seats, options = len(hands.split()) // 2, options or HoldemOptions()
    state, secrets = start(RULES, seats, options).state, Secrets.of(seats)
    dealer = Dealer(RULES, "cards", None, dict(enumerate(faces)))
    records = [
        Record(RULES, options, seats, seat, view(RULES, state, seat, {}))
        for seat in range(seats)
    ]
    left = moves.split(", ") if moves else []
    while True:
        turn = RULES.turn(state)
        if not isinstance(turn, Choose):
            event, secrets = dealer.answer(state, turn, secrets)
        elif left:
            event = Chosen(turn.player, left.pop(0))
        else:
            return records[turn.player].observation
        state = advance(RULES, state, event).state
        for seat, record in enumerate(records):
            known = secrets.known_to(seat)
            record.note(turn, event, view(RULES, state, seat, known))


def moves_of(seen: Observation, style: Style = SID, times: int = 12) -> Counter[str]:
    """Return how often an agent makes each kind of move, with seeds of its own."""
    made = Counter[str]()
    for seed in range(times):
        chance = stream(f"agent {seed}")
        seating = Seating(RULES, seen.options, seen.seats, seen.seat, chance)
        assert seen.choice is not None
        move = HoldemPlayer(seating, style).decide(seen, seen.choice, ample())
        made[move.partition(" ")[0]] += 1
    return made


#: Heads-up, the button calls and the flop, the turn and the river come free.
FREE = "call, check, check, check, check, check"


@pytest.mark.parametrize("style", [SID, STELLA])
def test_a_hopeless_hand_folds_to_a_large_bet(style: Style) -> None:
    seen = spot("As Ac 3d 2c", "Kh Kd 9s Jc 7h", f"{FREE}, raise 400")
    assert moves_of(seen, style)["fold"] == 12


@pytest.mark.parametrize("style", [SID, STELLA, CARL])
def test_the_nuts_never_fold(style: Style) -> None:
    seen = spot("As Ac Kc Ks", "Kh Kd 9s Jc 7h", f"{FREE}, raise 990")
    assert moves_of(seen, style) == {"call": 12}


def test_a_call_is_a_matter_of_its_price() -> None:
    """A flush draw with one card to come calls a small bet, and not one of all."""
    hands, board = "As Ac 9h 8h", "Kh 2h 4s Jc"
    cheap = spot(hands, board, "call, check, check, check, raise 10")
    dear = spot(hands, board, "call, check, check, check, raise 990")
    assert moves_of(cheap)["fold"] < 5
    assert moves_of(dear)["fold"] > 9


def test_carl_calls_where_the_others_fold() -> None:
    seen = spot("As Ac 9d 8c", "Kh 2h 4s Jc 7h", f"{FREE}, raise 20")
    folds = [moves_of(seen, style)["fold"] for style in (CARL, STELLA, SID)]
    assert folds[0] < folds[1] < folds[2]


def test_bluffs_are_mixed() -> None:
    """The worst hand on the river is bet at times, and checked at others."""
    made = moves_of(spot("3d 2c As Kc", "Kh Qd 9s Jc 7h", FREE), times=30)
    assert made.keys() == {"check", "raise"}


def test_a_short_all_in_can_win_no_more_than_its_part() -> None:
    """A third player's chips count for the side pot alone."""
    options = HoldemOptions(stacks="1000,1000,1000")
    seen = spot("Qs Qc As Ac 7d 2c", "", "raise 1000", options)
    assert seen.state.stacks[seen.seat] < 1000  # type: ignore[attr-defined]
    assert moves_of(seen)["call"] == 12


def test_a_hand_that_is_beaten_is_not_shown() -> None:
    river = f"{FREE}, check, check"
    beaten = spot("As Ac 3d 2c", "Kh Kd 9s Jc 7h", f"{river}, show")
    best = spot("3d 2c As Ac", "Kh Kd 9s Jc 7h", f"{river}, show")
    assert moves_of(beaten, times=3) == {"muck": 3}
    assert moves_of(best, times=3) == {"show": 3}


def test_a_decision_depends_on_what_is_seen_and_the_seed_alone() -> None:
    one = spot("As Tc 3d 2c", "Kh Qd 9s Jc 7h", FREE)
    same = spot("As Tc 4h 5s", "Kh Qd 9s Jc 7h", FREE)
    assert one.faces == same.faces
    assert moves_of(one) == moves_of(same)


def test_a_player_who_always_raises_is_believed_less() -> None:
    acted = [
        Action(hand, 1, verb, 20, Spot(True, 0, 5, 15, 1, 1), ())
        for hand in range(1, 9)
        for verb in ("raise",)
    ]
    assert tendencies(acted, 9)[1].raises > 1.3
    assert tendencies(acted, 1) == {}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"hands": 4, "stack": 25}),
        (3, {"hands": 5, "ante": 7, "raise_every": 1, "stack": 90}),
        (4, {"hands": 3, "stacks": "3,40,999,1000000000000"}),
        (6, {"hands": 1, "small_blind": 10, "big_blind": 10}),
        (10, {"hands": 1, "ante": 1}),
        (3, {"hands": 0, "stack": 30}),
    ],
)
def test_they_play_with_all_options(seats: int, options: Mapping[str, object]) -> None:
    chosen = msgspec.convert(options, HoldemOptions)
    for deal in range(1):
        bots = [
            Faultless(
                name,
                maker(name),
                Seating(RULES, chosen, seats, seat, stream(f"{deal} {seat}")),
            )
            for seat in range(seats)
            for name in (LEVELS[(seat + deal) % 3],)
        ]
        payoffs = Match(RULES, seats, chosen, f"deal {deal}").play(bots, ample)
        assert sum(payoffs) == 0


@pytest.mark.parametrize(
    ("script", "first", "deals"),
    [("all-in", 0, 150), ("calling", 0, 60), ("min-raise", 100_000, 60)],
)
def test_no_fixed_script_wins(script: str, first: int, deals: int) -> None:
    """In duplicate deals Solid Sid leads by more than chance would have it."""
    names, span = ("solid-sid", script), range(first, first + deals)
    won = Interval.of(lead(names, 2, 1000, deal) for deal in span)
    assert won.mean > won.margin
