"""Equations between elements, many of them checked at the price of one.

An equation says that a sum of multiples is the identity.  Several are added
up with the weights 1, w, w², …, where w is hashed from the whole proof, and the
sum is checked once; an element that stands in more than one costs one
multiplication.  If one of n equations is false, the sum is true for at most
n − 1 of the 2²⁵² weights.

The equations of several proofs are added up in the same way, with a weight that
is hashed from all of the proofs, so that no two liars can choose errors that
make up for each other.  Proofs about the same elements share them: in a chain of
shuffles each deck stands in two proofs, the bases of commitments in all.

Source: Bellare, Garay and Rabin, "Fast Batch Verification for Modular
Exponentiation and Digital Signatures" (EUROCRYPT '98).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .errors import InvalidProof, ProtocolError, blame
from .group import IDENTITY, ORDER, Element, Scalar, multiply_sum
from .transcript import Transcript

#: A sum that is not worked out yet: multiples of elements.
Terms: TypeAlias = Sequence[tuple[Scalar, Element]]


@dataclass(frozen=True, slots=True)
class Check:
    """What is left to check of one proof, and a weight hashed from all of it."""

    equations: tuple[Terms, ...]
    weight: Scalar

    def verify(self) -> None:
        """Check that all of the equations hold.

        Raises:
          InvalidProof: One of them does not; which one stays unknown.

        Cost: 1 multiplication and 1 addition for each distinct element.
        """
        # Plain integers: a scalar at each step would cost a tenth of the curve work.
        step, weight = self.weight.value, 1
        total: dict[Element, int] = {}
        for terms in self.equations:
            for k, P in terms:
                total[P] = total.get(P, 0) + weight * k.value
            weight = weight * step % ORDER
        factors = {P: k % ORDER for P, k in total.items()}
        # One that need not be multiplied goes to the other side.
        right = next((P for P, k in factors.items() if k == ORDER - 1), IDENTITY)
        factors.pop(right, None)
        left = multiply_sum([*map(Scalar, factors.values())], [*factors])
        if left != right:
            raise InvalidProof("an equation of the proof does not hold")


def check(equations: Iterable[Terms], transcript: Transcript) -> Check:
    """Return the check that each of ``equations`` is a sum that gives the identity.

    Args:
      transcript: Holds everything that the equations are made of: a prover
        who can still change a term after the weight is known makes two false
        equations cancel.
    """
    return Check(tuple(equations), transcript.challenge(b"weight of an equation"))


def verify(equations: Iterable[Terms], transcript: Transcript) -> None:
    """Do the :func:`check` of these equations.

    Raises:
      InvalidProof: One of them does not hold; which one stays unknown.

    Cost: 1 multiplication and 1 addition for each distinct element.
    """
    check(equations, transcript).verify()


def verify_all(proofs: Iterable[tuple[int, Callable[[], Check]]]) -> None:
    """Do the checks of several players' proofs as one, and name who is to blame.

    Args:
      proofs: For each, whose it is, and how to get its check, which may raise.

    Raises:
      ProtocolError: A proof does not hold; the ``culprit`` is the player of the
        first that does not.

    Cost: 1 multiplication and 1 addition for each distinct element; if a proof
    does not hold, once more for each proof up to that one.
    """
    checks: list[tuple[int, Check]] = []
    for player, get in proofs:
        try:
            with blame(player):
                checks.append((player, get()))
        except ProtocolError:
            _settle(checks)  # somebody before may have been the first
            raise
    _settle(checks)


def _settle(checks: Sequence[tuple[int, Check]]) -> None:
    if not checks:
        return
    try:
        _merged([one for _, one in checks]).verify()
    except InvalidProof:
        for player, one in checks:
            with blame(player):
                one.verify()
        raise  # each holds alone, but not all together: then we trust none


def _merged(checks: Sequence[Check]) -> Check:
    if len(checks) == 1:
        return checks[0]
    transcript = Transcript(b"proofs checked together")
    transcript.append(b"weights", *(one.weight for one in checks))
    return check((terms for one in checks for terms in one.equations), transcript)
