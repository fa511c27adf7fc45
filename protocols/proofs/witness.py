"""What the prover of a shuffle knows and nobody else: the order, masks, nonces.

Most of it can be made before there are any cards, and so can everything that
the proof commits to at first; the notation is that of :mod:`protocols.proofs.shuffle`.
A second deck in the same order, or a second proof with the same nonces, gives
the order away, so what was prepared is handed out once.
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
from ..arithmetic.once import Once
from ..arithmetic.permutation import permutation
from . import known_content


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
    content: known_content.Nonces | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """What nobody else may learn: card i was card ``permutation[i]`` before.

    ``begun`` is the first part of the proof, if the shuffle was prepared.
    """

    permutation: tuple[int, ...] = field(repr=False)
    factors: tuple[Scalar, ...] = field(repr=False)
    begun: Once[Begun] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """One shuffle of ``n`` cards under ``key``, and its proof, but for the cards.

    Good for one deck, and not to be stored: a run that started again would use
    it again.
    """

    n: int
    key: Element
    _secret: Once[tuple[Witness, tuple[Masked, ...]]] = field(repr=False)

    def take(self, n: int, key: Element) -> tuple[Witness, tuple[Masked, ...]]:
        """Return the witness and what each card is to be remasked with, once.

        Raises:
          ValueError: It is for other cards or another key, or was used before.
        """
        if (n, key) != (self.n, self.key):
            raise ValueError("a shuffle was prepared for other cards")
        return self._secret.take()


def draw(n: int, entropy: Entropy) -> tuple[tuple[int, ...], tuple[Scalar, ...]]:
    """Return an order and masking factors for ``n`` cards."""
    order = permutation(n, entropy)
    return order, tuple(Scalar.random(entropy) for _ in range(n))


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
