"""Equations between elements, many of them checked at the price of one.

An equation says that a sum of multiples is the identity.  Several are added
up with the weights 1, w, w², …, where w is hashed from the whole proof, and the
sum is checked once; an element that stands in more than one costs one
multiplication.  If one of n equations is false, the sum is true for at most
n − 1 of the 2²⁵² weights.

Source: Bellare, Garay and Rabin, "Fast Batch Verification for Modular
Exponentiation and Digital Signatures" (EUROCRYPT '98).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .errors import InvalidProof
from .group import Element, Scalar, multiply_sum
from .transcript import Transcript

#: A sum that is not worked out yet: multiples of elements.
Terms: TypeAlias = Sequence[tuple[Scalar, Element]]


def verify(equations: Iterable[Terms], transcript: Transcript) -> None:
    """Check that each of ``equations`` is a sum that gives the identity.

    Args:
      transcript: Holds everything that the equations are made of: a prover
        who can still change a term after the weight is known makes two false
        equations cancel.

    Raises:
      InvalidProof: One of them does not hold; which one stays unknown.

    Cost: 1 multiplication and 1 addition for each distinct element.
    """
    step, weight = transcript.challenge(b"weight of an equation"), Scalar(1)
    total: dict[Element, Scalar] = {}
    for terms in equations:
        for k, P in terms:
            total[P] = total.get(P, Scalar(0)) + weight * k
        weight *= step
    if not multiply_sum([*total.values()], [*total]).is_identity:
        raise InvalidProof("an equation of the proof does not hold")
