from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from p2pgame.protocols.arithmetic import equations
from p2pgame.protocols.arithmetic.commitment import commit_vector
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import Element, Entropy, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import known_content
from p2pgame.protocols.proofs.known_content import Proof, Statement
from tests.protocols.proofs.shuffled import Recording
from tests.protocols.table import prg

ONE = Scalar(1)
RHO = Scalar(77)
M = tuple(Scalar(v) for v in (5, 8, 13, 21))


def statement(mu: Sequence[Scalar], m: tuple[Scalar, ...] = M) -> Statement:
    return Statement(m, ((ONE, commit_vector(mu, RHO)),))


def prove(
    mu: Sequence[Scalar], m: tuple[Scalar, ...] = M, *, transcript: Transcript
) -> Proof:
    return known_content.prove(statement(mu, m), mu, RHO, transcript, prg("prover"))


def verify(about: Statement, proof: Proof, transcript: Transcript) -> None:
    left = known_content.equations(about, proof, transcript)
    equations.verify(left, transcript)


class Deaf(Transcript):
    """A hash that leaves out the commitment: the fault the forger lives on."""

    def append(self, label: bytes, *items: Item) -> None:
        if label == b"known content statement":
            items = items[:1]
        super().append(label, *items)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2), (1, 0), (0, 1)])
def test_values_in_any_order_are_known(order: tuple[int, ...]) -> None:
    m = M[: len(order)]
    mu = [m[i] for i in order]
    proof = prove(mu, m, transcript=Transcript(b"test"))
    verify(statement(mu, m), proof, Transcript(b"test"))
    assert Proof.decode(proof.encode(), len(m)) == proof


@pytest.mark.pitfall(6)
@pytest.mark.parametrize(
    "values",
    [(5, 5, 13, 21), (5, 8, 13, 22), (5, 8, 12, 22), (5 * 8, 1, 13, 21)],
    ids=["one twice", "another", "equal sum", "equal product"],
)
def test_other_values_are_refused(values: tuple[int, ...]) -> None:
    mu = [Scalar(v) for v in values]
    proof = prove(mu, transcript=Transcript(b"test"))
    with pytest.raises(InvalidProof):
        verify(statement(mu), proof, Transcript(b"test"))


@pytest.mark.pitfall(2)
@pytest.mark.parametrize("hears", [Deaf, Transcript])
def test_the_last_value_cannot_be_fitted_to_x(hears: type[Transcript]) -> None:
    forged = forge(hears(b"test"))
    proof = prove(forged, transcript=hears(b"test"))
    if hears is Deaf:
        verify(statement(forged), proof, hears(b"test"))
    else:
        with pytest.raises(InvalidProof):
            verify(statement(forged), proof, hears(b"test"))


def forge(transcript: Transcript) -> list[Scalar]:
    """Return values that are not M, but whose product is the same at x.

    The forger takes x from a commitment to something else.
    """
    x = known_content._begin(statement(M), transcript)
    mu = [Scalar(1), Scalar(2), Scalar(3)]
    last = x
    numerator, denominator = ONE, ONE
    for m_i in M:
        numerator *= m_i - x
    for mu_i in mu:
        denominator *= mu_i - x
    return [*mu, last + numerator * denominator.inverse()]


@pytest.mark.pitfall(2)
def test_a_proof_is_for_one_statement_in_one_place() -> None:
    proof = prove(M, transcript=Transcript(b"test"))
    blinded_anew = Statement(M, ((ONE, commit_vector(M, RHO + ONE)),))
    for about, transcript in [
        (blinded_anew, Transcript(b"test")),
        (statement(M, M[::-1]), Transcript(b"test")),
        (statement(M), Transcript(b"elsewhere")),
    ]:
        with pytest.raises(InvalidProof):
            verify(about, proof, transcript)


@pytest.mark.pitfall(2)
def test_x_changes_with_every_part_of_the_statement() -> None:
    C, H = commit_vector(M, RHO), commit_vector(M[1:], RHO)
    statements = [
        Statement(M, ((ONE, C), (ONE, H))),
        Statement(M[::-1], ((ONE, C), (ONE, H))),
        Statement(M, ((ONE, C), (RHO, H))),
        Statement(M, ((ONE, C), (ONE, C))),
        Statement(M, ((ONE, C),)),
    ]
    proof = prove(M, transcript=Transcript(b"test"))
    transcripts = [Recording() for _ in statements]
    for about, transcript in zip(statements, transcripts, strict=True):
        with suppress(InvalidProof):
            known_content.equations(about, proof, transcript)
    assert len({transcript.challenges[0] for transcript in transcripts}) == 5


@pytest.mark.pitfall(8)
def test_a_proof_for_another_number_of_values_is_refused() -> None:
    proof = prove(M, transcript=Transcript(b"test"))
    for other in (
        replace(proof, f=proof.f[1:]),
        replace(proof, f=(*proof.f, ONE)),
        replace(proof, f_Delta=proof.f_Delta[1:]),
        replace(proof, f_Delta=(*proof.f_Delta, ONE)),
    ):
        with pytest.raises(InvalidProof):
            known_content.equations(statement(M), other, Transcript(b"test"))


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("n", [0, 1, 3, 5])
def test_a_proof_of_another_length_is_not_read(n: int) -> None:
    data = prove(M, transcript=Transcript(b"test")).encode()
    assert len(data) == known_content.size(4)
    with pytest.raises(InvalidEncoding):
        Proof.decode(data, n)


@pytest.mark.pitfall(18)
def test_a_source_that_repeats_itself_gives_no_nonce_twice() -> None:
    stuck: Entropy = bytes
    about = statement(M)
    anew = Statement(M, ((ONE, commit_vector(M, RHO + ONE)),))
    commitments: set[Element] = set()
    for about_, rho in ((about, RHO), (anew, RHO), (anew, RHO + ONE)):
        proof = known_content.prove(about_, M, rho, Transcript(b"test"), stuck)
        commitments |= {proof.c_d, proof.c_Delta, proof.c_a}
    assert len(commitments) == 9
