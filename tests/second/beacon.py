"""Step 9, a roll with a quorum: randomness that nobody can take back by leaving."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from .errors import Unfinished, blaming
from .feeds import Answer
from .group import Element, G, Reader, Scalar, combine, total
from .hearing import Hearing
from .keys import Keys
from .proofs import Transcript, lagrange, proved


def seed(hearing: Hearing, keys: Keys, quorum: int) -> bytes:
    """Hear the rounds of a beacon and return its seed."""
    seats = hearing.there
    shares = {seat: keys.shares[seat] for seat in seats}
    t = Transcript("beacon").append("occasion", hearing.turn, quorum)
    history = t.append("players", seats, list(shares.values())).identity("history")
    heard = hearing.hear(seats)
    dealings = []
    for seat, said in heard.items():
        with blaming(said.author):
            dealings.append(_dealing(history, seat, shares, quorum, said.message))
    t = Transcript("beacon dealt")
    t.append("dealings", history, [said.message for said in heard.values()])
    dealt = t.identity("history")
    shown: dict[int, Element] = {}
    missing: Sequence[int] = seats
    spares = len(seats) > quorum
    for loses in (spares, False):
        for seat, said in hearing.hear(missing, loses).items():
            with blaming(said.author):
                Q = total(dealing[seats.index(seat)] for dealing in dealings)
                shown[seat] = _share(dealt, seat, shares[seat], Q, said)
        missing = [seat for seat in hearing.there if seat not in shown]
        if len(shown) >= quorum:
            break
    if len(shown) < quorum:
        raise Unfinished("too few have shown their shares of a beacon")
    places = sorted(shown)[:quorum]
    S = combine(lagrange(places), [shown[place] for place in places])
    return sha256(b"p2pgame v1 beacon result" + dealt + S.encoded).digest()


def _dealing(
    history: bytes, seat: int, shares: dict[int, Element], quorum: int, message: bytes
) -> list[Element]:
    reader = Reader(message, len(shares) + 1 + quorum)
    P, c = reader.elements(len(shares)), reader.scalar()
    z = reader.scalars(quorum)
    t = Transcript("beacon dealing").append("place", history, seat)
    t.append("pvss threshold", quorum)
    for (j, Y), part in zip(shares.items(), P, strict=True):
        t.append("pvss share", j, Y, part)
    commitments = [
        sum(k * (j + 1) ** i for i, k in enumerate(z)) * Y + c * part
        for (j, Y), part in zip(shares.items(), P, strict=True)
    ]
    t.append("pvss commitments", commitments)
    proved(t.challenge("pvss challenge") == c, "a beacon's dealing is not proved")
    return P


def _share(dealt: bytes, seat: int, Y: Element, Q: Element, said: Answer) -> Element:
    reader = Reader(said.message, 3)
    S, c, z = reader.element(), reader.scalar(), reader.scalar()
    t = Transcript("beacon share").append("place", dealt, seat)
    t.append("dleq statement", G, S, Y, Q)
    t.append("dleq commitment", z * G + c * Y, z * S + c * Q)
    proved(t.challenge("dleq challenge") == Scalar(c), "a beacon's share is not proved")
    return S
