"""This module proves that masked cards hold some of the given faces, not which.

Statement: for cards ``(C1_i, C2_i)`` masked under the player's key share ``Y``
alone, and face elements ``F_1 … F_k``: I know ``x`` with ``Y = x*G``, and for
each card there is a ``j`` with ``D_ij = x*C1_i``, where ``D_ij = C2_i - F_j``.
Cards that are each one of the 39 faces outside a suit have none of the suit.

A branch ``(i, j)`` is the proof of :mod:`p2pgame.protocols.proofs.dleq` for ``(G, Y)``
and ``(C1_i, D_ij)``.  A prover who chooses ``c_ij`` and ``z_ij`` before the commitments
can make any branch hold, even a false one. But the challenges of each card add up to
``e``, so in one branch of each card the prover does not choose ``c_ij``.

    P → V   R_ij = t_ij*G                               fresh t_ij, c_ij
            S_ij = (t_ij - c_ij x)*C1_i + c_ij*D_ij
    V → P   e
    P → V   c_ij, after adding e - (c_i1 + … + c_ik) to it in the true branch
            z_ij = t_ij - c_ij x

The verifier computes ``R_ij = z_ij*G + c_ij*Y`` and ``S_ij = z_ij*C1_i +
c_ij*D_ij``, and checks that they hash to the ``e`` of all cards.  In the true
branch ``S_ij = t_ij*C1_i`` whatever ``c_ij`` is, and therefore it can still be
changed.  Up to there all branches are made alike, so the work does not tell
which it is; nor do the numbers: given ``e``, all ``c_ij`` that add up to it and
all ``z_ij`` are equally likely.

Answers to two different ``e`` differ in some ``c_ij`` of each card, which gives ``x
= (z_ij - z'_ij) / (c'_ij - c_ij)`` for both halves of that branch.  It is the same
``x`` for all cards because every branch has ``Y`` in it. Attack on a separate proof
for ``Y``, without a common answer: a player that masked a card alone knows the
logarithms of its halves, and uses another ``x``.

A branch is 64 bytes and 4.3 multiplications to check.  To show that 13 cards
are none of 13 faces takes 507 of them, 32 kB and 2,190 multiplications.  With
``R_ij`` and ``S_ij`` in the message all of them would be one sum, as in
:mod:`p2pgame.protocols.arithmetic.equations`, of 1,640; but a quarter of the time is
not worth 65 kB, which every other player gets.

The history is

    append     membership statement    G, Y, ((C1_1, C2_1), …), (F_1 … F_k)
    append     membership commitments  ((R_11, S_11), (R_12, S_12), …)
    challenge  membership challenge

and a proof is ``c_ij`` and ``z_ij`` of every branch, card by card, in the order
of the statement.

Source: Cramer, Damgård and Schoenmakers, "Proofs of Partial Knowledge and
Simplified Design of Witness Hiding Protocols" (CRYPTO '94); Bernhard, Pereira
and Warinschi, "How Not to Prove Yourself" (ASIACRYPT 2012), for what to hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from ..arithmetic.elgamal import Masked
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript

#: The most cards times points in one proof, so that none takes a second.
MAX_BRANCHES = 4096

_ZERO = Scalar(0)


def size(cards: int, points: int) -> int:
    """Return the length in bytes of a proof for so many cards and points."""
    return 64 * cards * points


def prove(
    cards: Sequence[Masked],
    points: Sequence[Element],
    places: Sequence[int],
    x: Scalar,
    transcript: Transcript,
    entropy: Entropy,
) -> bytes:
    """Prove that each of ``cards`` holds one of ``points``, not which.

    Args:
      cards: Masked under ``x*G`` alone: the others' tokens are off.
      places: For each card, the index in ``points`` of the one it holds.
      transcript: Already bound by the caller to table, hand and prover.

    Raises:
      ValueError: The statement is false; no card or no point, a point twice, more
        than MAX_BRANCHES; a start card; or ``x`` is zero.

    Cost: 2 scalar and 1 base multiplications, 2 additions for each branch.
    """
    share = x * G
    if flaw := _flaw(cards, points, share):
        raise ValueError(flaw)
    _require_true(cards, points, places, x)
    _append_statement(cards, points, share, transcript)

    branches = [*product(cards, points)]
    nonces = transcript.nonces(x, entropy)
    t = [*islice(nonces, len(branches))]
    c = [*islice(nonces, len(branches))]
    commitments = [
        (t_ij * G, (t_ij - c_ij * x) * card.C1 + c_ij * (card.C2 - F))
        for (card, F), t_ij, c_ij in zip(branches, t, c, strict=True)
    ]
    e = _challenge(commitments, transcript)
    for row, place in zip(_rows(cards, points), places, strict=True):
        c[row.start + place] += e - sum(c[row], _ZERO)
    return b"".join(
        c_ij.encode() + (t_ij - c_ij * x).encode()
        for t_ij, c_ij in zip(t, c, strict=True)
    )


def verify(
    message: bytes,
    cards: Sequence[Masked],
    points: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Args:
      share: The key share of the prover, and the only one on ``cards``.

    Raises:
      InvalidEncoding: Another length, or a part is no canonical scalar.
      InvalidProof: A card holds none of the points; the proof is not for these
        cards and points, in this order, in this place; no card or no point, a
        point twice, more than MAX_BRANCHES; a start card or an identity share.

    Cost: 3 scalar and 1 base multiplications, 3 additions for each branch.
    """
    if flaw := _flaw(cards, points, share):
        raise InvalidProof(flaw)
    if len(message) != size(len(cards), len(points)):
        raise InvalidEncoding("a proof of membership of another length")
    parts = [Scalar.decode(message[i : i + 32]) for i in range(0, len(message), 32)]
    c, z = parts[::2], parts[1::2]
    e, *others = {sum(c[row], _ZERO) for row in _rows(cards, points)}
    if others:
        raise InvalidProof("the cards answer different challenges")
    _append_statement(cards, points, share, transcript)
    commitments = [
        (z_ij * G + c_ij * share, z_ij * card.C1 + c_ij * (card.C2 - F))
        for (card, F), c_ij, z_ij in zip(product(cards, points), c, z, strict=True)
    ]
    if _challenge(commitments, transcript) != e:
        raise InvalidProof("a card holds none of the points")


def _flaw(
    cards: Sequence[Masked], points: Sequence[Element], share: Element
) -> str | None:
    """Return why this statement can't be proved, or None; without arithmetic."""
    if not 0 < len(cards) * len(points) <= MAX_BRANCHES:
        return "a proof about no card or no point, or about too many"
    if len({*points}) < len(points):
        return "a point stands twice among the points"
    if share.is_identity or any(card.C1.is_identity for card in cards):
        return "a card that no key share masks"
    return None


def _require_true(
    cards: Sequence[Masked],
    points: Sequence[Element],
    places: Sequence[int],
    x: Scalar,
) -> None:
    if not all(0 <= place < len(points) for place in places):
        raise ValueError("a place that is not among the points")
    for card, place in zip(cards, places, strict=True):
        if card.C2 - points[place] != x * card.C1:
            raise ValueError("a card does not hold the point at its place")


def _rows(cards: Sequence[Masked], points: Sequence[Element]) -> Iterator[slice]:
    """Yield where each card's branches are among all branches."""
    k = len(points)
    return (slice(i * k, i * k + k) for i in range(len(cards)))


def _append_statement(
    cards: Sequence[Masked],
    points: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> None:
    pairs = [(card.C1, card.C2) for card in cards]
    transcript.append(b"membership statement", G, share, pairs, [*points])


def _challenge(
    commitments: Sequence[tuple[Element, Element]], transcript: Transcript
) -> Scalar:
    transcript.append(b"membership commitments", commitments)
    return transcript.challenge(b"membership challenge")
