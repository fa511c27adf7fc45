"""Poker hands are ranked right, counted over every hand and beside pokerkit."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from p2pgame.games.poker.ranking import DECK, category, describe, score
from tests.english import english

#: Of the 2,598,960 hands of five, weakest kind first: every odds table agrees.
FIVE_CARD_HANDS = [
    1_302_540,
    1_098_240,
    123_552,
    54_912,
    10_200,
    5_108,
    3_744,
    624,
    40,
]
#: How many of them are different in worth, by the same order.
DIFFERENT_HANDS = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]

#: From the best to the worst, with what people call them.
LADDER = {
    "As Ks Qs Js Ts": "a royal flush",
    "Kd Qd Jd Td 9d": "a straight flush, king high",
    "5c 4c 3c 2c Ac": "a straight flush, five high",
    "9c 9d 9h 9s Kd": "four nines",
    "9c 9d 9h 9s Qd": "four nines",
    "6c 6d 6h Ks Kd": "a full house, sixes full of kings",
    "5c 5d 5h As Ad": "a full house, fives full of aces",
    "Ah Jh 9h 4h 2h": "a flush, ace high",
    "Kh Qh Jh Th 8h": "a flush, king high",
    "Ac Kd Qh Js Td": "a straight, ace high",
    "6c 5d 4h 3s 2d": "a straight, six high",
    "5c 4d 3h 2s Ad": "a straight, five high",
    "7c 7d 7h As Kd": "three sevens",
    "7c 7d 7h As Qd": "three sevens",
    "Ac Ad Kh Ks 2d": "two pair, aces and kings",
    "Ac Ad Qh Qs Kd": "two pair, aces and queens",
    "Ac Ad Qh Qs Jd": "two pair, aces and queens",
    "6c 6d Ah Ks Qd": "a pair of sixes",
    "6c 6d Ah Ks Jd": "a pair of sixes",
    "Ac Qd Jh Ts 9d": "ace high",
    "7c 5d 4h 3s 2d": "seven high",
}


def test_every_hand_of_five_is_of_its_kind() -> None:
    scores = Counter(map(score, combinations(DECK, 5)))
    kinds, worths = Counter[int](), Counter[int]()
    for number, count in scores.items():
        kinds[category(number)] += count
        worths[category(number)] += 1
    assert [kinds[kind] for kind in range(9)] == FIVE_CARD_HANDS
    assert [worths[kind] for kind in range(9)] == DIFFERENT_HANDS


def test_hands_are_ordered_and_named_as_in_every_rule_book() -> None:
    scores = [score(hand.split()) for hand in LADDER]
    assert all(better > worse for better, worse in pairwise(scores))
    assert [english(describe(number)) for number in scores] == list(LADDER.values())


def test_suits_and_the_order_of_cards_do_not_matter() -> None:
    assert score(["Ac", "Kd", "Qh", "Js", "9d"]) == score(
        ["9h", "As", "Jc", "Qd", "Kc"]
    )


@pytest.mark.parametrize(
    ("seven", "best"),
    [
        ("2c 2d Kh Ks Ad Ac Qh", "Ad Ac Kh Ks Qh"),
        ("2c 2d 2h Ks Kd Kc Ah", "Ks Kd Kc 2c 2d"),
        ("2c 2d 2h Ks Kd Qc Qh", "2c 2d 2h Ks Kd"),
        ("9c 9d 9h 9s Kd Kc Kh", "9c 9d 9h 9s Kd"),
        ("Ac 2d 3h 4s 5d 6c 7h", "7h 6c 5d 4s 3h"),
        ("Ac 2d 3h 4s 5d Kc Qh", "5d 4s 3h 2d Ac"),
        ("2h 4h 6h 8h Th Qh Ah", "Ah Qh Th 8h 6h"),
        ("2h 3h 4h 5h 6h Ah As", "6h 5h 4h 3h 2h"),
        ("2h 3h 4h 5h 9h 6c 7c", "9h 5h 4h 3h 2h"),
        ("7c 7d 7h Jh 4h 3h 2h", "7h Jh 4h 3h 2h"),
    ],
)
def test_the_best_five_of_seven_count(seven: str, best: str) -> None:
    assert score(seven.split()) == score(best.split())


def test_seven_cards_are_worth_their_best_five() -> None:
    rng = random.Random(7)
    for _ in range(3000):
        for size in (6, 7):
            hand = rng.sample(DECK, size)
            assert score(hand) == max(map(score, combinations(hand, 5)))


def test_seven_cards_are_ordered_as_by_pokerkit() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    rng = random.Random(52)
    hands = [rng.sample(DECK, 7) for _ in range(4000)]
    ours = [score(hand) for hand in hands]
    theirs = [
        pokerkit.StandardHighHand.from_game("".join(hand[:2]), "".join(hand[2:]))
        for hand in hands
    ]
    for (a, b), (x, y) in zip(pairwise(ours), pairwise(theirs), strict=True):
        assert ((a > b), (a == b)) == ((x > y), (x == y))
