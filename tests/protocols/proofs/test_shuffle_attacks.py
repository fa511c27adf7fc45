"""What liars try with a shuffle, and that none of it passes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NoReturn

import pytest

from p2pgame.protocols.arithmetic import commitment, equations
from p2pgame.protocols.arithmetic.commitment import generators
from p2pgame.protocols.arithmetic.elgamal import Masked, mask, remask
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import known_content, shuffle, witness
from p2pgame.protocols.proofs.shuffle import Proof
from p2pgame.protocols.proofs.witness import Witness
from tests.protocols.proofs.shuffled import (
    KEY,
    ONE,
    PLACE,
    Part,
    Recording,
    Shuffled,
    card,
    halves,
    honest,
    moved,
    prove,
    refused,
    start_deck,
)
from tests.protocols.table import prg

#: A masking factor of the forgers'.
R = Scalar.random(prg("forger"))


def forged(
    cards: Mapping[int, Masked],
    *,
    order: Sequence[int] | None = None,
    factors: Mapping[int, Scalar] | None = None,
) -> Shuffled:
    """Run the honest prover's code on five cards and a witness that are changed."""
    case = honest(5)
    after = tuple(cards.get(i, old) for i, old in enumerate(case.after))
    return prove(
        case.before,
        after,
        Witness(
            case.witness.permutation if order is None else tuple(order),
            tuple(
                (factors or {}).get(i, old)
                for i, old in enumerate(case.witness.factors)
            ),
        ),
    )


def test_a_forger_who_changes_nothing_is_believed() -> None:
    forged({}).verify()


def commit(order: Sequence[int], r: Scalar) -> Element:
    """Commit to any numbers; the prover's short cut takes a permutation for granted."""
    return commitment.commit_vector([Scalar(i + 1) for i in order], r)


@pytest.mark.attack(18)
@pytest.mark.pitfall(6)
@pytest.mark.parametrize("admits", [True, False])
def test_a_doubled_card_is_refused(
    monkeypatch: pytest.MonkeyPatch, admits: bool
) -> None:
    monkeypatch.setattr(witness, "_commit", commit)
    case = honest(5)
    order = [*case.witness.permutation]
    double = remask(case.before[order[0]], KEY, R)
    if admits:
        order[1] = order[0]
    refused(forged({1: double}, order=order, factors={1: R}))


@pytest.mark.pitfall(6)
def test_a_foreign_card_is_refused() -> None:
    refused(forged({2: mask(card(99), KEY, R)}, factors={2: R}))


@pytest.mark.pitfall(6)
def test_a_mask_over_what_is_no_card_is_refused() -> None:
    old = honest(5).after[0]
    refused(forged({0: Masked(old.C1, old.C2 + card(99))}))


@pytest.mark.pitfall(6)
def test_two_cards_changed_with_an_equal_sum_are_refused() -> None:
    one, two = honest(5).after[:2]
    change = card(99)
    refused(
        forged(
            {
                0: Masked(one.C1, one.C2 + change),
                1: Masked(two.C1, two.C2 - change),
            }
        )
    )


@pytest.mark.attack(17)
@pytest.mark.pitfall(6)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("half", ["C1", "C2", "both"])
def test_a_card_with_the_identity_in_it_is_refused(half: str) -> None:
    old = honest(5).after[3]
    C1 = old.C1 if half == "C2" else IDENTITY
    C2 = old.C2 if half == "C1" else IDENTITY
    refused(forged({3: Masked(C1, C2)}))


@pytest.mark.pitfall(12)
def test_a_true_shuffle_that_hands_an_open_card_on_is_refused() -> None:
    before = start_deck(2)
    after = (before[0], remask(before[1], KEY, R))
    refused(prove(before, after, Witness((0, 1), (Scalar(0), R))))


@pytest.mark.pitfall(12)
def test_a_true_shuffle_under_the_identity_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def blank_unguarded(key: Element, r: Scalar) -> Masked:
        return Masked(r * G, r * key)

    before = honest(5).before
    with monkeypatch.context() as patch:
        for module in (shuffle, witness):
            patch.setattr(module, "blank", blank_unguarded)
        after, known = shuffle.shuffle(before, IDENTITY, prg("forger"))
        proof = shuffle.prove(
            before, after, IDENTITY, known, Transcript(PLACE), prg("forger")
        )
    refused(Shuffled(before, after, known, proof, IDENTITY))


@pytest.mark.pitfall(6)
def test_a_false_witness_for_a_true_shuffle_is_refused() -> None:
    first, second, *rest = honest(5).witness.permutation
    refused(forged({}, order=(second, first, *rest)))
    refused(forged({}, factors={4: R}))


@pytest.mark.pitfall(6)
@pytest.mark.parametrize("change", [G, KEY], ids=["C1", "C2"])
def test_each_half_of_the_cards_is_checked(change: Element) -> None:
    """A change of one half alone, with the factor that would fit the other."""
    case = honest(5)
    old, r = case.after[0], case.witness.factors[0] + ONE
    new = Masked(old.C1 + G, old.C2) if change == G else Masked(old.C1, old.C2 + KEY)
    refused(forged({0: new}, factors={0: r}))


@pytest.mark.pitfall(2)
def test_a_challenge_comes_after_all_that_was_said_before_it() -> None:
    case, transcript = honest(4), Recording()
    case.verify(transcript)
    proof, content = case.proof, case.proof.content
    t, lambda_, x, e, weight = transcript.heard_before

    heard: set[Part] = {G, KEY, *generators(4), *halves(case.before, case.after)}
    heard |= {proof.c, proof.c_d, proof.E_d.C1, proof.E_d.C2}
    assert heard <= t
    heard |= {*proof.f, proof.Z}
    assert heard <= lambda_
    assert heard <= x
    heard |= {content.c_d, content.c_Delta, content.c_a}
    assert heard <= e
    heard |= {*content.f, content.z, *content.f_Delta, content.z_Delta}
    assert heard <= weight


#: The first challenge that depends on each part of a proof for 4 cards: the
#: commitments on t, the responses on λ (and x), known content on e.
FIRST = [*[0] * 4, *[1] * 5, *[3] * 3]


@pytest.mark.pitfall(2)
@pytest.mark.parametrize(("place", "first"), [*enumerate(FIRST)])
def test_a_challenge_changes_with_all_that_was_said_before_it(
    place: int, first: int
) -> None:
    def challenges(case: Shuffled) -> list[Scalar]:
        transcript = Recording()
        with suppress(InvalidProof):
            case.verify(transcript)
        return transcript.challenges

    case = honest(4)
    old = challenges(case)
    new = challenges(replace(case, proof=moved(case.proof, place)))
    assert len(new) >= 4
    assert [a == b for a, b in zip(old, new, strict=False)] == [
        i < first for i in range(len(new))
    ]


class Deaf(Transcript):
    """A hash that leaves out the deck after the shuffle: weak Fiat–Shamir."""

    def append(self, label: bytes, *items: Item) -> None:
        super().append(label, *items[: -1 if label == b"shuffle statement" else None])


@pytest.mark.pitfall(2)
@pytest.mark.parametrize("hears", [Deaf, Transcript])
def test_cards_cannot_be_changed_to_fit_the_responses(
    hears: type[Transcript],
) -> None:
    """Two changes that make up for each other in the sum of the f_i E_i."""
    case = honest(4)
    case = prove(case.before, case.after, case.witness, transcript=hears(PLACE))
    (one, two, *rest), (f_1, f_2, *_) = case.after, case.proof.f
    one = Masked(one.C1, one.C2 + f_2 * card(99))
    two = Masked(two.C1, two.C2 - f_1 * card(99))
    case = replace(case, after=(one, two, *rest))
    if hears is Deaf:
        case.verify(Deaf(PLACE))
    else:
        refused(case, hears(PLACE))


@pytest.mark.pitfall(5)
def test_the_generators_are_hashed_from_nothing_but_their_number() -> None:
    for n in (2, 52, 512):
        assert generators(n) == tuple(
            hash_to_group(b"commitment base", i.to_bytes(4, "little")) for i in range(n)
        )
    assert len({G, KEY, *generators(512)}) == 514


@pytest.mark.pitfall(5)
def test_a_check_uses_no_element_from_anywhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[Element] = []

    def watch(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        used.extend(elements)
        return multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", watch)
    case = honest(4)
    case.verify()
    proof, content = case.proof, case.proof.content
    said = {proof.c, proof.c_d, proof.E_d.C1, proof.E_d.C2}
    said |= {content.c_d, content.c_Delta, content.c_a}
    known = {G, KEY, *generators(4), *halves(case.before, case.after)}
    assert len(used) == len(set(used)) == 5 * 4 + 9
    assert set(used) == said | known


@pytest.mark.pitfall(5)
def test_a_prover_with_generators_of_its_own_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def trapdoored(n: int) -> tuple[Element, ...]:
        return tuple(Scalar(i + 2) * G for i in range(n))

    case = honest(5)
    with monkeypatch.context() as patch:
        for module in (shuffle, known_content, commitment, witness):
            patch.setattr(module, "generators", trapdoored)
        case = prove(case.before, case.after, case.witness)
        case.verify()
    refused(case)


class CurveWork(Exception):
    """Something was computed on the curve."""


@pytest.fixture
def no_curve_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that needs the curve fail: arithmetic, decoding, hashing."""

    def refuse(*_: object) -> NoReturn:
        raise CurveWork

    for name in ("__rmul__", "__add__", "__sub__", "decode"):
        monkeypatch.setattr(Element, name, refuse)
    monkeypatch.setattr(commitment, "hash_to_group", refuse)
    generators.cache_clear()


HONEST = honest(4)
BEFORE, AFTER, PROOF = HONEST.before, HONEST.after, HONEST.proof


def with_lengths(f: int, content_f: int, content_f_Delta: int) -> Proof:
    content = replace(
        PROOF.content, f=(ONE,) * content_f, f_Delta=(ONE,) * content_f_Delta
    )
    return replace(PROOF, f=(ONE,) * f, content=content)


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
def test_the_curve_is_watched() -> None:
    with pytest.raises(CurveWork):
        HONEST.verify()
    with pytest.raises(CurveWork):
        Proof.decode(PROOF.encode(), 4)


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
@pytest.mark.parametrize(
    ("before", "after", "proof"),
    [
        ((), (), PROOF),
        ((), (), with_lengths(0, 0, -1)),
        (BEFORE[:1], AFTER[:1], with_lengths(1, 1, 0)),
        (BEFORE, AFTER[1:], PROOF),
        (BEFORE, AFTER + AFTER[:1], PROOF),
        (BEFORE[1:], AFTER, PROOF),
        (BEFORE[1:], AFTER[1:], PROOF),
        (BEFORE, AFTER, with_lengths(3, 4, 3)),
        (BEFORE, AFTER, with_lengths(5, 4, 3)),
        (BEFORE, AFTER, with_lengths(4, 3, 3)),
        (BEFORE, AFTER, with_lengths(4, 5, 3)),
        (BEFORE, AFTER, with_lengths(4, 4, 2)),
        (BEFORE, AFTER, with_lengths(4, 4, 4)),
        (BEFORE[:1] * 513, AFTER[:1] * 513, with_lengths(513, 513, 512)),
    ],
)
def test_lengths_that_do_not_fit_are_refused_before_any_curve_work(
    before: tuple[Masked, ...], after: tuple[Masked, ...], proof: Proof
) -> None:
    refused(Shuffled(before, after, HONEST.witness, proof))


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
@pytest.mark.parametrize("n", [-3, 0, 1, 3, 5, 513, 2**40])
def test_a_proof_for_another_size_is_not_read(n: int) -> None:
    with pytest.raises(InvalidEncoding):
        Proof.decode(PROOF.encode(), n)
    if abs(n) < 1000:
        with pytest.raises(InvalidEncoding):
            Proof.decode(bytes(max(0, shuffle.size(n))), 4 if n > 1 else n)


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
@pytest.mark.parametrize("cut", [-32, -1, 1, 32])
def test_a_proof_of_another_length_is_not_read(cut: int) -> None:
    data = PROOF.encode()
    other = data[:cut] if cut < 0 else data + bytes(cut)
    for n in (3, 4, 5):
        with pytest.raises(InvalidEncoding):
            Proof.decode(other, n)


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
def test_a_scalar_that_is_not_canonical_costs_no_curve_work() -> None:
    with pytest.raises(InvalidEncoding):
        Proof.decode(PROOF.encode()[:-32] + b"\xff" * 32, 4)
