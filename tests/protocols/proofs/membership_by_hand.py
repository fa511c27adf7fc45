"""Cards to test membership with, and its proof made by hand, or forged.

What is made here uses the group and SHA-512 alone, and can leave things out: of
what it proves, and of what it hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512, shake_256
from typing import TypeAlias

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import Element, G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript

Part: TypeAlias = bytes | Element

ENTROPY = shake_256(b"membership").digest

x, one, zero = Scalar(2**251 + 12345), Scalar(1), Scalar(0)
OTHER_X = Scalar(2**250 + 777)
SHARE = x * G


def point(number: int) -> Element:
    return hash_to_group(b"test point", b"%d" % number)


def card(face: Element, r: int, secret: Scalar = x) -> Masked:
    return Masked(Scalar(r) * G, face + Scalar(r) * (secret * G))


def place(*, table: bytes = b"table 1", hand: int = 1, seat: int = 2) -> Transcript:
    transcript = Transcript(b"hand")
    transcript.append(b"place", table, hand, seat)
    return transcript


POINTS = tuple(point(j) for j in range(3))
PLACES = (2, 0)
CARDS = tuple(card(POINTS[j], 10**40 + i) for i, j in enumerate(PLACES))
OUTSIDE = card(point(99), 10**41)


def length(n: int) -> bytes:
    return n.to_bytes(8, "little")


def said(*items: Part) -> bytes:
    """Frame a sequence of bytes (framed already) and elements."""
    framed = (
        b"E" + length(32) + i.data if isinstance(i, Element) else i for i in items
    )
    return b"q" + length(len(items)) + b"".join(framed)


def label(text: bytes) -> bytes:
    return b"b" + length(len(text)) + text


BEFORE = (
    *(b"p2pgame v1 transcript", b"A", label(b"protocol"), said(label(b"hand"))),
    *(b"A", label(b"place")),
    said(label(b"table 1"), b"i" + length(1) + b"\1", b"i" + length(1) + b"\2"),
)


def stated(*items: Part) -> bytes:
    return b"".join((*BEFORE, b"A", label(b"membership statement"), said(*items)))


def statement(
    cards: Sequence[Masked], points: Sequence[Element], share: Element
) -> bytes:
    pairs = said(*(said(masked.C1, masked.C2) for masked in cards))
    return stated(G, share, pairs, said(*points))


def challenge(history: bytes, *commitments: Sequence[Part]) -> Scalar:
    history += b"A" + label(b"membership commitments")
    history += said(said(*(said(*pair) for pair in commitments)))
    history += b"C" + label(b"membership challenge")
    return Scalar.reduce(sha512(history).digest())


def by_hand(
    cards: Sequence[Masked],
    points: Sequence[Element],
    places: Sequence[int | None],
    secrets: Sequence[Scalar] | None = None,
    *,
    once: bool = False,
) -> bytes:
    """Prove it as in the paper, whether it is true or not.

    Where a place is None all branches of the card are simulated; with
    ``secrets`` the true branch of each card has a secret of its own; ``once``
    counts on a hash that has the commitments to the share of one card only.
    """
    history, n = statement(cards, points, SHARE), len(cards) * len(points)
    secret, fresh = b"s" + length(32) + x.encode(), label(ENTROPY(32))
    seed = sha512(history + b"N" + secret + fresh).digest()
    nonces = [Scalar.reduce(sha512(seed + length(i)).digest()) for i in range(2 * n)]
    t, c = nonces[:n], nonces[n:]
    z = [t_b - c_b * x for t_b, c_b in zip(t, c, strict=True)]
    commitments, true = [], []
    for b in range(n):
        i, j = divmod(b, len(points))
        R, S = z[b] * G + c[b] * SHARE, z[b] * cards[i].C1
        if places[i] == j:
            true.append(b)
            R, S = t[b] * G, t[b] * cards[i].C1
        else:
            S += c[b] * (cards[i].C2 - points[j])
        commitments.append([S] if once and i > 0 else [R, S])
    e = challenge(history, *commitments)
    for b in true:
        i, j = divmod(b, len(points))
        row = range(i * len(points), (i + 1) * len(points))
        c[b] = e - sum((c[other] for other in row if other != b), zero)
        z[b] = t[b] - c[b] * (secrets[i] if secrets else x)
    return message(c, z)


def message(c: Sequence[Scalar], z: Sequence[Scalar]) -> bytes:
    pairs = zip(c, z, strict=True)
    return b"".join(c_b.encode() + z_b.encode() for c_b, z_b in pairs)


def scalars(data: bytes) -> list[Scalar]:
    return [Scalar.decode(data[i : i + 32]) for i in range(0, len(data), 32)]


FALSE_X = Scalar(31337)


def forge(omitted: str) -> tuple[bytes, Masked, Element, Element]:
    """Prove what is false to who does not hash ``omitted``.

    It is solved for when the challenge is known; the player masked the card
    alone, and knows a secret that would make one half of the branch true.
    """
    C1, F, Y, t = Scalar(5) * G, point(7), SHARE, Scalar(4711)
    C2 = F + FALSE_X * C1
    R = point(9) if omitted == "Y" else t * G
    S = t * C1 if omitted in "YR" else point(9)
    pair = said(*without(omitted, C1=C1, C2=C2))
    items = without(omitted, Y=Y, cards=said(pair), F=said(F))
    e = challenge(stated(G, *items), without(omitted, R=R, S=S))
    z = t - e * (FALSE_X if omitted in "YR" else x)
    D = e.inverse() * (S - z * C1)
    match omitted:
        case "C1":
            C1 = z.inverse() * (S - e * (C2 - F))
        case "C2":
            C2 = F + D
        case "F":
            F = C2 - D
        case "Y":
            Y = e.inverse() * (R - z * G)
    return message([e], [z]), Masked(C1, C2), F, Y


def without(omitted: str, **items: Part) -> list[Part]:
    return [item for name, item in items.items() if name != omitted]
