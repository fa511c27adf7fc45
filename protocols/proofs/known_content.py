"""This module proves that a commitment holds known values, in a secret order.

Statement: values ``m_1 … m_n`` and a commitment ``C``.  Witness: ``ρ`` and a
permutation ``π`` with ``C = com(μ_1, …, μ_n; ρ)`` for ``μ_i = m_π(i)``.  Here
``com(v_1, …, v_k; r) = v_1*H_1 + … + v_k*H_k + r*G``.

The idea: two lists are permutations of one another iff the polynomials with
these roots are equal, and they are equal if they are at one random point.

    V → P   x
    P → V   c_d = com(d_1, …, d_n; r_d)
            c_Δ = com(…, -δ_i d_(i+1), …; r_Δ)                          i < n
            c_a = com(…, δ_(i+1) - (μ_(i+1) - x) δ_i - a_i d_(i+1), …; r_a)
    V → P   e
    P → V   f_i  = e μ_i + d_i                   z   = e ρ + r_d
            f_Δi = e × (c_a's i-th value) - δ_i d_(i+1)
            z_Δ  = e r_a + r_Δ

with ``a_i = (μ_1 - x) … (μ_i - x)``, fresh ``d_1 … d_n, δ_2 … δ_(n-1), r_d,
r_Δ, r_a``, and ``δ_1 = d_1``, ``δ_n = 0``.  The verifier checks

    (1)     e*C   + c_d = com(f_1, …, f_n; z)
    (2)     e*c_a + c_Δ = com(f_Δ1, …, f_Δ(n-1); z_Δ)
    (3)     F_n = e (m_1 - x) … (m_n - x)   where   F_1 = f_1 - e x,
            e F_(i+1) = F_i (f_(i+1) - e x) + f_Δi

An honest ``F_i`` is ``e a_i + δ_i``.  To divide by nothing, (3) is computed
with ``Φ_i = e^(i-1) F_i``, so that ``Φ_(i+1) = Φ_i (f_(i+1) - e x) + e^(i-1)
f_Δi`` and ``Φ_n = e^n (m_1 - x) … (m_n - x)``.

Attack: without ``C`` in the hash of ``x``, a cheating prover chooses the last value
after ``x`` and makes the products equal. So both sides append the whole statement
here, whatever the caller has bound before.  The history is

    append     known content statement    (m_1 … m_n), factors of C, elements of C
    challenge  known content x
    append     known content commitments  c_d, c_Δ, c_a
    challenge  known content e
    append     known content responses    (f_1 … f_n), z, (f_Δ1 …), z_Δ

Source: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions"
(J. Cryptology 2010), section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from operator import mul

from ..arithmetic.commitment import commit_vector, generators
from ..arithmetic.equations import Terms
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import ORDER, Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript

_ONE = Scalar(1)


@dataclass(frozen=True, slots=True)
class Statement:
    """The values, and the commitment as a sum of what the verifier knows."""

    m: tuple[Scalar, ...]
    C: Terms


@dataclass(frozen=True, slots=True)
class Proof:
    c_d: Element
    c_Delta: Element
    c_a: Element
    f: tuple[Scalar, ...]
    z: Scalar
    f_Delta: tuple[Scalar, ...]
    z_Delta: Scalar

    @classmethod
    def decode(cls, data: bytes, n: int) -> Proof:
        """Read a proof for ``n`` values.

        Raises:
          InvalidEncoding: Another length, or a part is not canonical.
        """
        if len(data) != size(n):
            raise InvalidEncoding("a proof of another length")
        parts = [data[i : i + 32] for i in range(0, len(data), 32)]
        # Scalars first: they cost nothing, elements take work on the curve.
        *f, z = map(Scalar.decode, parts[3 : n + 4])
        *f_Delta, z_Delta = map(Scalar.decode, parts[n + 4 :])
        c_d, c_Delta, c_a = map(Element.decode, parts[:3])
        return cls(c_d, c_Delta, c_a, tuple(f), z, tuple(f_Delta), z_Delta)

    def encode(self) -> bytes:
        commitments = (self.c_d, self.c_Delta, self.c_a)
        responses = (*self.f, self.z, *self.f_Delta, self.z_Delta)
        return b"".join(
            [*(P.encode() for P in commitments), *(s.encode() for s in responses)]
        )

    def is_for(self, n: int) -> bool:
        return len(self.f) == n and len(self.f_Delta) == n - 1


def size(n: int) -> int:
    """Return the length in bytes of a proof for ``n`` values."""
    return 32 * (2 * n + 4)


def prove(
    statement: Statement,
    mu: Sequence[Scalar],
    rho: Scalar,
    transcript: Transcript,
    entropy: Entropy,
) -> Proof:
    """Prove that the commitment holds the values, in the secret order ``mu``.

    Cost: 3n multiplications and additions.
    """
    x = _begin(statement, transcript)
    # After the statement, so that no weak source repeats them for another.
    nonces = transcript.nonces((mu, rho), entropy)
    r_d, r_Delta, r_a, *d = islice(nonces, len(mu) + 3)
    delta = (d[0], *islice(nonces, len(mu) - 2), Scalar(0))
    masks = [-(a * b) for a, b in zip(delta, d[1:], strict=False)]
    c_d, c_Delta = commit_vector(d, r_d), commit_vector(masks, r_Delta)
    a = accumulate((mu_i - x for mu_i in mu), mul)
    steps = [
        delta_j - (mu_j - x) * delta_i - a_i * d_j
        for (delta_i, delta_j), mu_j, a_i, d_j in zip(
            pairwise(delta), mu[1:], a, d[1:], strict=False
        )
    ]
    c_a = commit_vector(steps, r_a)
    e = _commit(c_d, c_Delta, c_a, transcript)

    f = tuple(e * mu_i + d_i for mu_i, d_i in zip(mu, d, strict=True))
    f_Delta = tuple(e * s + m for s, m in zip(steps, masks, strict=True))
    z, z_Delta = e * rho + r_d, e * r_a + r_Delta
    _respond(f, z, f_Delta, z_Delta, transcript)
    return Proof(c_d, c_Delta, c_a, f, z, f_Delta, z_Delta)


def equations(
    statement: Statement, proof: Proof, transcript: Transcript
) -> tuple[Terms, Terms]:
    """Check (3), and return (1) and (2), which are left to check.

    The caller hands them to :func:`p2pgame.protocols.arithmetic.equations.verify`,
    together
    with its own; only then does the proof hold.

    Raises:
      InvalidProof: Not for so many values, or (3) does not hold.
    """
    if not proof.is_for(len(statement.m)):
        raise InvalidProof("a proof for another number of values")
    x = _begin(statement, transcript)
    e = _commit(proof.c_d, proof.c_Delta, proof.c_a, transcript)
    _respond(proof.f, proof.z, proof.f_Delta, proof.z_Delta, transcript)
    _verify_product(statement.m, proof, x=x, e=e)
    C = ((e * k, P) for k, P in statement.C)
    return (
        (*C, (_ONE, proof.c_d), *_opened(proof.f, proof.z)),
        (
            (e, proof.c_a),
            (_ONE, proof.c_Delta),
            *_opened(proof.f_Delta, proof.z_Delta),
        ),
    )


def _verify_product(m: Sequence[Scalar], proof: Proof, *, x: Scalar, e: Scalar) -> None:
    shift = (e * x).value
    first, *rest = (f_i.value - shift for f_i in proof.f)
    Phi, power = first, 1
    for factor, f_Delta_i in zip(rest, proof.f_Delta, strict=True):
        Phi = (Phi * factor + power * f_Delta_i.value) % ORDER
        power = power * e.value % ORDER
    expected = e.value
    for m_i in m:
        expected = expected * (m_i.value - x.value) % ORDER
    if (Phi - power * expected) % ORDER:
        raise InvalidProof("the products of the values differ")


def _opened(values: Sequence[Scalar], r: Scalar) -> Terms:
    """Return ``-com(values; r)``."""
    H = generators(len(values))
    return (*((-v, H_i) for v, H_i in zip(values, H, strict=True)), (-r, G))


def _begin(statement: Statement, transcript: Transcript) -> Scalar:
    factors, elements = zip(*statement.C, strict=True)
    transcript.append(b"known content statement", statement.m, factors, elements)
    return transcript.challenge(b"known content x")


def _commit(
    c_d: Element, c_Delta: Element, c_a: Element, transcript: Transcript
) -> Scalar:
    transcript.append(b"known content commitments", c_d, c_Delta, c_a)
    return transcript.challenge(b"known content e")


def _respond(
    f: Sequence[Scalar],
    z: Scalar,
    f_Delta: Sequence[Scalar],
    z_Delta: Scalar,
    transcript: Transcript,
) -> None:
    transcript.append(b"known content responses", f, z, f_Delta, z_Delta)
