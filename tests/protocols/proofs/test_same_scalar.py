from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, permutations, repeat
from operator import mul
from typing import NoReturn

import pytest

from p2pgame.protocols.arithmetic import commitment, equations
from p2pgame.protocols.arithmetic.commitment import generators
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.permutation import permutation
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import same_scalar
from p2pgame.protocols.proofs.same_scalar import Proof, Statement, prove, verify
from tests.protocols.classic.locked import parts, with_part
from tests.protocols.proofs.shuffled import Part, Recording
from tests.protocols.table import prg

PLACE = b"table 1, hand 2, player 3"
ONE = Scalar(1)
s = Scalar.random(prg("secret"))
FOREIGN = hash_to_group(b"test card", b"foreign")


@dataclass(frozen=True)
class Case:
    statement: Statement
    order: tuple[int, ...]
    proof: Proof


def start(n: int) -> tuple[Element, ...]:
    return tuple(hash_to_group(b"test card", b"%d" % i) for i in range(n))


def proven(
    after: Callable[[list[Element]], Sequence[Element]] = list,
    *,
    n: int = 4,
    order: tuple[int, ...] | None = None,
    secret: Scalar = s,
    transcript: Transcript | None = None,
    S: Element | None = None,
) -> Case:
    """Run the honest prover, whatever it is asked to prove."""
    order = order or permutation(n, prg("order"))
    before = start(n)
    cards = tuple(after([s * before[i] for i in order]))
    statement = Statement(before, cards, S or s * G)
    transcript = transcript or Transcript(PLACE)
    proof = prove(statement, secret, order, transcript, prg("prover"))
    return Case(statement, order, proof)


@cache
def honest(n: int = 4) -> Case:
    return proven(n=n)


def check(case: Case, transcript: Transcript | None = None) -> None:
    verify(case.statement, case.proof, transcript or Transcript(PLACE))


def refused(case: Case, transcript: Transcript | None = None) -> None:
    with pytest.raises(InvalidProof):
        check(case, transcript)


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_every_order_can_be_proven(order: tuple[int, ...]) -> None:
    check(proven(n=3, order=order))


@pytest.mark.parametrize("n", [2, 5, 52])
def test_a_proof_is_read_back_and_holds(n: int) -> None:
    case = honest(n)
    data = case.proof.encode()
    assert len(data) == same_scalar.size(n) == 96 * n + 288
    assert Proof.decode(data, n) == case.proof
    check(case)


def doubled(cards: list[Element]) -> Sequence[Element]:
    return [cards[0], Scalar(2) * cards[0], *cards[2:]]


def foreign(cards: list[Element]) -> Sequence[Element]:
    return [s * FOREIGN, *cards[1:]]


def marked(cards: list[Element]) -> Sequence[Element]:
    return [Scalar(2) * cards[0], *cards[1:]]


def equal_sum(cards: list[Element]) -> Sequence[Element]:
    return [cards[0] + FOREIGN, cards[1] - FOREIGN, *cards[2:]]


def equal_product(cards: list[Element]) -> Sequence[Element]:
    half = Scalar(2).inverse()
    return [Scalar(2) * cards[0], half * cards[1], *cards[2:]]


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(16)
@pytest.mark.parametrize("lie", [doubled, foreign, marked, equal_sum, equal_product])
def test_a_lap_that_did_something_else_is_refused(
    lie: Callable[[list[Element]], Sequence[Element]],
) -> None:
    refused(proven(lie))


@pytest.mark.pitfall(6)
def test_a_false_witness_is_refused() -> None:
    refused(proven(secret=s + ONE))
    refused(proven(S=(s + ONE) * G))
    case = honest()
    order = (case.order[1], case.order[0], *case.order[2:])
    proof = prove(case.statement, s, order, Transcript(PLACE), prg("prover"))
    refused(replace(case, proof=proof))


@pytest.mark.pitfall(6)
def test_one_card_for_two_is_refused_though_the_prover_admits_it() -> None:
    refused(proven(lambda cards: [cards[0], *cards[:3]], order=(1, 1, 2, 3)))


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("where", ["S", "before", "after"])
def test_the_identity_is_refused(where: str) -> None:
    statement = honest().statement
    cards = (IDENTITY, *statement.after[1:])
    change: dict[str, Statement] = {
        "S": replace(statement, S=IDENTITY),
        "before": replace(statement, before=cards),
        "after": replace(statement, after=cards),
    }
    refused(replace(honest(), statement=change[where]))


@pytest.mark.pitfall(12)
def test_a_deck_of_nothing_but_identities_is_no_lap() -> None:
    before = start(4)
    nothing = Statement(before, (IDENTITY,) * 4, IDENTITY)
    order = (0, 1, 2, 3)
    proof = prove(nothing, Scalar(0), order, Transcript(PLACE), prg("prover"))
    refused(Case(nothing, order, proof))


@pytest.mark.pitfall(3)
def test_a_proof_holds_in_its_place_only() -> None:
    refused(honest(), Transcript(b"table 1, hand 3, player 3"))
    case = honest()
    first, second, *rest = case.statement.before
    turned = replace(case.statement, before=(second, first, *rest))
    refused(replace(case, statement=turned))
    shown = replace(case.statement, after=case.statement.after[::-1])
    refused(replace(case, statement=shown))


@pytest.mark.pitfall(2)
@pytest.mark.pitfall(26)
@pytest.mark.parametrize("place", range(21))
def test_every_part_of_a_proof_is_checked(place: int) -> None:
    data = honest().proof.encode()
    assert len(parts(data)) == 21
    part = parts(data)[place]
    new: Part = (
        Element.decode(part) + G
        if place < 4 or 9 <= place < 12
        else Scalar.decode(part) + ONE
    )
    proof = Proof.decode(with_part(data, place, new.encode()), 4)
    refused(replace(honest(), proof=proof))


@pytest.mark.pitfall(2)
def test_a_challenge_comes_after_all_that_was_said_before_it() -> None:
    case, transcript = honest(), Recording(PLACE)
    check(case, transcript)
    proof, content = case.proof, case.proof.content
    t, e, lambda_, x, content_e, weight = transcript.heard_before

    statement = case.statement
    heard: set[Part] = {G, statement.S, *generators(4)}
    heard |= {*statement.before, *statement.after, proof.c}
    assert heard <= t
    heard |= {proof.c_d, proof.E_d, proof.S_d}
    assert heard <= e
    heard |= {*proof.f, proof.z}
    assert heard <= lambda_
    assert heard <= x
    heard |= {content.c_d, content.c_Delta, content.c_a}
    assert heard <= content_e
    heard |= {*content.f, content.z, *content.f_Delta, content.z_Delta}
    assert heard <= weight


#: The first challenge that depends on each part of a proof for 4 cards.
FIRST = [0, 1, 1, 1, *[2] * 5, *[4] * 3]


@pytest.mark.pitfall(2)
@pytest.mark.parametrize(("place", "first"), [*enumerate(FIRST)])
def test_a_challenge_changes_with_all_that_was_said_before_it(
    place: int, first: int
) -> None:
    def challenges(proof: Proof) -> list[Scalar]:
        transcript = Recording(PLACE)
        with suppress(InvalidProof):
            verify(honest().statement, proof, transcript)
        return transcript.challenges

    data = honest().proof.encode()
    part = parts(data)[place]
    is_element = place < 4 or place >= 9
    new: Part = Element.decode(part) + G if is_element else Scalar.decode(part) + ONE
    moved = Proof.decode(with_part(data, place, new.encode()), 4)
    old, now = challenges(honest().proof), challenges(moved)
    assert [a == b for a, b in zip(old, now, strict=False)] == [
        i < first for i in range(len(now))
    ]


class Deaf(Transcript):
    """A hash that leaves out E_d: weak Fiat–Shamir."""

    def append(self, label: bytes, *items: Item) -> None:
        if label == b"same scalar commitments":
            items = (items[0], items[2])
        super().append(label, *items)


@pytest.mark.pitfall(2)
@pytest.mark.parametrize("hears", [Deaf, Transcript])
def test_a_commitment_cannot_be_fitted_to_the_challenge(
    hears: type[Transcript],
) -> None:
    case = proven(marked, transcript=hears(PLACE))
    statement, proof = case.statement, case.proof
    transcript = Spy(hears(PLACE))
    with suppress(InvalidProof):
        verify(statement, proof, transcript)
    t = list(accumulate(repeat(transcript.asked[b"same scalar t"], 4), mul))
    E_d = multiply_sum(proof.f, statement.after) - proof.z * multiply_sum(
        t, statement.before
    )
    forged = replace(case, proof=replace(proof, E_d=E_d))
    if hears is Deaf:
        check(forged, Deaf(PLACE))
    else:
        refused(forged)


class Spy(Transcript):
    """Keeps the challenges of another transcript by their labels."""

    def __init__(self, inner: Transcript) -> None:
        self.asked: dict[bytes, Scalar] = {}
        self._inner = inner

    def append(self, label: bytes, *items: Item) -> None:
        self._inner.append(label, *items)

    def challenge(self, label: bytes) -> Scalar:
        self.asked[label] = self._inner.challenge(label)
        return self.asked[label]


def test_a_proof_does_not_let_orders_be_tried_out() -> None:
    """With σ and d unknown, no order fits what is said better than another.

    Each order goes with a nonce σ for which E_d, c_d's values and f would be the
    same: the hidden combination s*Σ t_i P_i is nowhere in the proof.
    """
    case = honest()
    statement, proof = case.statement, case.proof
    spy = Spy(Transcript(PLACE))
    verify(statement, proof, spy)
    t = list(accumulate(repeat(spy.asked[b"same scalar t"], 4), mul))
    combination = s * multiply_sum(t, statement.before)
    assert combination == multiply_sum([t[i] for i in case.order], statement.after)
    e, elements = spy.asked[b"same scalar e"], set[Element]()
    for sign in (e, -e, ONE, -ONE):
        elements |= {sign * combination, proof.E_d + sign * combination}
    seen = multiply_sum(proof.f, statement.after)
    public = {proof.E_d, seen, seen - proof.E_d, proof.c, proof.c_d, proof.S_d}
    assert not public & elements


@pytest.mark.pitfall(18)
def test_equal_randomness_never_repeats_a_nonce() -> None:
    one, other = honest().proof, proven(order=(0, 1, 2, 3)).proof
    again = proven(transcript=Transcript(b"elsewhere")).proof
    assert len({one.S_d, other.S_d, again.S_d}) == 3
    assert len({one.c_d, other.c_d, again.c_d}) == 3
    assert proven().proof == one


@pytest.mark.pitfall(5)
def test_a_check_uses_no_element_from_anywhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[Element] = []

    def watch(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        used.extend(elements)
        return multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", watch)
    case = honest()
    check(case)
    proof, content = case.proof, case.proof.content
    said = {proof.c, proof.c_d, proof.E_d, proof.S_d}
    said |= {content.c_d, content.c_Delta, content.c_a}
    known = {G, case.statement.S, *generators(4)}
    known |= {*case.statement.before, *case.statement.after}
    assert len(used) == len({*used}) <= 3 * 4 + 9
    # One element stands alone on the other side of the equation.
    assert {*used, proof.E_d} == said | known


class CurveWork(Exception):
    """Something was computed on the curve."""


@pytest.fixture
def no_curve_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise CurveWork

    honest()
    for name in ("__rmul__", "__add__", "__sub__", "decode"):
        monkeypatch.setattr(Element, name, refuse)
    monkeypatch.setattr(commitment, "hash_to_group", refuse)
    generators.cache_clear()


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
def test_lengths_that_do_not_fit_are_refused_before_any_curve_work() -> None:
    case = honest()
    with pytest.raises(CurveWork):
        check(case)
    statement, proof = case.statement, case.proof
    before, after, S = statement.before, statement.after, statement.S
    for cards in ((), after[1:], (*after, after[0])):
        refused(replace(case, statement=Statement(before, cards, S)))
        refused(replace(case, statement=Statement(cards, after, S)))
        refused(replace(case, statement=Statement(cards, cards, S)))
    refused(replace(case, proof=replace(proof, f=proof.f[1:])))
    refused(replace(case, proof=replace(proof, f=(*proof.f, ONE))))
    shorter = replace(proof.content, f_Delta=proof.content.f_Delta[1:])
    refused(replace(case, proof=replace(proof, content=shorter)))
    huge = Statement(before[:1] * 513, after[:1] * 513, S)
    refused(replace(case, statement=huge))


@pytest.mark.pitfall(8)
@pytest.mark.usefixtures("no_curve_work")
def test_a_proof_of_another_length_is_not_read() -> None:
    data = honest().proof.encode()
    for n in (-3, 0, 1, 3, 5, 513, 2**40):
        with pytest.raises(InvalidEncoding):
            Proof.decode(data, n)
    for other in (b"", data[:-1], data[:-32], data + b"\0", data + bytes(32)):
        with pytest.raises(InvalidEncoding):
            Proof.decode(other, 4)


@pytest.mark.pitfall(11)
@pytest.mark.usefixtures("no_curve_work")
def test_a_scalar_that_is_not_canonical_costs_no_curve_work() -> None:
    data = honest().proof.encode()
    for place in (*range(4, 9), *range(12, 21)):
        with pytest.raises(InvalidEncoding):
            Proof.decode(with_part(data, place, b"\xff" * 32), 4)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 31 + b"\x7f"])
def test_an_element_that_is_none_is_not_read(bad: bytes) -> None:
    data = honest().proof.encode()
    for place in (*range(4), *range(9, 12)):
        with pytest.raises(InvalidEncoding):
            Proof.decode(with_part(data, place, bad), 4)
