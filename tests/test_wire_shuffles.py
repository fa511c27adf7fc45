"""The second reader against provers that know all of the page but shuffle falsely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pgame.protocols.arithmetic import elgamal
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.classic import laps
from p2pgame.protocols.deck.stage import Stage
from p2pgame.protocols.proofs import relock, same_scalar, shuffle
from tests.protocols.proofs.shuffled import KEY, ONE, card, start_deck, x
from tests.protocols.table import prg
from tests.second import Refused, commutative, group
from tests.second import shuffle as second
from tests.second.proofs import Transcript

N = 4
PLACE = bytes(64)
SEAT = 2

Cards = tuple[Masked, ...]
Points = tuple[Element, ...]


def theirs(points: tuple[Element, ...]) -> list[group.Element]:
    """Return elements as the second reader has them."""
    return [group.Element(point.encode()) for point in points]


# Shuffles of masked cards


def read(change: Callable[[Cards], Cards], proves: bool = True) -> list[group.Card]:
    """Let a player change shuffled cards and prove or not, and read what it says."""
    entropy = prg("shuffle")
    before = tuple(elgamal.remask(one, KEY, x) for one in start_deck(N))
    stage = Stage(KEY, before, PLACE)
    true, witness = shuffle.shuffle(before, KEY, entropy)
    false = change(true)
    about = false if proves else true
    proof = shuffle.prove(
        before, about, KEY, witness, stage.transcript(SEAT), entropy
    ).encode()
    message = b"".join(one.encode() for one in false) + proof
    old = [(one.C1, one.C2) for one in before]
    return second.verify(
        PLACE,
        SEAT,
        group.Element(KEY.encode()),
        [(group.Element(a.encode()), group.Element(b.encode())) for a, b in old],
        message,
    )


def same(cards: Cards) -> Cards:
    return cards


def other_mask(cards: Cards) -> Cards:
    return replace(cards[0], C1=cards[0].C1 + G), *cards[1:]


def other_card(cards: Cards) -> Cards:
    return replace(cards[0], C2=cards[0].C2 + card(99)), *cards[1:]


def doubled(cards: Cards) -> Cards:
    return elgamal.remask(cards[1], KEY, ONE), *cards[1:]


def equal_sum(cards: Cards) -> Cards:
    one, two, *rest = cards
    there = replace(one, C2=one.C2 + card(99))
    return there, replace(two, C2=two.C2 - card(99)), *rest


def test_a_true_shuffle_is_believed() -> None:
    assert len(read(same)) == N


@pytest.mark.parametrize("change", [other_mask, other_card, doubled, equal_sum])
def test_other_cards_are_refused_though_their_order_is_proved(
    change: Callable[[Cards], Cards],
) -> None:
    with pytest.raises(Refused, match=r"^equation \(4\)$") as caught:
        read(change)
    assert caught.value.fault == "proof"


@pytest.mark.parametrize("change", [other_mask, other_card, doubled, equal_sum])
def test_a_proof_is_for_no_other_cards(change: Callable[[Cards], Cards]) -> None:
    with pytest.raises(Refused, match="equation"):
        read(change, proves=False)


# Laps of commutative decks


def first_lap(shown: Points | None = None, *, S: Element | None = None) -> None:
    """Let a player show other cards or another S after its lap, and prove it."""
    entropy = prg("lap")
    s, order = x, (2, 0, 3, 1)
    before = tuple(card(number) for number in range(N))
    after = shown or tuple(s * before[i] for i in order)
    statement = same_scalar.Statement(before, after, S or s * G)
    stage = laps.Stage(before, PLACE)
    at = stage.transcript(b"first", SEAT)
    proof = same_scalar.prove(statement, s, order, at, entropy)
    data = statement.S.encode() + proof.encode()
    reader = group.Reader(data, len(data) // 32)
    t = Transcript("commutative lap").append("place", b"first", PLACE, SEAT)
    commutative.check_first(t, theirs(before), theirs(after), reader)


def after_lap() -> list[Element]:
    return [x * card(i) for i in (2, 0, 3, 1)]


def test_a_true_lap_is_believed() -> None:
    first_lap()


def test_cards_of_another_scalar_are_refused() -> None:
    odd, *rest = after_lap()
    with pytest.raises(Refused, match=r"^cards are no multiples$"):
        first_lap((odd + odd, *rest))


def test_a_doubled_card_in_a_lap_is_refused() -> None:
    _, *rest = after_lap()
    with pytest.raises(Refused, match=r"^cards are no multiples$"):
        first_lap((rest[0], *rest))


def test_two_cards_of_a_lap_with_an_equal_sum_are_refused() -> None:
    one, two, *rest = after_lap()
    with pytest.raises(Refused, match=r"^cards are no multiples$"):
        first_lap((one + card(99), two - card(99), *rest))


def test_another_factor_than_that_of_the_cards_is_refused() -> None:
    with pytest.raises(Refused, match=r"^a factor is not proved$"):
        first_lap(S=(x + ONE) * G)


def second_lap(change: Callable[[Points, Points], tuple[Points, Points]]) -> None:
    """Let a player change cards and locks after its second lap, and prove it."""
    keys = tuple(Scalar.random(prg(f"key {i}")) for i in range(N))
    before = tuple(card(number) for number in range(N))
    true = tuple(k * x.inverse() * P for k, P in zip(keys, before, strict=True))
    after, locks = change(true, tuple(k * G for k in keys))
    statement = relock.Statement(x * G, before, after, locks)
    at = laps.Stage(before, PLACE).transcript(b"second", SEAT)
    data = relock.prove(statement, x, keys, at, prg("second lap")).encode()
    reader = group.Reader(data, len(data) // 32)
    t = Transcript("commutative lap").append("place", b"second", PLACE, SEAT)
    S = group.Element(statement.S.encode())
    commutative.check_second(t, S, theirs(before), theirs(after), theirs(locks), reader)


def test_true_locks_are_believed() -> None:
    second_lap(lambda cards, locks: (cards, locks))


def test_a_card_in_another_lock_is_refused() -> None:
    with pytest.raises(Refused, match=r"^locks are not proved$"):
        second_lap(lambda cards, locks: (cards, (locks[0] + G, *locks[1:])))


def test_two_cards_that_change_places_are_refused() -> None:
    with pytest.raises(Refused, match=r"^locks are not proved$"):
        second_lap(lambda cards, locks: ((cards[1], cards[0], *cards[2:]), locks))
