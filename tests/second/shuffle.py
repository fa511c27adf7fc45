"""Step 10, shuffles: Groth's argument, with that of known content inside.

Known content is what says that a commitment holds given values, in some
order. Both the shuffles of masked cards and the laps of proved decks end in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .group import ORDER, Card, Element, G, Reader, Scalar, base, combine, inverse
from .proofs import Transcript, proved, same_factor


@dataclass(frozen=True, slots=True)
class KnownContent:
    """The last part of a proof: what a commitment to known values comes with."""

    commitments: tuple[Element, Element, Element]
    f: list[int]
    z: int
    f_delta: list[int]
    z_delta: int

    @classmethod
    def read(cls, reader: Reader, count: int) -> KnownContent:
        c_d, c_delta, c_a = (reader.element() for _ in range(3))
        f, z = reader.scalars(count), reader.scalar()
        f_delta, z_delta = reader.scalars(count - 1), reader.scalar()
        return cls((c_d, c_delta, c_a), f, z, f_delta, z_delta)

    def check(self, t: Transcript, m: Sequence[int], C: Element) -> None:
        """Check equations (1), (2) and (3) for the commitment C to the values m."""
        c_d, c_delta, c_a = self.commitments
        x = t.challenge("known content x")
        t.append("known content commitments", *self.commitments)
        e = t.challenge("known content e")
        proved(e * C + c_d == commit(self.f, self.z), "equation (1)")
        proved(e * c_a + c_delta == commit(self.f_delta, self.z_delta), "equation (2)")
        F, product = self.f[0] - e * x, int(e)
        for f, f_delta in zip(self.f[1:], self.f_delta, strict=True):
            F = (F * (f - e * x) + f_delta) * inverse(e) % ORDER
        for value in m:
            product = product * (value - x) % ORDER
        proved(product == F % ORDER, "equation (3)")


def bases(count: int) -> list[Element]:
    return [base(number) for number in range(count)]


def commit(values: Sequence[int], r: int) -> Element:
    return r * G + combine(values, bases(len(values)))


def powers(t: int, count: int) -> list[int]:
    return [pow(t, i, ORDER) for i in range(1, count + 1)]


def flat(cards: Sequence[Card]) -> list[Element]:
    return [half for card in cards for half in card]


def verify(
    identity: bytes, seat: int, key: Element, old: Sequence[Card], message: bytes
) -> list[Card]:
    """Return the cards after the shuffle of ``seat``, if its proof holds."""
    n = len(old)
    reader = Reader(message, 5 * n + 9)
    new = reader.cards(n)
    c, c_d = reader.elements(2)
    E_d, f, Z = reader.card(), reader.scalars(n), reader.scalar()
    inner = KnownContent.read(reader, n)
    t = Transcript("deck shuffle").append("place", identity, seat)
    t.append("shuffle statement", (G, *bases(n)), key, flat(old), flat(new))
    t.append("shuffle commitments", c, c_d, *E_d)
    ti = powers(t.challenge("shuffle t"), n)
    t.append("shuffle responses", scalars(f), scalars([Z])[0])
    lam = t.challenge("shuffle lambda")
    m = [(lam * i + v) % ORDER for i, v in enumerate(ti, 1)]
    C = lam * c + c_d + combine(f, bases(n))
    known(t, m, lam, f, c, c_d)
    inner.check(t, m, C)
    for half, right in enumerate((Z * G, Z * key)):
        left = combine(f, [card[half] for card in new])
        taken = combine(ti, [card[half] for card in old])
        proved(left - taken + E_d[half] == right, "equation (4)")
    return new


def known(
    t: Transcript,
    m: Sequence[int],
    lam: int,
    f: Sequence[int],
    c: Element,
    c_d: Element,
) -> None:
    """Append the statement of a known content."""
    weights = scalars([lam, 1, *f])
    t.append("known content statement", scalars(m), weights, (c, c_d, *bases(len(f))))


def scalars(values: Sequence[int]) -> list[int]:
    return [Scalar(value) for value in values]


def remask(
    identity: bytes, seat: int, key: Element, old: Card, message: bytes
) -> list[Card]:
    """Return the only card of a pile after the turn of ``seat``."""
    reader = Reader(message, 4)
    new, c, z = reader.card(), reader.scalar(), reader.scalar()
    A, B = new[0] - old[0], new[1] - old[1]
    proved(bytes(32) not in (A.encoded, B.encoded), "a card stays as it was")
    t = Transcript("deck shuffle").append("place", identity, seat)
    same_factor(t, key, A, B, c, z)
    return [new]


def stage(identity: bytes, seat: int, cards: Sequence[Card]) -> bytes:
    """Return the identity hash after a turn that left these ``cards``."""
    t = Transcript("deck stage").append("shuffled", identity, seat, cards)
    return t.identity()
