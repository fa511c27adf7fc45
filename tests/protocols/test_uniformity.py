"""Shuffles, dice and coins are fair, and stay so whatever one of the players does.

And what a claim shows of hidden cards is as even whatever they are.

Each statistic is Pearson's chi-square, of 10⁵ draws or more where a draw is cheap,
from a seed that is printed.  With other seeds one fair run in ten million would be
beyond the bound; the mistakes that such code is known for are beyond it by far, as
tests of the tests show: remainders, short sort keys, swaps with any card, coins that
are flipped again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import permutations, product
from math import erfc, exp, gamma, log, sqrt
from random import Random
from types import MappingProxyType

import pytest

from p2pgame.protocols.arithmetic.elgamal import mask, start, token, unmask
from p2pgame.protocols.arithmetic.group import ORDER, Element, Entropy, G, Scalar
from p2pgame.protocols.arithmetic.permutation import permutation
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.chance import beacon, coin
from p2pgame.protocols.deck import placing
from p2pgame.protocols.deck.cards import Card, Cards, Secrets, face_point
from p2pgame.protocols.proofs.non_membership import Proof, prove
from p2pgame.protocols.proofs.shuffle import shuffle
from p2pgame.protocols.rounds import Protocol
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.table import Seat, Table, instead

SEED = 20230817
DRAWS = 100_000
#: As many decks of masked cards are shuffled, which takes longer.
DECKS = 1200
N = 4
#: A fair source is beyond this one time in ten million.
ALARM = 1e-7
#: A biased one is caught with so much to spare.
CERTAIN = 1e-12
ORDERS = tuple(permutations(range(N)))
PLAYERS = (0, 1, 2)
SECRETS = {player: Scalar(10**60 + player**5) for player in PLAYERS}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})

Order = tuple[int, ...]
Source = Callable[[int, Entropy], Order]


def tail(statistic: float, freedom: int) -> float:
    """Return how likely chi-square is to be above ``statistic``.

    Source: Abramowitz and Stegun, 26.4.4 and 26.4.5.
    """
    half = statistic / 2
    a, q = (1.0, exp(-half)) if freedom % 2 == 0 else (0.5, erfc(sqrt(half)))
    while a < freedom / 2:
        q += exp(a * log(half) - half) / gamma(a + 1) if half else 0.0
        a += 1
    return q


def p_value(drawn: Iterable[Hashable], kinds: Sequence[Hashable]) -> float:
    """Return how likely a fair source is to be as uneven as this one."""
    counts = Counter(drawn)
    assert counts.keys() <= {*kinds}
    expected = counts.total() / len(kinds)
    statistic = sum((counts[kind] - expected) ** 2 / expected for kind in kinds)
    p = tail(statistic, len(kinds) - 1)
    print(f"seed {SEED}: {counts.total()} draws, chi-square {statistic:.1f}, p {p:.3g}")
    return p


def entropy(name: str = "") -> Entropy:
    return Random(f"{SEED} {name}").randbytes


def orders(source: Source, name: str = "") -> Iterator[Order]:
    given = entropy(name)
    return (source(N, given) for _ in range(DRAWS))


def composed(*laps: Source) -> Source:
    """Return the order of a deck that several players have shuffled in turn."""

    def shuffled(n: int, given: Entropy) -> Order:
        deck = tuple(range(n))
        for lap in laps:
            deck = tuple(deck[i] for i in lap(n, given))
        return deck

    return shuffled


def unmoved(n: int, given: Entropy) -> Order:
    return tuple(range(n))


def turned(n: int, given: Entropy) -> Order:
    return (*range(1, n), 0)


def remainders(n: int, given: Entropy) -> Order:
    """Shuffle as Fisher and Yates do, but with remainders of four random bits."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = given(1)[0] % 16 % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def short_keys(n: int, given: Entropy) -> Order:
    """Sort by random keys of four bits; those that are equal stay in order."""
    return tuple(sorted(range(n), key=lambda _: given(1)[0] % 16))


def any_card(n: int, given: Entropy) -> Order:
    """Swap each card with any, not with one that is left."""
    order = list(range(n))
    for i in range(n):
        j = given(1)[0] % n
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    # Abramowitz and Stegun, table 26.8.
    [(3.84146, 1, 0.05), (11.0705, 5, 0.05), (35.1725, 23, 0.05), (49.7282, 23, 0.001)],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(
    statistic: float, freedom: int, p: float
) -> None:
    assert abs(tail(statistic, freedom) / p - 1) < 1e-4


@pytest.mark.pitfall(20)
def test_every_order_of_four_cards_is_as_likely() -> None:
    assert p_value(orders(permutation), ORDERS) > ALARM


@pytest.mark.pitfall(20)
@pytest.mark.parametrize("cheat", [unmoved, turned])
@pytest.mark.parametrize("lap", PLAYERS)
def test_one_honest_shuffle_among_two_others_is_enough(lap: int, cheat: Source) -> None:
    laps = [cheat] * len(PLAYERS)
    laps[lap] = permutation
    name = f"{lap} {cheat.__name__}"
    assert p_value(orders(composed(*laps), name), ORDERS) > ALARM


@pytest.mark.pitfall(20)
def test_cards_masked_by_all_come_out_in_every_order_if_one_player_is_honest() -> None:
    key = KEYS.joint(PLAYERS)
    points = [face_point(str(i)) for i in range(N)]
    given, drawn = entropy("masked"), []
    for _ in range(DECKS):
        deck = tuple(start(point) for point in points)
        for source in (entropy("fixed"), given, entropy("fixed too")):
            deck, _ = shuffle(deck, key, source)
        opened = (
            unmask(card, [token(card, secret) for secret in SECRETS.values()])
            for card in deck
        )
        drawn.append(tuple(map(points.index, opened)))
    assert p_value(drawn, ORDERS) > ALARM


@pytest.mark.parametrize("biased", [remainders, short_keys, any_card])
def test_a_biased_shuffle_is_found_out(biased: Source) -> None:
    assert p_value(orders(biased), ORDERS) < CERTAIN


@pytest.mark.parametrize("cheat", [unmoved, turned])
def test_without_an_honest_shuffle_nothing_is_hidden(cheat: Source) -> None:
    assert p_value(orders(composed(cheat, remainders, cheat)), ORDERS) < CERTAIN


def seeds(number: int) -> Iterator[bytes]:
    return (sha256(b"%d %d" % (SEED, i)).digest() for i in range(number))


@pytest.mark.pitfall(20)
def test_every_side_of_a_die_is_as_likely() -> None:
    rolled = (n for seed in seeds(DRAWS // 100) for n in coin.roll(seed, 6, 1000))
    assert p_value(rolled, range(6)) > ALARM


@pytest.mark.pitfall(20)
def test_two_dice_of_one_roll_have_nothing_to_do_with_each_other() -> None:
    rolled = (coin.roll(seed, 6, 2) for seed in seeds(DRAWS))
    assert p_value(rolled, [*product(range(6), repeat=2)]) > ALARM


def test_a_die_that_is_the_remainder_of_a_byte_is_found_out() -> None:
    given = entropy()
    assert p_value((byte % 6 for byte in given(10 * DRAWS)), range(6)) < CERTAIN


@pytest.mark.pitfall(20)
def test_a_private_die_is_fair_whatever_its_player_put_there() -> None:
    faces = tuple(map(str, range(6)))
    masked = mask(face_point("5"), KEYS.shares[0], Scalar(SEED))
    hands = {0: tuple(range(100))}
    laid = Cards(KEYS).lay(
        {slot: Card(masked, (0,), faces, b"", owner=0) for slot in hands[0]}
    )
    rolled = []
    for seed in seeds(DRAWS // 100):
        turned = placing.turn(laid, hands, 6, seed)
        rolled += [(5 + (turned[slot].shift or 0)) % 6 for slot in hands[0]]
    read = placing.read(turned, hands[0], 0, Secrets(SECRETS[0]))
    assert [int(read[slot]) for slot in hands[0]] == rolled[-100:]
    assert p_value(rolled, range(6)) > ALARM


#: Two cards that differ, in both orders, and two that are equal.
HANDS = (("a", "b"), ("b", "a"), ("a", "a"))
REFUSED = tuple(map(face_point, ("c", "d")))
CLAIMS = 400


def claimed(hand: tuple[str, str], given: Entropy) -> Proof:
    """Return what a claim shows that a hand is none of the faces refused."""
    secret, share = SECRETS[0], KEYS.shares[0]
    cards = [mask(face_point(face), share, Scalar.random(given)) for face in hand]
    proof = prove(cards, REFUSED, secret, Transcript(b"claim"), given)
    return Proof.decode(proof, len(hand), len(REFUSED))


def three_bits(shown: Element | Scalar) -> int:
    """Return a number below 8, as even as what is shown."""
    match shown:
        case Scalar(value):
            return value * 8 // ORDER
        case Element(data):
            return data[7] % 8


@pytest.mark.pitfall(31)
@pytest.mark.parametrize("hand", HANDS)
def test_what_a_claim_shows_is_as_even_whatever_is_held(hand: tuple[str, str]) -> None:
    given = entropy(f"claims {hand}")
    proofs = [claimed(hand, given) for _ in range(CLAIMS)]
    rows = [(*p.U, *p.B, p.S, p.c, *p.z) for p in proofs]
    for column in zip(*rows, strict=True):
        assert p_value(map(three_bits, column), range(8)) > ALARM
    # And no more alike from card to card, and from face to face.
    for one, other in ((0, 2), (1, 3), (0, 1), (2, 3)):
        pairs = ((three_bits(p.B[one]), three_bits(p.B[other])) for p in proofs)
        assert p_value(((a - b) % 8 for a, b in pairs), range(8)) > ALARM
    less = (p.B[0] - p.B[2] for p in proofs)
    assert p_value(map(three_bits, less), range(8)) > ALARM


def test_one_factor_for_equal_cards_is_found_out() -> None:
    given = entropy("one factor")
    alike = []
    for _ in range(100):
        a = Scalar.random(given)
        multiples = [a * (face_point("a") - Q) for Q in REFUSED] * 2
        alike.append((three_bits(multiples[0]) - three_bits(multiples[2])) % 8)
    assert p_value(alike, range(8)) < CERTAIN


COINS = 4000
BEACONS = 150


def blum(seed: str) -> Table[bytes]:
    """Return a coin of which the last player hears all before it opens its own."""
    return Table(
        PLAYERS,
        lambda me, given: coin.flip(me, PLAYERS, b"coin", given),
        f"{SEED} {seed}",
    )


def heads(result: bytes) -> bool:
    return coin.roll(result, 2)[0] == 0


def refuses_tails(seed: str) -> tuple[bool, bool]:
    """Return which side the coin had shown, and whether it is shown to anybody.

    The last player opens nothing if it does not like what it sees.
    """
    side = heads(blum(seed).play()[0])
    if side:
        return side, True
    again = blum(seed)
    assert again.play(tamper=instead(2, 1, None)) == {}
    assert all(run.waiting_for == {2} for run in again.runs.values())
    # Who comes back from the same seed says the same, and gets the same coin.
    for seat in again.runs:
        again.wire.append((2, seat, 1, again.said[2, 1]))
    assert {heads(result) for result in again.play().values()} == {side}
    return side, False


@pytest.mark.pitfall(22)
@pytest.mark.pitfall(23)
def test_whoever_does_not_open_a_coin_gets_its_side_no_more_often() -> None:
    flips = [refuses_tails(str(i)) for i in range(COINS)]
    assert all(shown == side for side, shown in flips)
    assert p_value([shown for _, shown in flips], [True, False]) > ALARM


def test_a_coin_that_is_flipped_again_is_found_out() -> None:
    coins = iter([heads(seed) for seed in seeds(2 * COINS)])
    flips = [next(coins) or next(coins) for _ in range(COINS)]
    assert p_value(flips, [True, False]) < CERTAIN


def threshold(seed: str) -> Table[bytes]:
    def protocol(me: Seat, given: Entropy) -> Protocol[bytes]:
        assert me is not None
        secret = SECRETS[me]
        return beacon.flip(me, PLAYERS, KEYS, 2, secret, b"coin", given)

    return Table(PLAYERS, protocol, f"{SEED} {seed}")


@pytest.mark.pitfall(22)
@pytest.mark.pitfall(23)
def test_whoever_leaves_a_beacon_changes_nothing_about_it() -> None:
    sides = []
    for i in range(BEACONS):
        result = threshold(str(i)).play()[0]
        if not heads(result):
            left = threshold(str(i)).play(gone=MappingProxyType({2: 1}))
            assert {left[0], left[1]} == {result}
            result = left[0]
        sides.append(heads(result))
    assert p_value(sides, [True, False]) > ALARM
