"""This module proves shuffles of plain elements, all multiplied by one secret.

Statement: elements ``P_1 … P_n`` (before) and ``Q_1 … Q_n`` (after), and ``S``.
Witness: a scalar ``s`` and a permutation ``π`` with ``S = s*G`` and ``Q_i =
s*P_π(i)``.  A lap that drops, duplicates or changes a card has no witness. Neither
has a lap that marks a card by another factor.  ``com`` and the argument for known
content are in :mod:`p2pgame.protocols.proofs.known_content`.

The idea is that of :mod:`p2pgame.protocols.proofs.shuffle`: commit to the permutation,
learn random ``t_i``, and show the same combination on both sides, here ``Σ t_π(i)
Q_i = s * Σ t_i P_i``.  That combination MUST stay hidden: it would let anyone test
guessed permutations.  So the ``t_π(i)`` and ``s`` are shown only in linear answers
to one more challenge.

    P → V   c   = com(π(1), …, π(n); r)
    V → P   t, and t_i = t^i
    P → V   c_d = com(-d_1, …, -d_n; r_d)
            E_d = Σ d_i Q_i - σ * Σ t_i P_i
            S_d = σ*G
    V → P   e
    P → V   f_i = e t_π(i) + d_i          z = e s + σ
    V → P   λ
    P ↔ V   known content: C = λ*c + c_d + com(f_1, …, f_n; 0) holds the values
            m_i = λ i + e t_i in the order π, with blinding ρ = λ r + r_d

The verifier checks, besides the argument for known content,

    (4)     Σ f_i Q_i - z * Σ t_i P_i = E_d
    (5)     z*G - e*S = S_d

in one sum with the two equations of known content
(:mod:`p2pgame.protocols.arithmetic.equations`).

Why it is sound: ``λ`` comes last, so the committed numbers are a permutation
``π``, and ``f_i - d_i = e t_π(i)`` with the committed ``d_i``.  What (4) and (5)
say is then linear in ``e``, which comes after all else in them, so ``Σ t_π(i)
Q_i = s * Σ t_i P_i``; that is a polynomial in ``t``, which comes after ``π``, so
``Q_i = s*P_π(i)`` for each i.  Why it shows nothing: ``f``, ``z`` and the
commitments are uniform whatever the witness is, and (4) and (5) fix the rest.

A proof is encoded as its messages in the order above, known content last:
96n + 288 bytes.  The history is

    append     same scalar statement    (G, H_1 … H_n), S, before, after
    append     same scalar order        c
    challenge  same scalar t
    append     same scalar commitments  c_d, E_d, S_d
    challenge  same scalar e
    append     same scalar responses    (f_1 … f_n), z
    challenge  same scalar lambda
    then that of known content, and at last
    challenge  weight of an equation

Source: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions"
(J. Cryptology 2010), sections 4 and 5, for the method.  The statement is called
a same-scalar shuffle where Ethereum elects leaders by it (Whisk, Curdleproofs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, repeat
from operator import mul

from ..arithmetic import equations
from ..arithmetic.commitment import commit_vector, generators
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar, multiply_sum
from ..arithmetic.transcript import Transcript
from . import known_content
from .shuffle import SIZES

_ONE = Scalar(1)


@dataclass(frozen=True, slots=True)
class Statement:
    before: tuple[Element, ...]
    after: tuple[Element, ...]
    S: Element


@dataclass(frozen=True, slots=True)
class Proof:
    c: Element
    c_d: Element
    E_d: Element
    S_d: Element
    f: tuple[Scalar, ...]
    z: Scalar
    content: known_content.Proof

    @classmethod
    def decode(cls, data: bytes, n: int) -> Proof:
        """Read a proof for ``n`` cards.

        Raises:
          InvalidEncoding: No proof is for ``n`` cards, the length is another,
            or a part is not canonical.
        """
        if n not in SIZES or len(data) != size(n):
            raise InvalidEncoding("no proof of a lap has this length")
        end = len(data) - known_content.size(n)
        parts = [data[i : i + 32] for i in range(0, end, 32)]
        *f, z = map(Scalar.decode, parts[4:])
        content = known_content.Proof.decode(data[end:], n)
        c, c_d, E_d, S_d = map(Element.decode, parts[:4])
        return cls(c, c_d, E_d, S_d, tuple(f), z, content)

    def encode(self) -> bytes:
        commitments = (self.c, self.c_d, self.E_d, self.S_d)
        said = [P.encode() for P in commitments]
        said += [s.encode() for s in (*self.f, self.z)]
        return b"".join(said) + self.content.encode()

    def is_for(self, n: int) -> bool:
        return n in SIZES and len(self.f) == n and self.content.is_for(n)


def size(n: int) -> int:
    """Return the length in bytes of a proof for ``n`` cards."""
    return 32 * (n + 5) + known_content.size(n)


def prove(
    statement: Statement,
    s: Scalar,
    order: Sequence[int],
    transcript: Transcript,
    entropy: Entropy,
) -> Proof:
    """Prove that card i after is card ``order[i]`` before, times ``s``.

    Args:
      transcript: Already bound by the caller to table, hand, player and the
        place of the input deck; spent by the proof.

    Cost: 6n multiplications and additions for n cards.
    """
    n = len(statement.before)
    _begin(statement, transcript)
    nonces = transcript.nonces((order, s), entropy)
    r, r_d, sigma, *d = islice(nonces, n + 3)

    c = commit_vector([Scalar(i + 1) for i in order], r)
    t = _ask(c, n, transcript)
    t_pi = [t[i] for i in order]

    c_d = commit_vector([-d_i for d_i in d], r_d)
    # The sum over Q and the one over P in one, for Q_i is s*P_π(i).
    steps = [s * d_i - sigma * t_i for d_i, t_i in zip(d, t_pi, strict=True)]
    E_d = multiply_sum(steps, [statement.before[i] for i in order])
    S_d = sigma * G
    e = _commit(c_d, E_d, S_d, transcript)

    f = tuple(e * t_i + d_i for t_i, d_i in zip(t_pi, d, strict=True))
    z = e * s + sigma
    lambda_ = _respond(f, z, transcript)

    about = _content(c, c_d, f, t, e=e, lambda_=lambda_)
    mu, rho = [about.m[i] for i in order], lambda_ * r + r_d
    content = known_content.prove(about, mu, rho, transcript, entropy)
    return Proof(c, c_d, E_d, S_d, f, z, content)


def verify(statement: Statement, proof: Proof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Raises:
      InvalidProof: The cards after are not those before, shuffled and all times
        one secret, or the proof is not for these cards in this place.

    Cost: 3n + 9 multiplications and additions.
    """
    before, after, S = statement.before, statement.after, statement.S
    n = len(before)
    if len(after) != n or not proof.is_for(n):
        raise InvalidProof("a proof for another number of cards")
    if IDENTITY in (S, *before, *after):
        raise InvalidProof("the identity hides nothing")
    _begin(statement, transcript)
    t = _ask(proof.c, n, transcript)
    e = _commit(proof.c_d, proof.E_d, proof.S_d, transcript)
    lambda_ = _respond(proof.f, proof.z, transcript)
    about = _content(proof.c, proof.c_d, proof.f, t, e=e, lambda_=lambda_)
    content = known_content.equations(about, proof.content, transcript)
    combination = (
        *zip(proof.f, after, strict=True),
        *((-(proof.z * t_i), P) for t_i, P in zip(t, before, strict=True)),
        (-_ONE, proof.E_d),
    )
    secret = ((proof.z, G), (-e, S), (-_ONE, proof.S_d))
    equations.verify((combination, secret, *content), transcript)


def _begin(statement: Statement, transcript: Transcript) -> None:
    before, after = statement.before, statement.after
    bases = (G, *generators(len(before)))
    transcript.append(b"same scalar statement", bases, statement.S, before, after)


def _ask(c: Element, n: int, transcript: Transcript) -> tuple[Scalar, ...]:
    transcript.append(b"same scalar order", c)
    t = transcript.challenge(b"same scalar t")
    return tuple(accumulate(repeat(t, n), mul))


def _commit(c_d: Element, E_d: Element, S_d: Element, transcript: Transcript) -> Scalar:
    transcript.append(b"same scalar commitments", c_d, E_d, S_d)
    return transcript.challenge(b"same scalar e")


def _respond(f: Sequence[Scalar], z: Scalar, transcript: Transcript) -> Scalar:
    transcript.append(b"same scalar responses", f, z)
    return transcript.challenge(b"same scalar lambda")


def _content(
    c: Element,
    c_d: Element,
    f: Sequence[Scalar],
    t: Sequence[Scalar],
    *,
    e: Scalar,
    lambda_: Scalar,
) -> known_content.Statement:
    m = tuple(lambda_ * Scalar(i) + e * t_i for i, t_i in enumerate(t, 1))
    com_f = zip(f, generators(len(f)), strict=True)
    return known_content.Statement(m, ((lambda_, c), (_ONE, c_d), *com_f))
