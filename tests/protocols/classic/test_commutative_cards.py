"""What the cards of a locked deck are made of, and that none is known by it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from p2pgame.protocols.arithmetic.group import ORDER, Element, G, Scalar
from p2pgame.protocols.classic import commutative, commutative_deck
from p2pgame.protocols.classic.commutative_deck import card_points
from tests.protocols.classic.locked import PACK, PLAYERS, play, shuffled, shuffling
from tests.protocols.table import prg


def test_equal_faces_are_different_cards_of_a_locked_deck() -> None:
    faces = ("red", "blue", "red", "red")
    points = card_points(faces)
    assert len({*points}) == 4
    assert card_points(faces[::-1]) == (points[0], points[2], points[1], points[3])
    game, _ = shuffled(faces=faces)
    stages = [turn.after for turn in game.deck.first]
    stages += [turn.after for turn in game.deck.second]
    assert {len({*stage.cards}) for stage in stages} == {4}
    assert sorted(game.faces) == sorted(faces)
    assert sorted(game.opened(0, 1, 2, 3).deck.opened.values()) == sorted(faces)


def test_a_card_has_one_element_at_every_table() -> None:
    assert card_points(("A♠", "A♥"))[0] == card_points(("A♠",))[0]
    assert card_points(("A♠",))[0].encode().hex() == (
        "a0ba8ae6d6d668bee8bd9bca8370acea78c4b1ea07485e110b0f79ebf977f043"
    )


def order_seen(cards: Sequence[Element], n: int) -> list[int] | None:
    """Return the order of a deck if its elements are 1, 2, … n times one of them."""
    where = {P: place for place, P in enumerate(cards)}
    for P in cards:
        places = [where.get(Scalar(i) * P) for i in range(1, n + 1)]
        if None not in places:
            return [place for place in places if place is not None]
    return None


@pytest.mark.pitfall(15)
def test_related_card_elements_would_show_the_order_to_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n = 12
    faces = PACK[:n]
    honest, _ = shuffled(faces=faces)
    assert order_seen(honest.deck.first[-1].after.cards, n) is None

    def related(faces: tuple[str, ...]) -> tuple[Element, ...]:
        return tuple(Scalar(i) * G for i in range(1, len(faces) + 1))

    for module in (commutative, commutative_deck):
        monkeypatch.setattr(module, "card_points", related)
    game = play(shuffling(faces=faces))
    # The second lap hides the relation, but the order is known by then.
    assert order_seen(game.deck.cards, n) is None
    places = order_seen(game.deck.first[-1].after.cards, n)
    assert places is not None
    assert [game.faces[slot] for slot in places] == [*faces]


@pytest.mark.pitfall(15)
def test_no_card_is_a_small_multiple_or_a_sum_of_others() -> None:
    game, _ = shuffled(faces=PACK)
    decks = [card_points(PACK), *(turn.after.cards for turn in game.deck.first)]
    for elements in (*decks, game.deck.cards):
        known = {*elements}
        assert len(known) == 52
        for k in (2, 3, 4, 13, 52, ORDER - 1):
            assert not known & {Scalar(k) * P for P in elements}
        assert not known & {P + Q for P, Q in combinations(elements[:20], 2)}


def legendre(number: int, p: int) -> int:
    return pow(number, (p - 1) // 2, p)


@pytest.mark.pitfall(14)
def test_exponents_modulo_a_prime_keep_one_bit_of_every_card() -> None:
    """Why there is no deck of Shamir, Rivest and Adleman's numbers here."""
    p = 2**255 - 19
    faces = [int.from_bytes(face.encode(), "big") for face in PACK]
    deck = faces
    for player in PLAYERS:
        e = Scalar.random(prg(f"exponent {player}")).value | 1
        deck = [pow(m, e, p) for m in deck]
    kept = sum(
        legendre(m, p) == legendre(c, p) for m, c in zip(faces, deck, strict=True)
    )
    assert kept == 52
    assert 13 < sum(legendre(m, p) == 1 for m in faces) < 39


@pytest.mark.pitfall(14)
def test_a_locked_card_keeps_no_such_bit() -> None:
    """Every element is twice another, so no map of the group to ±1 tells two apart."""
    p = 2**255 - 19
    game, _ = shuffled(faces=PACK)
    points = dict(zip(PACK, card_points(PACK), strict=True))
    assert ORDER % 2 == 1
    for P in points.values():
        assert Scalar(2) * (Scalar(2).inverse() * P) == P

    def bit(P: Element) -> int:
        return legendre(int.from_bytes(P.encode(), "little"), p)

    faces = [points[face] for face in game.faces]
    for cards in (game.deck.first[-1].after.cards, game.deck.cards):
        kept = sum(bit(P) == bit(Q) for P, Q in zip(faces, cards, strict=True))
        assert 13 < kept < 39
