"""This module draws a shuffle prover's secrets: the order, masks and nonces.

The notation is that of :mod:`p2pgame.protocols.proofs.shuffle`. A second deck in the
same order, or a second proof with the same nonces, reveals the order. So nothing is
drawn before the cards are known, to which all of it is bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate, islice
from operator import add

from ..arithmetic.commitment import commit_vector, generators
from ..arithmetic.elgamal import Masked, blank
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.permutation import permutation


@dataclass(frozen=True, slots=True, repr=False)
class Begun:
    """The prover's first nonces and what it has committed to with them."""

    r: Scalar
    r_d: Scalar
    R_d: Scalar
    minus_d: tuple[Scalar, ...]
    c: Element
    c_d: Element
    blank: Masked


@dataclass(frozen=True, slots=True)
class Witness:
    """The prover's secret: card i was card ``permutation[i]`` before."""

    permutation: tuple[int, ...] = field(repr=False)
    factors: tuple[Scalar, ...] = field(repr=False)


def draw(n: int, entropy: Entropy) -> Witness:
    """Return an order and masking factors for ``n`` cards."""
    order = permutation(n, entropy)
    return Witness(order, tuple(Scalar.random(entropy) for _ in range(n)))


def begin(order: Sequence[int], key: Element, nonces: Iterator[Scalar]) -> Begun:
    """Draw and commit to what begins the proof of this order.

    Cost: n + 3 multiplications, 3n additions.
    """
    r, r_d, R_d, *minus_d = islice(nonces, len(order) + 3)
    return Begun(
        r,
        r_d,
        R_d,
        tuple(minus_d),
        c=_commit(order, r),
        c_d=commit_vector(minus_d, r_d),
        blank=blank(key, R_d),
    )


def _commit(order: Sequence[int], r: Scalar) -> Element:
    """Return ``com(π(1), …, π(n); r)`` for n multiplications less.

    The numbers are small: the last, the last two, the last three … bases in
    their order add up to each base as often as its number says.
    """
    H = generators(len(order))
    places = sorted(range(len(order)), key=order.__getitem__, reverse=True)
    sums = accumulate((H[place] for place in places), add)
    return reduce(add, sums, r * G)
