from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import shake_256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import IDENTITY, ORDER, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.membership import MAX_BRANCHES, prove, size, verify
from tests.protocols.proofs.membership_by_hand import (
    CARDS,
    ENTROPY,
    OTHER_X,
    OUTSIDE,
    PLACES,
    POINTS,
    SHARE,
    by_hand,
    card,
    challenge,
    forge,
    message,
    one,
    place,
    point,
    scalars,
    statement,
    x,
    zero,
)

START = Masked(IDENTITY, POINTS[1])
PROOF = prove(CARDS, POINTS, PLACES, x, place(), ENTROPY)


def refused(
    message: bytes,
    cards: Sequence[Masked] = CARDS,
    points: Sequence[Element] = POINTS,
    share: Element = SHARE,
    transcript: Transcript | None = None,
) -> None:
    with pytest.raises(InvalidProof):
        verify(message, cards, points, share, transcript or place())


def test_the_module_proves_what_is_proved_by_hand() -> None:
    assert by_hand(CARDS, POINTS, PLACES) == PROOF


def test_a_small_proof_stays_the_same() -> None:
    # Made by hand: the card holds the second of two points.
    vector = bytes.fromhex(
        "c63d6a65ff72b79f4347e0f93c726d4afe003db9655ac28934d749816b5fef0e"
        "3b4d5bdcc71c525fd4eb247c18950418cd793161d0f225d613cd23befdac8b09"
        "443b0b590920b28a76c80234c30e7978352e3573672a39c526f21ba6e74f5607"
        "c3354712cb66559822074a23da11e4e7f07e678a30e7944350c48c6a2ad86f01"
    )
    cards, points = (card(point(1), 5),), (point(0), point(1))
    assert by_hand(cards, points, (1,)) == vector
    assert prove(cards, points, (1,), x, place(), ENTROPY) == vector
    verify(vector, cards, points, SHARE, place())


@settings(max_examples=25)
@given(st.data())
def test_any_cards_that_hold_any_of_the_points_are_accepted(
    data: st.DataObject,
) -> None:
    k = data.draw(st.integers(1, 5), "points")
    places = data.draw(st.lists(st.integers(0, k - 1), min_size=1, max_size=4))
    fresh = data.draw(st.binary(min_size=64, max_size=64))
    points = [point(j) for j in range(k)]
    cards = [card(points[j], 10**30 + i) for i, j in enumerate(places)]
    made = prove(cards, points, places, x, place(), shake_256(fresh).digest)
    assert len(made) == size(len(cards), k) == 64 * len(cards) * k
    verify(made, cards, points, SHARE, place())


def test_prover_and_verifier_go_on_from_one_history() -> None:
    proving, verifying = place(), place()
    made = prove(CARDS, POINTS, PLACES, x, proving, ENTROPY)
    verify(made, CARDS, POINTS, SHARE, verifying)
    assert proving.challenge(b"next") == verifying.challenge(b"next")


@pytest.mark.pitfall(12)
def test_a_card_whose_second_half_is_a_point_crashes_nobody() -> None:
    # It holds the second point, and less the first it is the identity.
    first, second, _ = POINTS
    cards = (Masked(x.inverse() * (first - second), first),)
    made = prove(cards, POINTS, (1,), x, place(), ENTROPY)
    verify(made, cards, POINTS, SHARE, place())
    refused(by_hand(cards, POINTS, (0,)), cards)


@pytest.mark.parametrize(
    ("cards", "points", "places", "secret"),
    [
        pytest.param(CARDS, POINTS, (2, 1), x, id="another place"),
        pytest.param((*CARDS, OUTSIDE), POINTS, (2, 0, 0), x, id="another card"),
        pytest.param(CARDS, POINTS, PLACES, OTHER_X, id="another secret"),
        pytest.param(CARDS, POINTS, (2,), x, id="a place too few"),
        pytest.param(CARDS, POINTS, (2, 0, 0), x, id="a place too many"),
        pytest.param(CARDS, POINTS, (-1, 0), x, id="a place before the first"),
        pytest.param(CARDS, POINTS, (3, 0), x, id="a place after the last"),
    ],
)
def test_nobody_proves_by_mistake_what_is_not_true(
    cards: tuple[Masked, ...],
    points: tuple[Element, ...],
    places: tuple[int, ...],
    secret: Scalar,
) -> None:
    with pytest.raises(ValueError):
        prove(cards, points, places, secret, place(), ENTROPY)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize(
    ("cards", "points", "places"),
    [
        pytest.param((), POINTS, (), id="no card"),
        pytest.param(CARDS, (), (), id="no point"),
        pytest.param(CARDS, (*POINTS, POINTS[0]), PLACES, id="a point twice"),
        pytest.param((CARDS[0], START), POINTS, (2, 1), id="a start card"),
    ],
)
def test_a_statement_about_nothing_is_refused(
    cards: tuple[Masked, ...], points: tuple[Element, ...], places: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError):
        prove(cards, points, places, x, place(), ENTROPY)
    refused(by_hand(cards, points, places) if places else b"", cards, points)


@pytest.mark.pitfall(8)
def test_a_statement_of_too_many_branches_is_refused() -> None:
    cards, points = CARDS[:1] * (MAX_BRANCHES + 1), POINTS[2:]
    with pytest.raises(ValueError):
        prove(cards, points, [0] * len(cards), x, place(), ENTROPY)
    refused(bytes(size(len(cards), 1)), cards, points)


@pytest.mark.pitfall(12)
def test_the_identity_is_nobodys_share() -> None:
    # Under it a card is what its second half is.
    cards = (Masked(G, POINTS[1]),)
    with pytest.raises(ValueError):
        prove(cards, POINTS, (1,), zero, place(), ENTROPY)
    history = statement(cards, POINTS[1:2], IDENTITY)
    e = challenge(history, (G, G))
    refused(message([e], [one]), cards, POINTS[1:2], IDENTITY)


@pytest.mark.parametrize("places", [(1, 0), (2, 1), (0, 2)])
def test_the_honest_prover_of_a_wrong_place_is_refused(places: tuple[int, int]) -> None:
    refused(by_hand(CARDS, POINTS, places))


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("branch", [0, 1, 2, None])
def test_one_card_outside_makes_the_whole_hand_refused(
    at: int, branch: int | None
) -> None:
    cards, places = [*CARDS], [*PLACES]
    cards.insert(at, OUTSIDE)
    refused(by_hand(cards, POINTS, [*places[:at], branch, *places[at:]]), cards)


def test_simulated_branches_alone_are_refused() -> None:
    refused(by_hand(CARDS, POINTS, (None, None)))
    alone = CARDS[:1]
    refused(by_hand(alone, POINTS, (None,)), alone)
    refused(by_hand(alone, POINTS[2:], (None,)), alone, POINTS[2:])


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("once", [False, True])
def test_a_card_masked_under_another_secret_is_refused(at: int, once: bool) -> None:
    # Its owner made it alone: there is a true branch, though not for the share.
    secrets, cards = [x, x], [*CARDS]
    secrets[at], cards[at] = OTHER_X, card(POINTS[PLACES[at]], 4242, OTHER_X)
    refused(by_hand(cards, POINTS, PLACES, secrets, once=once), cards)


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize(
    "transcript",
    [
        pytest.param(lambda: place(table=b"table 2"), id="another table"),
        pytest.param(lambda: place(hand=2), id="another hand"),
        pytest.param(lambda: place(seat=1), id="another seat"),
        pytest.param(lambda: Transcript(b"hand"), id="nowhere"),
    ],
)
def test_a_proof_holds_only_where_it_was_made(
    transcript: Callable[[], Transcript],
) -> None:
    refused(PROOF, transcript=transcript())


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(32)
def test_another_statement_is_refused() -> None:
    for i, masked in enumerate(CARDS):
        for P in (masked.C1 + G, -masked.C1, masked.C2, G):
            refused(PROOF, (*CARDS[:i], replace(masked, C1=P), *CARDS[i + 1 :]))
        for P in (masked.C2 + G, -masked.C2, masked.C1, IDENTITY):
            refused(PROOF, (*CARDS[:i], replace(masked, C2=P), *CARDS[i + 1 :]))
    for j in range(len(POINTS)):
        for P in (point(50), -POINTS[j], IDENTITY):
            refused(PROOF, points=(*POINTS[:j], P, *POINTS[j + 1 :]))
    for share in (SHARE + G, -SHARE, OTHER_X * G, G):
        refused(PROOF, share=share)


@pytest.mark.pitfall(1)
def test_a_true_statement_that_is_another_is_refused() -> None:
    first, second = PROOF[:192], PROOF[192:]
    refused(PROOF, CARDS[::-1])
    refused(second + first, CARDS[::-1])
    refused(first, CARDS[:1])
    refused(PROOF, points=POINTS[::-1])
    refused(b"".join(map(reverse, (first, second))), points=POINTS[::-1])
    refused(PROOF, (*CARDS, CARDS[1]), (POINTS[2], POINTS[0]))
    refused(PROOF, (Masked(CARDS[0].C1 + G, CARDS[0].C2 + SHARE), CARDS[1]))


def reverse(row: bytes) -> bytes:
    """Return the branches of a card in the opposite order."""
    return b"".join(row[i : i + 64] for i in range(len(row) - 64, -1, -64))


@pytest.mark.pitfall(1)
@pytest.mark.parametrize("omitted", ["C1", "C2", "F", "Y", "R", "S"])
def test_a_forger_who_counts_on_a_weak_hash_fails(omitted: str) -> None:
    forged, masked, F, Y = forge(omitted)
    refused(forged, [masked], [F], Y)


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("length", [0, 32, 64, 383, 385, 448, 2 * 384])
def test_a_proof_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(InvalidEncoding):
        verify((PROOF * 2)[:length], CARDS, POINTS, SHARE, place())


@pytest.mark.pitfall(32)
def test_every_byte_of_a_proof_counts() -> None:
    for i in range(len(PROOF)):
        tampered = PROOF[:i] + bytes([PROOF[i] ^ (1 << i % 8)]) + PROOF[i + 1 :]
        with pytest.raises(ProtocolError):
            verify(tampered, CARDS, POINTS, SHARE, place())


@pytest.mark.pitfall(11)
def test_a_scalar_has_one_encoding() -> None:
    for i in range(0, len(PROOF), 32):
        value = int.from_bytes(PROOF[i : i + 32], "little")
        for alias in (value + ORDER, value + 2**255, ORDER, 2**256 - 1):
            other = alias.to_bytes(32, "little")
            tampered = PROOF[:i] + other + PROOF[i + 32 :]
            with pytest.raises(InvalidEncoding):
                verify(tampered, CARDS, POINTS, SHARE, place())


@pytest.mark.pitfall(32)
def test_challenges_that_still_add_up_are_refused() -> None:
    c, z = scalars(PROOF)[::2], scalars(PROOF)[1::2]
    for i, j in ((0, 1), (1, 0), (0, 3), (5, 2)):
        moved = [*c]
        moved[i] += one
        moved[j] -= one
        refused(message(moved, z))
        # The answers made good for it, as far as the share goes.
        made_good = [*z]
        made_good[i] -= x
        made_good[j] += x
        refused(message(moved, made_good))
    refused(message([zero] * 6, [zero] * 6))
    refused(message(c, [zero] * 6))
    refused(message([zero] * 6, z))


Work = list[tuple[str, bool]]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Return the list where all that is done to an element is noted: what, to G?"""
    done: Work = []

    def noted(name: str, do: Callable[[Element, object], Element]) -> None:
        def note_and_do(P: Element, other: object) -> Element:
            done.append((name, P == G))
            return do(P, other)

        monkeypatch.setattr(Element, name, note_and_do)

    for name in ("__add__", "__sub__", "__rmul__"):
        noted(name, getattr(Element, name))
    return done


@pytest.mark.pitfall(8)
def test_nothing_is_computed_before_the_bounds_are_checked(work: Work) -> None:
    most = CARDS[:1] * MAX_BRANCHES
    for bad, cards, kind in (
        (bytes(size(MAX_BRANCHES + 1, 1)), (*most, CARDS[0]), InvalidProof),
        (b"\xff" * size(MAX_BRANCHES, 1), most, InvalidEncoding),
        (PROOF + bytes(64), CARDS, InvalidEncoding),
        (bytes(32 * 10) + one.encode() + bytes(32), CARDS, InvalidProof),
        (PROOF[:352] + b"\xff" * 32, CARDS, InvalidEncoding),
    ):
        points = POINTS[:1] if cards[2:] else POINTS
        with pytest.raises(kind):
            verify(bad, cards, points, SHARE, place())
    assert work == []


@pytest.mark.pitfall(31)
def test_the_prover_does_the_same_whatever_a_card_holds(work: Work) -> None:
    traces = []
    for places in ((0, 0), (2, 0), (1, 2)):
        cards = [card(POINTS[j], 10**40 + i) for i, j in enumerate(places)]
        work.clear()
        prove(cards, POINTS, places, x, place(), ENTROPY)
        traces.append([*work])
    assert traces[0] == traces[1] == traces[2]


SEED, BINS = 20250, 8


def chi_square(values: Sequence[Scalar]) -> float:
    """Measure how far the top three bits are from being uniform."""
    counts = [0] * BINS
    for value in values:
        counts[value.value * BINS // ORDER] += 1
    mean = len(values) / BINS
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.pitfall(31)
def test_the_numbers_of_true_and_simulated_branches_look_alike() -> None:
    print(f"seed {SEED}")
    random = Random(SEED)
    for true in range(3):
        cards = [card(POINTS[true], random.getrandbits(250)) for _ in range(40)]
        parts: list[Scalar] = []
        for _ in range(12):
            made = prove(cards, POINTS, [true] * 40, x, place(), random.randbytes)
            assert len(made) == size(40, 3)
            parts += scalars(made)
        for column in range(6):  # c and z of the first, second and third point
            # Seven degrees of freedom: above 29.9 once in ten thousand.
            assert chi_square(parts[column::6]) < 29.9


@pytest.mark.pitfall(18)
def test_a_broken_source_of_entropy_does_not_give_the_secret_away() -> None:
    """With one nonce for two challenges, x would be the slope between them."""
    made = [
        prove(cards, POINTS, (2, 0), x, place(seat=seat), bytes)
        for cards in (CARDS, (card(POINTS[2], 99), CARDS[1]))
        for seat in (1, 2)
    ]
    parts = scalars(b"".join(made))
    branches = [*zip(parts[::2], parts[1::2], strict=True)]
    for c, z in branches:
        for d, y in branches:
            if c != d:
                assert (z - y) * (d - c).inverse() != x
    assert len({*branches}) == len(branches)


@pytest.mark.pitfall(18)
def test_equal_inputs_give_equal_proofs_and_fresh_bytes_fresh_ones() -> None:
    assert prove(CARDS, POINTS, PLACES, x, place(), ENTROPY) == PROOF
    other = prove(CARDS, POINTS, PLACES, x, place(), bytes)
    assert not {*scalars(PROOF)} & {*scalars(other)}
