"""The proofs of docs/vectors.md, made by its text and the papers' formulas alone.

Part of the second reader: it shares no code with the program.  Each function
returns all that comes up on the way by name, and the bytes that go on the wire;
it checks the verifier's equations on its own and raises Malformed if one fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha512, shake_256
from itertools import count, islice
from typing import TypeAlias

from tests.wire_group import (
    IDENTITY,
    ORDER,
    Card,
    Element,
    G,
    Item,
    Scalar,
    Transcript,
    combine,
    item,
    le64,
    scalars,
    total,
)
from tests.wire_values import need

#: What comes up on the way, by name; numbers modulo the order are scalars.
Values: TypeAlias = dict[str, object]


class Entropy:
    """The fixed entropy of docs/vectors.md."""

    def __init__(self, seed: bytes) -> None:
        self._seed, self._calls = seed, count()

    def __call__(self, size: int) -> bytes:
        return shake_256(self._seed + le64(next(self._calls))).digest(size)

    def scalar(self) -> int:
        return reduced(self(64))

    def order(self, n: int) -> list[int]:
        """Shuffle the numbers from 0 on, from the last place to the second."""
        order = [*range(n)]
        for i in range(n - 1, 0, -1):
            j = self._below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def _below(self, bound: int) -> int:
        bits = (bound - 1).bit_length()
        while True:
            number = int.from_bytes(self((bits + 7) // 8), "little") % (1 << bits)
            if number < bound:
                return number


def reduced(data: bytes) -> int:
    return int.from_bytes(data, "little") % ORDER


def nonces(transcript: Transcript, secret: Item, fresh: bytes) -> Iterator[int]:
    seed = sha512(transcript.fed + b"N" + item(secret) + item(fresh)).digest()
    return (reduced(sha512(seed + le64(i)).digest()) for i in count())


def parts(*values: Element | int) -> bytes:
    """Return elements and scalars of 32 bytes each, one behind the other."""
    return b"".join(
        value.data if isinstance(value, Element) else scalar(value) for value in values
    )


def scalar(value: int) -> bytes:
    return (value % ORDER).to_bytes(32, "little")


def inverse(value: int) -> int:
    return pow(value, -1, ORDER)


def ask(transcript: Transcript, label: str, *items: Item) -> int:
    """Append ``items`` under ``label`` with "commitment" and ask for its challenge."""
    transcript.append(f"{label} commitment", *items)
    return transcript.challenge(f"{label} challenge")


def place(name: str, identity: bytes, *players: Item) -> Transcript:
    """Begin a transcript that is bound to one place in a history."""
    made = Transcript(name)
    made.append("place", identity, *players)
    return made


# Ownership and equality


def ownership(x: int, transcript: Transcript, fresh: bytes) -> tuple[Values, bytes]:
    key = x * G
    transcript.append("ownership statement", G, key)
    k = next(nonces(transcript, Scalar(x), fresh))
    R = k * G
    c = ask(transcript, "ownership", R)
    z = (k + c * x) % ORDER
    need(z * G == R + c * key, "ownership")
    return {"k": Scalar(k), "R": R, "c": Scalar(c), "z": Scalar(z)}, parts(R, z)


def equality(
    H: Element, x: int, transcript: Transcript, fresh: bytes, base: Element = G
) -> tuple[Values, bytes]:
    A, B = x * base, x * H
    need(IDENTITY not in (base, H, A, B), "about the identity")
    transcript.append("dleq statement", base, H, A, B)
    k = next(nonces(transcript, Scalar(x), fresh))
    R, S = k * base, k * H
    c = ask(transcript, "dleq", R, S)
    z = (k - c * x) % ORDER
    need(z * base + c * A == R and z * H + c * B == S, "equality")
    values = {"k": Scalar(k), "R": R, "S": S, "c": Scalar(c), "z": Scalar(z)}
    return values, parts(c, z)


def batch(
    Hs: Sequence[Element], x: int, transcript: Transcript, fresh: bytes
) -> tuple[Values, bytes]:
    A, Bs = x * G, [x * H for H in Hs]
    transcript.append("dleq batch", A, [*zip(Hs, Bs, strict=True)])
    w = [transcript.challenge("dleq weight") for _ in Hs]
    M, Z = combine(w, Hs), combine(w, Bs)
    k = next(nonces(transcript, Scalar(x), fresh))
    R, S = k * G, k * M
    c = ask(transcript, "dleq", R, S)
    z = (k - c * x) % ORDER
    transcript.append("dleq response", Scalar(z))
    weight = transcript.challenge("weight of an equation")
    need(z * G + c * A == R and z * M + c * Z == S, "equation (1)")
    values = {
        "weights": scalars(w),
        "M": M,
        "Z": Z,
        "k": Scalar(k),
        "R": R,
        "S": S,
        "c": Scalar(c),
        "z": Scalar(z),
        "weight": Scalar(weight),
    }
    return values, parts(S, c, z)


# Membership


def membership(
    cards: Sequence[Card],
    points: Sequence[Element],
    places: Sequence[int],
    x: int,
    transcript: Transcript,
    fresh: bytes,
) -> tuple[Values, bytes]:
    n, k, Y = len(cards), len(points), x * G
    transcript.append("membership statement", G, Y, cards, points)
    drawn = nonces(transcript, Scalar(x), fresh)
    t, c = [*islice(drawn, n * k)], [*islice(drawn, n * k)]
    simulated = scalars(c)
    branches = [(C1, C2 - F) for C1, C2 in cards for F in points]
    said = [
        (t_b * G, (t_b - c_b * x) * C1 + c_b * D)
        for (C1, D), t_b, c_b in zip(branches, t, c, strict=True)
    ]
    transcript.append("membership commitments", said)
    e = transcript.challenge("membership challenge")
    for i, place in enumerate(places):
        row = c[i * k : i * k + k]
        c[i * k + place] = (c[i * k + place] + e - sum(row)) % ORDER
    z = [(t_b - c_b * x) % ORDER for t_b, c_b in zip(t, c, strict=True)]
    for (C1, D), (R, S), c_b, z_b in zip(branches, said, c, z, strict=True):
        need(z_b * G + c_b * Y == R and z_b * C1 + c_b * D == S, "a branch")
    values: Values = {
        "t": scalars(t),
        "c drawn": simulated,
        "commitments": said,
        "e": Scalar(e),
        "c": scalars(c),
        "z": scalars(z),
    }
    pairs = zip(c, z, strict=True)
    return values, b"".join(parts(c_b, z_b) for c_b, z_b in pairs)


def non_membership(
    cards: Sequence[Card],
    refused: Sequence[Element],
    x: int,
    transcript: Transcript,
    fresh: bytes,
) -> tuple[Values, bytes]:
    k, M, Y = len(cards), len(refused), x * G
    transcript.append("non-membership statement", G, Y, cards, refused)
    drawn = nonces(transcript, Scalar(x), fresh)
    a, alpha, xi = [*islice(drawn, k)], [*islice(drawn, k)], next(drawn)
    pairs = [(i, j) for i in range(k) for j in range(M)]
    D = {(i, j): cards[i][1] - refused[j] for i, j in pairs}
    U = [a[i] * cards[i][0] for i in range(k)]
    B = {(i, j): a[i] * D[i, j] - x * U[i] for i, j in pairs}
    need(IDENTITY not in (*U, *B.values()), "a card holds one of the faces")
    transcript.append("non-membership multiples", U, [*B.values()])
    w = transcript.challenge("non-membership weight")
    weights = {pair: pow(w, n, ORDER) for n, pair in enumerate(pairs, 1)}
    R = [alpha[i] * cards[i][0] for i in range(k)]
    S = total([weights[i, j] * (alpha[i] * D[i, j] - xi * U[i]) for i, j in pairs])
    transcript.append("non-membership commitments", xi * G, R, S)
    c = transcript.challenge("non-membership challenge")
    z_0 = (xi - c * x) % ORDER
    z = [(alpha[i] - c * a[i]) % ORDER for i in range(k)]
    need(xi * G == z_0 * G + c * Y, "the secret")
    need(all(R[i] == z[i] * cards[i][0] + c * U[i] for i in range(k)), "a factor")
    shown = [
        weights[i, j] * (z[i] * D[i, j] - z_0 * U[i] + c * B[i, j]) for i, j in pairs
    ]
    need(total(shown) == S, "a multiple")
    values: Values = {
        "a": scalars(a),
        "alpha": scalars(alpha),
        "xi": Scalar(xi),
        "U": U,
        "B": [*B.values()],
        "w": Scalar(w),
        "weights": scalars([*weights.values()]),
        "R": [xi * G, *R],
        "S": S,
        "c": Scalar(c),
        "z": scalars([z_0, *z]),
    }
    return values, parts(*U, *B.values(), S, c, z_0, *z)


# Polynomials


def evaluate(coefficients: Sequence[int], player: int) -> int:
    powers_of_x = (pow(player + 1, k, ORDER) for k in range(len(coefficients)))
    pairs = zip(coefficients, powers_of_x, strict=True)
    return sum(a * x for a, x in pairs) % ORDER


def at_zero(values: Mapping[int, Element]) -> Element:
    """Return the value at 0 of a polynomial with these values of the players."""
    terms = []
    for player, value in values.items():
        weight = 1
        for other in values.keys() - {player}:
            weight = weight * (other + 1) * inverse(other - player) % ORDER
        terms.append(weight * value)
    return total(terms)
