"""Worlds are drawn uniformly: compared with lists of all that are possible."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from p2pgame.agents.search.cards import Cards
from p2pgame.agents.search.counting import Impossible, Puzzle
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.agents.search.lots import Lots
from p2pgame.engine import (
    Deal,
    Dealt,
    NoneOf,
    OneOf,
    Open,
    Opened,
    Place,
    Placed,
    Prove,
    Proved,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    start,
)
from p2pgame.games.registry import GAMES

DRAWS = 3000
KUHN = GAMES["kuhn"]


def is_even(counts: Counter[tuple[str, ...]], among: set[tuple[str, ...]]) -> bool:
    """Return whether exactly these were drawn, none of them suspiciously often.

    The limit is five standard deviations of a binomial count.
    """
    total, share = counts.total(), 1 / len(among)
    limit = 5 * (total * share * (1 - share)) ** 0.5
    even = all(abs(count - total * share) <= limit for count in counts.values())
    return counts.keys() == among and even


def drawn(cards: Cards, slots: tuple[int, ...]) -> Counter[tuple[str, ...]]:
    lots, deals = Lots("uniform"), cards.puzzle()
    assert deals.is_exact
    found = (deals.draw(lots) for _ in range(DRAWS))
    return Counter(tuple(faces[slot] for slot in slots) for faces in found)


def test_at_kuhn_the_other_two_cards_are_equally_likely() -> None:
    knowledge = Knowledge(KUHN, 2, 0)
    state = start(KUHN, 2, KUHN.options()).state
    knowledge.happened(state, Shuffle(("J", "Q", "K"), (0, 1)), Shuffled(), {})
    knowledge.happened(state, Deal(((0, (0,)), (1, (1,)))), Dealt(), {0: "Q"})
    lots = Lots("kuhn")
    worlds = [knowledge.draw(lots) for _ in range(DRAWS)]
    counts = Counter(tuple(w.faces[slot] for slot in range(3)) for w in worlds)
    assert is_even(counts, {("Q", "J", "K"), ("Q", "K", "J")})
    assert {world.method for world in worlds} == {"exact"}


def test_at_goofspiel_the_prizes_to_come_are_equally_likely() -> None:
    game = GAMES["goofspiel"]
    knowledge = Knowledge(game, 2, 1)
    state = start(game, 2, game.options(cards=4)).state
    knowledge.happened(state, Shuffle(("1", "2", "3", "4"), (0, 1)), Shuffled(), {})
    knowledge.happened(state, Open((0,)), Opened(("3",)), {})
    lots = Lots("goofspiel")
    worlds = [knowledge.draw(lots).faces for _ in range(DRAWS)]
    counts = Counter(tuple(w[slot] for slot in range(4)) for w in worlds)
    assert is_even(counts, {("3", *rest) for rest in permutations("124")})


def test_a_claim_about_one_of_three_cards_leaves_each_other_deal_as_likely() -> None:
    cards = Cards("abc")
    cards.forbid(1, ("a",))
    possible = {deal for deal in permutations("abc") if deal[1] != "a"}
    assert len(possible) == 4
    assert is_even(drawn(cards, (0, 1, 2)), possible)


def test_claims_on_overlapping_slots_with_equal_cards_are_exact() -> None:
    cards = Cards("aabbc")
    cards.allow(0, ("a", "b"))
    for slot in (1, 2):
        cards.forbid(slot, ("b",))
    orders = Counter(
        tuple("aabbc"[n] for n in order)
        for order in permutations(range(5))
        if "aabbc"[order[0]] in "ab" and "b" not in {"aabbc"[n] for n in order[1:3]}
    )
    counts = drawn(cards, (0, 1, 2, 3, 4))
    assert counts.keys() == orders.keys()
    for deal, ways in orders.items():
        expected = DRAWS * ways / orders.total()
        assert abs(counts[deal] - expected) < 5 * expected**0.5


def test_cards_that_went_into_a_reshuffle_lie_anywhere_in_it() -> None:
    """Slots 0 and 1 were known to be a and b; slot 2, unknown, went in with them."""
    cards = Cards("abcde")
    cards.learn(0, "a")
    cards.learn(1, "b")
    cards.reshuffle((0, 1, 2), 10)
    possible = set()
    for third, fourth, fifth in permutations("cde"):
        possible |= {(*p, fourth, fifth) for p in permutations(("a", "b", third))}
    assert is_even(drawn(cards, (10, 11, 12, 3, 4)), possible)


def test_equal_cards_known_and_unknown_in_a_reshuffle_are_exact() -> None:
    """One a is known to be in the reshuffle; an a opened there may be the other."""
    cards = Cards("aabc")
    cards.learn(0, "a")
    cards.reshuffle((0, 1), 10)
    cards.learn(10, "a")
    orders: Counter[tuple[str, ...]] = Counter()
    deck = ("a", "A", "b", "c")
    for order in permutations(deck):
        for new in permutations(order[:2]):
            low = tuple(face.lower() for face in (*new, *order[2:]))
            if order[0].lower() == "a" and low[0] == "a":
                orders[low] += 1
    counts = drawn(cards, (10, 11, 2, 3))
    assert counts.keys() == orders.keys()
    for deal, ways in orders.items():
        expected = DRAWS * ways / orders.total()
        assert abs(counts[deal] - expected) < 5 * expected**0.5


def test_private_dice_and_claims_about_them() -> None:
    knowledge = Knowledge(KUHN, 2, 0)
    hands = ((0, (0,)), (1, (1, 2)))
    knowledge.happened(State(), Roll(3, hands=hands), Rolled(()), {0: "2"})
    knowledge.happened(State(), Prove(1, NoneOf((1, 2), ("0",))), Proved(), {})
    knowledge.happened(State(), Prove(1, OneOf(2, ("0", "1"))), Proved(), {})
    lots = Lots("dice")
    worlds = [knowledge.draw(lots).faces for _ in range(DRAWS)]
    counts = Counter(tuple(w[slot] for slot in range(3)) for w in worlds)
    assert is_even(counts, {("2", "1", "1"), ("2", "2", "1")})


def test_fleets_that_agree_with_the_shots_are_equally_likely() -> None:
    game = GAMES["battleship"]
    state = start(game, 2, game.options(size=4, ships="2 1", touch=False)).state
    turn = Place(1, tuple(range(16, 32)), ("~", "A", "B"))
    knowledge = Knowledge(game, 2, 0)
    knowledge.happened(state, turn, Placed(), {})
    for slot, face in ((16, "~"), (21, "A"), (31, "~")):
        knowledge.happened(state, Open((slot,)), Opened((face,)), {})
    sea = range(16)
    possible = set()
    for ship in ((5, 1), (5, 4), (5, 6), (5, 9)):
        for boat in set(sea) - {0, 15, *ship}:
            faces = ["~"] * 16
            faces[ship[0]] = faces[ship[1]] = "A"
            faces[boat] = "B"
            if game.why_misplaced(state, 1, tuple(faces)) is None:
                possible.add(tuple(faces))
    lots = Lots("fleets")
    worlds = [knowledge.draw(lots) for _ in range(DRAWS)]
    counts = Counter(tuple(w.faces[slot] for slot in range(16, 32)) for w in worlds)
    assert {world.method for world in worlds} == {"rejection"}
    assert is_even(counts, possible)


@pytest.mark.parametrize("seed", range(20))
def test_the_count_of_deals_is_that_of_a_list(seed: int) -> None:
    lots = Lots(f"puzzle {seed}")
    sizes = tuple(1 + lots.below(2) for _ in range(3))
    slots = [to for to, size in enumerate(sizes) for _ in range(size)]
    fits = [
        tuple(to for to in range(3) if lots.below(3)) or (0,) for _ in range(sum(sizes))
    ]
    cards = [(fit, str(n)) for n, fit in enumerate(fits)]
    possible = {
        tuple(card for _, card in order)
        for order in permutations(cards)
        if all(to in fit for to, (fit, _) in zip(slots, order, strict=True))
    }
    kinds: dict[tuple[int, ...], list[str]] = {}
    for fit, card in cards:
        kinds.setdefault(fit, []).append(card)
    if not possible:
        with pytest.raises(Impossible):
            Puzzle(sizes, [*kinds.items()])
        return
    puzzle = Puzzle(sizes, [*kinds.items()])
    ways = 1
    for size in sizes:
        ways *= (1, 1, 2)[size]
    assert puzzle.count() * ways == len(possible)
    counts = Counter(
        tuple(card for cards in puzzle.draw(lots) for card in cards)
        for _ in range(40 * len(possible))
    )
    assert is_even(counts, possible)


def test_where_counting_takes_too_long_worlds_agree_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2pgame.agents.search.counting.MOST_TERMS", 3)
    fits = [set(fit) for fit in product(range(4), repeat=2)]
    puzzle = Puzzle(
        (4, 4, 4, 4), [(tuple(sorted(fit)), [str(n)]) for n, fit in enumerate(fits)]
    )
    assert not puzzle.is_exact
    lots = Lots("many")
    for _ in range(50):
        for to, cards in enumerate(puzzle.draw(lots)):
            assert len(cards) == 4
            assert all(to in fits[int(card)] for card in cards)


def test_a_face_that_cannot_be_there_is_refused() -> None:
    cards = Cards("abc")
    cards.learn(0, "a")
    with pytest.raises(Impossible, match="cannot lie"):
        cards.learn(1, "a")
    with pytest.raises(Impossible, match="two faces"):
        cards.learn(0, "b")
    cards.forbid(1, ("b", "c"))
    with pytest.raises(Impossible):
        cards.puzzle()
