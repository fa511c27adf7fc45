"""A card that a shuffler would know again, in a proof that is right but for that."""

from __future__ import annotations

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked, remask
from p2pgame.protocols.arithmetic.group import Scalar, multiply_sum
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import known_content, shuffle, witness
from p2pgame.protocols.proofs.shuffle import Proof
from tests.protocols.proofs.shuffled import KEY, ONE, PLACE, Shuffled, honest, refused
from tests.protocols.table import prg


def marking(factor: Scalar) -> Shuffled:
    """Multiply one card by ``factor``, and prove it as well as can be.

    All that is combined, and committed to, is what fits the cards; only the values
    in the commitment are no longer those of a permutation.
    """
    case, entropy = honest(5), prg("marking")
    order, R = case.witness.permutation, case.witness.factors
    old = case.before[order[0]]
    marked = remask(Masked(factor * old.C1, factor * old.C2), KEY, R[0])
    after, n = (marked, *case.after[1:]), len(order)

    transcript = Transcript(PLACE)
    shuffle._begin(case.before, after, KEY, transcript)
    by = witness.begin(order, KEY, transcript.nonces((order, R), entropy))
    E_d = by.blank + Masked(
        multiply_sum(by.minus_d, [masked.C1 for masked in after]),
        multiply_sum(by.minus_d, [masked.C2 for masked in after]),
    )
    t = shuffle._commit(by.c, by.c_d, E_d, n, transcript)
    t_pi = [t[order[0]] * factor.inverse(), *(t[i] for i in order[1:])]
    f = tuple(t_i - d_i for t_i, d_i in zip(t_pi, by.minus_d, strict=True))
    Z = sum((t_i * R_i for t_i, R_i in zip(t_pi, R, strict=True)), start=by.R_d)
    lambda_ = shuffle._respond(f, Z, transcript)
    about = shuffle._content(by.c, by.c_d, f, t, lambda_)
    mu = [lambda_ * Scalar(i + 1) + t_i for i, t_i in zip(order, t_pi, strict=True)]
    rho = lambda_ * by.r + by.r_d
    content = known_content.prove(about, mu, rho, transcript, entropy)
    proof = Proof(by.c, by.c_d, E_d, f, Z, content)
    return Shuffled(case.before, after, case.witness, proof)


@pytest.mark.attack(17)
@pytest.mark.pitfall(6)
@pytest.mark.pitfall(16)
def test_a_marked_card_is_refused() -> None:
    marking(ONE).verify()
    refused(marking(ONE + ONE))
