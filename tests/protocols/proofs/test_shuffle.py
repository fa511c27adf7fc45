from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import Masked, start
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import IDENTITY, ORDER, Entropy, G, Scalar
from p2pgame.protocols.arithmetic.permutation import permutation
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import shuffle
from p2pgame.protocols.proofs.shuffle import Proof
from p2pgame.protocols.proofs.witness import Witness
from tests.protocols.proofs.shuffled import (
    KEY,
    Recording,
    Shuffled,
    card,
    face,
    halves,
    honest,
    is_element,
    moved,
    parts,
    prove,
    refused,
    shuffled,
    start_deck,
)
from tests.protocols.table import prg


@pytest.mark.parametrize("n", [*range(2, 10), 52])
def test_a_shuffle_verifies_from_the_start_deck_and_in_a_chain(n: int) -> None:
    deck = start_deck(n)
    for lap in range(3):
        case = shuffled(deck, f"lap {lap}")
        case.verify()
        deck = case.after


def test_a_shuffle_takes_as_many_cards_as_the_bound_allows() -> None:
    shuffled(start_deck(shuffle.SIZES[-1])).verify()


@pytest.mark.parametrize("n", [2, 5, 52])
def test_every_face_is_kept_and_is_where_the_witness_says(n: int) -> None:
    case = honest(n)
    before, after = [*map(face, case.before)], [*map(face, case.after)]
    assert Counter(after) == Counter(map(card, range(n)))
    assert after == [before[i] for i in case.witness.permutation]


def test_no_half_of_a_card_stays_as_it_was() -> None:
    case = honest(52)
    assert len({*halves(case.before, case.after)}) == 4 * 52


def test_cards_may_have_equal_faces() -> None:
    shuffled((start(G), start(G), start(card(1)))).verify()


def test_the_same_entropy_gives_the_same_bytes() -> None:
    one, same, other = (shuffled(start_deck(5), seed) for seed in "aab")
    assert one.after == same.after
    assert one.proof.encode() == same.proof.encode()
    assert one.after != other.after
    assert one.proof.encode() != other.proof.encode()


def test_prover_and_verifier_hear_the_same() -> None:
    case = honest(4)
    told, heard = Recording(), Recording()
    prove(case.before, case.after, case.witness, transcript=told).verify(heard)
    assert told.heard == heard.heard
    assert told.challenges == heard.challenges[:-1]


def test_a_witness_shows_nothing_of_itself() -> None:
    assert repr(honest(5).witness) == "Witness()"


@pytest.mark.pitfall(18)
def test_a_source_that_repeats_itself_gives_no_nonce_twice() -> None:
    """Neither for another deck nor for another witness."""
    stuck: Entropy = bytes
    one, other = honest(4), shuffled(honest(4).before, "third")
    said: list[bytes] = []
    for after, witness in (
        (one.after, one.witness),
        (other.after, one.witness),
        (other.after, other.witness),
    ):
        proof = prove(one.before, after, witness, entropy=stuck).proof
        said += parts(proof.encode())
    assert len(set(said)) == len(said)


class Counting(Transcript):
    """A transcript that counts the nonces it gives."""

    drawn = 0

    def nonces(self, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
        for nonce in super().nonces(secret, entropy):
            self.drawn += 1
            yield nonce


def test_everything_secret_has_a_mask_of_its_own() -> None:
    """r, r_d, R_d and d_i; then r_d, r_Δ, r_a, d_i and δ_2 … δ_(n-1)."""
    case, transcript = honest(5), Counting(b"test")
    prove(case.before, case.after, case.witness, transcript=transcript)
    assert transcript.drawn == (3 + 5) + (3 + 5 + 3)


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("place", range(18))
def test_a_change_of_any_part_of_the_proof_is_refused(place: int) -> None:
    case = honest(3)
    refused(replace(case, proof=moved(case.proof, place)))


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("half", ["C1", "C2"])
def test_a_change_of_any_card_is_refused(half: str, place: int) -> None:
    case = honest(3)

    def change(deck: tuple[Masked, ...]) -> tuple[Masked, ...]:
        C1, C2 = deck[place].C1, deck[place].C2
        new = Masked(C1 + G, C2) if half == "C1" else Masked(C1, C2 + G)
        return (*deck[:place], new, *deck[place + 1 :])

    refused(replace(case, before=change(case.before)))
    refused(replace(case, after=change(case.after)))


@pytest.mark.parametrize(
    "change",
    [
        lambda case: replace(case, before=case.before[::-1]),
        lambda case: replace(case, after=case.after[::-1]),
        lambda case: replace(case, before=case.after, after=case.before),
        lambda case: replace(case, key=KEY + G),
        lambda case: replace(case, key=IDENTITY),
        lambda case: replace(case, after=shuffled(case.before, "other").after),
    ],
    ids=["before", "after", "swapped", "key", "no key", "another shuffle"],
)
def test_another_statement_is_refused(change: Callable[[Shuffled], Shuffled]) -> None:
    refused(change(honest(3)))


@pytest.mark.pitfall(3)
def test_a_proof_holds_only_where_it_was_made() -> None:
    refused(honest(3), Transcript(b"table 1, hand 3, player 3"))
    refused(honest(3), Transcript(b""))


@pytest.mark.pitfall(7)
def test_the_shuffle_of_another_input_deck_is_refused() -> None:
    """A player skips the shuffle that hid the cards from it."""
    start_of_two = start_deck(4)
    first = shuffled(start_of_two, "first")
    skipping = shuffled(start_of_two, "second")
    skipping.verify()
    refused(replace(skipping, before=first.after))


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 32 * 18 - 1), flip=st.integers(1, 255))
def test_a_flipped_byte_of_the_proof_is_refused(place: int, flip: int) -> None:
    case = honest(3)
    data = bytearray(case.proof.encode())
    data[place] ^= flip
    with pytest.raises((InvalidEncoding, InvalidProof)):
        replace(case, proof=Proof.decode(bytes(data), 3)).verify()


@pytest.mark.parametrize(("n", "length"), [(2, 480), (3, 576), (52, 5280)])
def test_a_proof_has_one_encoding(n: int, length: int) -> None:
    proof = honest(n).proof
    data = proof.encode()
    assert len(data) == shuffle.size(n) == length
    assert Proof.decode(data, n) == proof
    assert [P.encode() for P in (proof.c, proof.c_d)] == parts(data)[:2]
    assert [s.encode() for s in (*proof.f, proof.Z)] == parts(data)[4 : n + 5]
    assert proof.content.encode() == data[32 * (n + 5) :]


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.parametrize("place", range(18))
def test_an_encoding_that_is_not_canonical_is_not_read(place: int) -> None:
    said = parts(honest(3).proof.encode())
    value = int.from_bytes(said[place], "little")
    aliases = [value + 2**255, 0] if is_element(place, 3) else [value + ORDER]
    for alias in aliases:
        said[place] = alias.to_bytes(32, "little")
        with pytest.raises(InvalidEncoding):
            Proof.decode(b"".join(said), 3)


@pytest.mark.parametrize("n", [0, 1, 513])
def test_we_do_not_shuffle_too_few_or_too_many(n: int) -> None:
    deck = start_deck(2)[:1] * n
    with pytest.raises(ValueError, match="2 to 512 cards"):
        shuffle.shuffle(deck, KEY, prg("test"))
    with pytest.raises(ValueError, match="2 to 512 cards"):
        prove(deck, deck, honest(4).witness)


def test_we_do_not_mask_under_the_identity() -> None:
    with pytest.raises(ValueError, match="nobody's key"):
        shuffle.shuffle(start_deck(2), IDENTITY, prg("test"))


@pytest.mark.parametrize("cut", ["after", "permutation", "factors"])
def test_we_do_not_prove_with_lists_of_different_lengths(cut: str) -> None:
    case = honest(4)
    order, factors = case.witness.permutation, case.witness.factors
    with pytest.raises(ValueError):
        prove(
            case.before,
            case.after[:-1] if cut == "after" else case.after,
            Witness(
                order[:-1] if cut == "permutation" else order,
                factors[:-1] if cut == "factors" else factors,
            ),
        )


def test_a_permutation_has_every_number_once() -> None:
    for n in (0, 1, 2, 52, 300):
        assert sorted(permutation(n, prg("test"))) == [*range(n)]


@pytest.mark.pitfall(20)
@pytest.mark.parametrize(("n", "draws"), [(2, 256), (3, 256), (52, 256), (300, 1024)])
def test_the_last_card_is_any_card_for_equally_many_draws(n: int, draws: int) -> None:
    last: Counter[int] = Counter()
    for first in range(draws):
        given = iter([first])
        asked = 0

        def entropy(size: int, given: Iterator[int] = given) -> bytes:
            nonlocal asked
            asked += 1
            return next(given, 0).to_bytes(size, "little")

        order = permutation(n, entropy)
        if asked == n - 1:  # the first draw was not thrown away
            last[order[-1]] += 1
    assert set(last) == set(range(n))
    assert len(set(last.values())) == 1


@pytest.mark.pitfall(20)
@pytest.mark.parametrize(("n", "limit"), [(3, 25.7), (4, 57.1), (5, 184.3)])
def test_every_permutation_is_equally_frequent(n: int, limit: float) -> None:
    """Chi-square: one honest seed in ten thousand is beyond the limit."""
    entropy, expected = prg("chi-square"), 1000
    drawn = expected * factorial(n)
    counts = Counter(permutation(n, entropy) for _ in range(drawn))
    assert counts.keys() == {*permutations(range(n))}
    assert sum((k - expected) ** 2 / expected for k in counts.values()) < limit


def test_a_source_that_gives_no_fit_number_is_broken() -> None:
    with pytest.raises(ValueError, match="repeats itself"):
        permutation(3, lambda size: b"\xff" * size)
