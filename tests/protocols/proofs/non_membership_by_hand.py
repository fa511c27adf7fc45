"""Cards to test non-membership with, and its proof made by hand, or forged.

What is made here uses the group and SHA-512 alone, and can leave things out: of
what it proves, and of what it hashes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha512, shake_256

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from tests.protocols.proofs.membership_by_hand import (
    BEFORE,
    Part,
    card,
    label,
    length,
    point,
    said,
    without,
    x,
)

ENTROPY = shake_256(b"non-membership").digest
SHARE = x * G

#: What is refused; and cards that hold the third point, and the third again.
REFUSED = (point(0), point(1))
HELD = (point(2), point(2), point(3))
CARDS = tuple(card(P, 10**40 + i) for i, P in enumerate(HELD))


def stated(*items: Part) -> bytes:
    return b"".join((*BEFORE, b"A", label(b"non-membership statement"), said(*items)))


def statement(
    cards: Sequence[Masked], refused: Sequence[Element], share: Element = SHARE
) -> bytes:
    pairs = said(*(said(masked.C1, masked.C2) for masked in cards))
    return stated(G, share, pairs, said(*refused))


def asked(history: bytes, text: bytes) -> tuple[bytes, Scalar]:
    """Return the history after a challenge, and the challenge."""
    history += b"C" + label(text)
    digest = sha512(history).digest()
    return history + digest, Scalar.reduce(digest)


def weights(history: bytes, *multiples: Part) -> tuple[bytes, Scalar]:
    history += b"A" + label(b"non-membership multiples") + said(*multiples)
    return asked(history, b"non-membership weight")


def challenge(history: bytes, *commitments: Part) -> Scalar:
    history += b"A" + label(b"non-membership commitments") + said(*commitments)
    return asked(history, b"non-membership challenge")[1]


def nonces(history: bytes, number: int) -> list[Scalar]:
    secret, fresh = b"s" + length(32) + x.encode(), label(ENTROPY(32))
    seed = sha512(history + b"N" + secret + fresh).digest()
    hashes = (sha512(seed + length(i)).digest() for i in range(number))
    return [Scalar.reduce(digest) for digest in hashes]


def by_hand(
    cards: Sequence[Masked],
    refused: Sequence[Element],
    lies: Mapping[tuple[int, int], Element] | None = None,
    *,
    one_factor: bool = False,
    one_weight: bool = False,
) -> bytes:
    """Prove it as the module says, whether it is true or not.

    ``lies`` are multiples to show instead of the true ones; with ``one_factor`` or
    ``one_weight`` it is the same for all of them.
    """
    k, history = len(cards), statement(cards, refused)
    drawn = nonces(history, 2 * k + 1)
    a, alpha, xi = drawn[:k], drawn[k : 2 * k], drawn[2 * k]
    if one_factor:
        a = [a[0]] * k
    U = [a[i] * cards[i].C1 for i in range(k)]
    B = {
        (i, j): a[i] * (cards[i].C2 - refused[j]) - x * U[i]
        for i in range(k)
        for j in range(len(refused))
    }
    B |= lies or {}
    history, w = weights(history, said(*U), said(*B.values()))
    R = [alpha[i] * cards[i].C1 for i in range(k)]
    S, w_ij = Scalar(0) * G, Scalar(1)
    for i, j in B:
        w_ij = w if one_weight else w_ij * w
        S += w_ij * (alpha[i] * (cards[i].C2 - refused[j]) - xi * U[i])
    c = challenge(history, xi * G, said(*R), S)
    z = [xi - c * x, *(alpha[i] - c * a[i] for i in range(k))]
    return message([*U, *B.values(), S], [c, *z])


def message(elements: Sequence[Element], scalars: Sequence[Scalar]) -> bytes:
    return b"".join([*(P.encode() for P in elements), *(k.encode() for k in scalars)])


#: What a forger may count on a verifier not to hash.
OMITTED = ("C1", "C2", "Q", "Y", "U", "B", "R_0", "R", "S")


def forge(omitted: str) -> tuple[bytes, Masked, tuple[Element, Element], Element]:
    """Prove what is false, or not known, to who does not hash ``omitted``.

    A card holds the first of two refused elements, and no multiple shown is the
    identity.  What is not hashed is chosen when a challenge is known.
    """
    Q, Y, drawn = [*REFUSED], SHARE, iter(nonces(omitted.encode(), 5))
    a, alpha, xi, u, wrong = drawn
    masked = card(Q[0], 12345)
    C1, C2 = masked.C1, masked.C2
    # In place of a and of x, where nothing binds the prover to them.
    U = u * C1 if omitted in ("R", "C1") else a * C1
    secret = wrong if omitted in ("R_0", "Y") else x
    B = [a * (C2 - Q_j) - secret * U for Q_j in Q]
    if omitted in ("C2", "Q", "S", "U"):
        B = [Scalar(3) * (Q[0] - Q[1])] * 2
    items = without(
        omitted, Y=Y, cards=said(said(*without(omitted, C1=C1, C2=C2))), Q=said(*Q)
    )
    shown = without(omitted, U=said(U), B=said(*B))
    history, w = weights(stated(G, *items), *shown)
    if omitted == "B":
        B[1] = Scalar(5) * G
        B[0] = w * (a * (Q[0] - Q[1]) - B[1])
    elif omitted == "U":
        a = w.inverse() * Scalar(3) + Scalar(3)
        U = a * C1

    both = w + w * w
    R_0 = point(70) if omitted == "Y" else xi * G
    R = point(71) if omitted == "C1" else alpha * C1
    S = both * (alpha * C2 - xi * U) - alpha * (w * Q[0] + w * w * Q[1])
    c = challenge(history, *without(omitted, R_0=R_0, R=said(R), S=S))
    z_0, z = xi - c * secret, alpha - c * a
    rest = both * (z_0 * U) - c * (w * B[0] + w * w * B[1])
    match omitted:
        case "Y":
            Y = c.inverse() * (R_0 - z_0 * G)
        case "C1":
            C1 = z.inverse() * (R - c * U)
        case "C2":
            refused = w * Q[0] + w * w * Q[1]
            C2 = both.inverse() * (z.inverse() * (S + rest) + refused)
        case "Q":
            last = both * C2 - w * w * Q[1] - z.inverse() * (S + rest)
            Q[0] = w.inverse() * last
        case "S":
            S = z * (both * C2 - w * Q[0] - w * w * Q[1]) - rest
    return message([U, *B, S], [c, z_0, z]), Masked(C1, C2), (Q[0], Q[1]), Y
