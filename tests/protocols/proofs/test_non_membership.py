from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic import group
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import IDENTITY, ORDER, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.non_membership import (
    MAX_PAIRS,
    Proof,
    cost,
    prove,
    size,
    verify,
)
from tests.protocols.proofs.membership_by_hand import card, place, point, x, zero
from tests.protocols.proofs.non_membership_by_hand import (
    CARDS,
    ENTROPY,
    HELD,
    OMITTED,
    REFUSED,
    SHARE,
    by_hand,
    forge,
)
from tests.protocols.proofs.non_membership_refused import PROOF, refuses

START = Masked(IDENTITY, HELD[0])
OTHER_X = Scalar(2**250 + 777)


FACES = tuple(map(point, range(4)))


def test_the_module_proves_what_is_proved_by_hand() -> None:
    assert by_hand(CARDS, REFUSED) == PROOF
    verify(PROOF, CARDS, REFUSED, SHARE, place())


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.sets(st.integers(10, 15), min_size=1, max_size=4),
    st.binary(min_size=32, max_size=32),
)
def test_what_is_true_can_be_shown(
    held: list[int], refused: set[int], fresh: bytes
) -> None:
    cards = [card(point(face), 7**80 + i) for i, face in enumerate(held)]
    points = [point(face) for face in refused]
    made = prove(cards, points, x, place(), lambda _: fresh)
    assert len(made) == size(len(cards), len(points))
    verify(made, cards, points, SHARE, place())


@pytest.mark.pitfall(32)
def test_of_every_hand_what_is_true_is_shown_and_what_is_false_is_not() -> None:
    """Two cards of four faces, one twice or not, against every set of faces."""
    tried = 0
    for held in product(range(4), repeat=2):
        cards = [card(FACES[face], 99 + i) for i, face in enumerate(held)]
        for number in (1, 2, 3):
            for refused in combinations(range(4), number):
                tried += 1
                points = [FACES[j] for j in refused]
                made = by_hand(cards, points)
                if {*held}.isdisjoint(refused):
                    verify(made, cards, points, SHARE, place())
                    continue
                with pytest.raises(InvalidEncoding, match="identity"):
                    verify(made, cards, points, SHARE, place())
                with pytest.raises(ValueError, match="refused"):
                    prove(cards, points, x, place(), ENTROPY)
    assert tried == 16 * 14


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("j", range(2))
def test_a_false_multiple_is_refused(at: int, j: int) -> None:
    """One that should be the identity, and one of a true hand."""
    cards = [*CARDS]
    cards[at] = card(REFUSED[j], 31337)
    for lie in (G, point(77), cards[at].C1, SHARE):
        refuses(by_hand(cards, REFUSED, {(at, j): lie}), cards)
        refuses(by_hand(CARDS, REFUSED, {(at, j): lie}))


@pytest.mark.pitfall(32)
def test_two_false_multiples_do_not_make_up_for_each_other() -> None:
    """Nor for who counts on one weight for all."""
    cards = [card(REFUSED[0], 31337), *CARDS[1:]]
    first = Proof.decode(by_hand(cards, REFUSED, {(0, 0): G}), 3, 2)
    for j in range(1, 6):
        lies = {(0, 0): G, divmod(j, 2): first.B[j] - G}
        refuses(by_hand(cards, REFUSED, lies), cards)
        refuses(by_hand(cards, REFUSED, lies, one_weight=True), cards)


@pytest.mark.pitfall(1)
@pytest.mark.parametrize("omitted", OMITTED)
def test_a_forger_who_counts_on_a_weak_hash_fails(omitted: str) -> None:
    """What binds ``x`` and each factor is hashed, and nothing is chosen too late."""
    message, masked, refused, share = forge(omitted)
    assert bytes(32) not in (message[i : i + 32] for i in range(0, len(message), 32))
    refuses(message, [masked], refused, share)


@pytest.mark.pitfall(12)
@pytest.mark.pitfall(10)
def test_the_identity_is_refused_wherever_an_element_stands() -> None:
    for at in range(3 + 6 + 1):
        message = PROOF[: 32 * at] + bytes(32) + PROOF[32 * at + 32 :]
        with pytest.raises(InvalidEncoding, match="identity"):
            verify(message, CARDS, REFUSED, SHARE, place())


def test_nothing_is_shown_with_a_factor_of_zero() -> None:
    """Then U and all multiples of a card are the identity, whatever it holds."""
    decoded = Proof.decode(PROOF, 3, 2)
    none = replace(
        decoded, U=(IDENTITY, *decoded.U[1:]), B=(IDENTITY, IDENTITY, *decoded.B[2:])
    )
    with pytest.raises(InvalidEncoding):
        verify(none.encode(), CARDS, REFUSED, SHARE, place())


@pytest.mark.pitfall(12)
@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        pytest.param((), REFUSED, id="no card"),
        pytest.param(CARDS, (), id="nothing refused"),
        pytest.param(CARDS, (REFUSED[0], REFUSED[0]), id="an element twice"),
        pytest.param((*CARDS, START), REFUSED, id="a start card"),
    ],
)
def test_what_is_no_statement_is_refused(
    cards: tuple[Masked, ...], refused: tuple[Element, ...]
) -> None:
    with pytest.raises(ValueError):
        prove(cards, refused, x, place(), ENTROPY)
    refuses(bytes(size(len(cards), len(refused))), cards, refused)


@pytest.mark.pitfall(12)
def test_the_identity_is_nobodys_share() -> None:
    with pytest.raises(ValueError):
        prove(CARDS, REFUSED, zero, place(), ENTROPY)
    refuses(PROOF, share=IDENTITY)


@pytest.mark.pitfall(8)
def test_a_statement_of_too_many_pairs_is_refused() -> None:
    cards = CARDS[:1] * (MAX_PAIRS + 1)
    with pytest.raises(ValueError):
        prove(cards, REFUSED[:1], x, place(), ENTROPY)
    refuses(bytes(size(len(cards), 1)), cards, REFUSED[:1])


@pytest.mark.parametrize("at", range(3))
def test_a_card_masked_under_another_secret_is_refused(at: int) -> None:
    cards = [*CARDS]
    cards[at] = card(HELD[at], 4242, OTHER_X)
    made = by_hand(cards, REFUSED)
    verify(made, cards, REFUSED, SHARE, place())  # it holds what x makes of it
    with pytest.raises(ProtocolError):
        verify(made, cards, REFUSED, OTHER_X * G, place())


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
    refuses(PROOF, transcript=transcript())


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(32)
def test_another_statement_is_refused() -> None:
    for i, masked in enumerate(CARDS):
        for P in (masked.C1 + G, -masked.C1, masked.C2, G):
            refuses(PROOF, (*CARDS[:i], replace(masked, C1=P), *CARDS[i + 1 :]))
        for P in (masked.C2 + G, -masked.C2, masked.C1, IDENTITY):
            refuses(PROOF, (*CARDS[:i], replace(masked, C2=P), *CARDS[i + 1 :]))
    for j in range(len(REFUSED)):
        for P in (point(50), -REFUSED[j], IDENTITY):
            refuses(PROOF, refused=(*REFUSED[:j], P, *REFUSED[j + 1 :]))
    for share in (SHARE + G, -SHARE, OTHER_X * G, G):
        refuses(PROOF, share=share)
    refuses(PROOF, CARDS[::-1])
    refuses(PROOF, refused=REFUSED[::-1])


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("length", [0, 32, 479, 481, 447, 512, 2 * 480])
def test_a_proof_of_another_length_is_refused(length: int) -> None:
    assert len(PROOF) == 480
    with pytest.raises(InvalidEncoding):
        verify((PROOF * 2)[:length], CARDS, REFUSED, SHARE, place())


@pytest.mark.pitfall(32)
def test_every_byte_of_a_proof_counts() -> None:
    for i in range(len(PROOF)):
        tampered = PROOF[:i] + bytes([PROOF[i] ^ (1 << i % 8)]) + PROOF[i + 1 :]
        with pytest.raises(ProtocolError):
            verify(tampered, CARDS, REFUSED, SHARE, place())


@pytest.mark.pitfall(11)
def test_no_part_has_a_second_encoding() -> None:
    scalars, elements = range(320, 480, 32), range(0, 320, 32)
    for i in scalars:
        value = int.from_bytes(PROOF[i : i + 32], "little")
        for alias in (value + ORDER, value + 2**255, ORDER, 2**256 - 1):
            other = alias.to_bytes(32, "little")
            tampered = PROOF[:i] + other + PROOF[i + 32 :]
            with pytest.raises(InvalidEncoding):
                verify(tampered, CARDS, REFUSED, SHARE, place())
    for i in elements:
        alias_of = PROOF[i : i + 31] + bytes([PROOF[i + 31] | 0x80])
        tampered = PROOF[:i] + alias_of + PROOF[i + 32 :]
        with pytest.raises(InvalidEncoding):
            verify(tampered, CARDS, REFUSED, SHARE, place())


@pytest.mark.pitfall(32)
def test_no_other_proof_can_be_made_of_a_proof() -> None:
    """Neither by scaling, moving or exchanging its parts, nor from two of them."""
    proof = Proof.decode(PROOF, 3, 2)
    again = Proof.decode(prove(CARDS, REFUSED, x, place(), bytes), 3, 2)
    two = Scalar(2)
    scaled = replace(
        proof,
        U=tuple(two * P for P in proof.U),
        B=tuple(two * P for P in proof.B),
        S=two * proof.S,
    )
    z_0, *z = proof.z
    for other in (
        scaled,
        replace(scaled, z=tuple(two * k for k in proof.z)),
        replace(proof, U=proof.U[::-1]),
        replace(proof, B=proof.B[::-1]),
        replace(proof, B=proof.B[2:4] + proof.B[:2] + proof.B[4:]),
        replace(proof, z=(z_0, *z[::-1])),
        replace(proof, S=proof.S + G),
        replace(proof, c=-proof.c),
        replace(again, U=proof.U, B=proof.B),
        replace(proof, S=again.S, c=again.c, z=again.z),
    ):
        refuses(other.encode())


Work = list[tuple[str, bool]]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Return the list of all that the library does: what, and to G?"""
    done: Work = []

    def noted(name: str, do: Callable[..., bytes]) -> None:
        def note_and_do(*arguments: bytes) -> bytes:
            done.append((name, arguments[-1] == G.data))
            return do(*arguments)

        monkeypatch.setattr(group, name, note_and_do)

    for name in ("_add", "_subtract", "_multiply", "_multiply_base"):
        noted(name, getattr(group, name))
    return done


@pytest.mark.parametrize(("k", "M"), [(1, 1), (1, 5), (3, 1), (4, 3)])
def test_a_proof_takes_as_many_multiplications_as_is_said(
    work: Work, k: int, M: int
) -> None:
    cards = [card(point(20 + i), 5**90 + i) for i in range(k)]
    refused = [point(j) for j in range(M)]
    work.clear()
    made = prove(cards, refused, x, place(), ENTROPY)
    # Beside those named, the share.
    assert sum("multiply" in name for name, _ in work) == k * (M + 5) + M + 2
    work.clear()
    verify(made, cards, refused, SHARE, place())
    assert sum("multiply" in name for name, _ in work) == cost(k, M)


@pytest.mark.pitfall(8)
def test_nothing_is_computed_before_the_bounds_are_checked(work: Work) -> None:
    most = CARDS[:1] * MAX_PAIRS
    for bad, cards, refused, kind in (
        (bytes(size(MAX_PAIRS + 1, 1)), (*most, CARDS[0]), REFUSED[:1], InvalidProof),
        (b"\xff" * size(MAX_PAIRS, 1), most, REFUSED[:1], InvalidEncoding),
        (PROOF + bytes(32), CARDS, REFUSED, InvalidEncoding),
        (PROOF[:320] + b"\xff" * 160, CARDS, REFUSED, InvalidEncoding),
        (PROOF[:288] + b"\xff" * 32 + PROOF[320:], CARDS, REFUSED, InvalidEncoding),
    ):
        with pytest.raises(kind):
            verify(bad, cards, refused, SHARE, place())
    assert work == []


@pytest.mark.pitfall(31)
def test_the_prover_does_the_same_whatever_a_card_holds(work: Work) -> None:
    traces = []
    for held in ((10, 10, 10), (12, 10, 11), (11, 12, 13)):
        cards = [card(point(face), 10**40 + i) for i, face in enumerate(held)]
        work.clear()
        prove(cards, REFUSED, x, place(), ENTROPY)
        traces.append([*work])
    assert traces[0] == traces[1] == traces[2]


@pytest.mark.pitfall(18)
def test_a_broken_source_of_entropy_does_not_give_the_secret_away() -> None:
    """No nonce is the same for two statements, places or cards."""
    hands = (CARDS, (card(HELD[1], 99), *CARDS[1:]), CARDS[::-1])
    made = [
        Proof.decode(prove(cards, refused, x, place(seat=seat), bytes), 3, 2)
        for cards in hands
        for refused in (REFUSED, (REFUSED[0], point(60)))
        for seat in (1, 2)
    ]
    multiples = [P for proof in made for P in proof.U + proof.B]
    assert len({*multiples}) == len(multiples)
    answers = [(proof.c, z) for proof in made for z in proof.z]
    for c, z in answers:
        for d, y in answers:
            if c != d:
                assert (z - y) * (d - c).inverse() != x


@pytest.mark.pitfall(18)
def test_equal_inputs_give_equal_proofs_and_fresh_bytes_fresh_ones() -> None:
    assert prove(CARDS, REFUSED, x, place(), ENTROPY) == PROOF
    other = Proof.decode(prove(CARDS, REFUSED, x, place(), bytes), 3, 2)
    same = Proof.decode(PROOF, 3, 2)
    assert not {*same.U, *same.B, same.S} & {*other.U, *other.B, other.S}
    assert not {*same.z, same.c} & {*other.z, other.c}
