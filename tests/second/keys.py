"""Step 10, keys: each player's share of the joint key, and shares of its secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .errors import Refused, blaming, demand
from .group import IDENTITY, Element, G, Reader, combine, total
from .hearing import Hearing
from .proofs import Transcript, ownership, proved, same_factor
from .shuffle import scalars


@dataclass(slots=True)
class Keys:
    """``shares`` by seat; ``commitments`` by dealer, if the secrets are shared."""

    shares: dict[int, Element]
    commitments: dict[int, list[Element]] = field(default_factory=dict)

    def joint(self, seats: Sequence[int]) -> Element:
        key = total(self.shares[seat] for seat in seats)
        demand(key != IDENTITY, "keys cancel one another out", "rules")
        return key

    def share_key(self, holder: int, owner: int) -> Element:
        """Return what the holder's share of the owner's secret is to G."""
        A = self.commitments[owner]
        return combine([(holder + 1) ** k for k in range(len(A))], A)


def make(hearing: Hearing, seats: Sequence[int], quorum: int) -> Keys:
    """Hear the rounds in which everybody who is there makes a key."""
    shares: dict[int, Element] = {}
    for seat, said in hearing.hear(seats).items():
        with blaming(said.author):
            shares[seat] = _share(hearing.turn, seats, seat, said.message)
            for other in list(shares)[:-1]:
                clash = shares[other] in (shares[seat], IDENTITY - shares[seat])
                proved(not clash, "a key share is another's")
    keys = Keys(shares)
    with blaming(hearing.author(max(seats))):
        keys.joint(seats)
    if 0 < quorum < len(seats):
        _share_secrets(hearing, keys, seats, quorum)
    return keys


def _share(turn: bytes, seats: Sequence[int], seat: int, message: bytes) -> Element:
    reader = Reader(message, 3)
    share, R, z = reader.element(), reader.element(), reader.scalar()
    t = Transcript("key share").append("occasion", turn, seats, seat)
    ownership(t, share, R, z)
    return share


@dataclass(frozen=True, slots=True)
class Dealing:
    A: list[Element]
    E: Element
    encrypted: dict[int, int]


def _place(name: str, identity: bytes, *seats: int) -> Transcript:
    return Transcript(name).append("place", identity, seats)


def _share_secrets(
    hearing: Hearing, keys: Keys, seats: Sequence[int], quorum: int
) -> None:
    t = Transcript("sharing").append("occasion", hearing.turn, seats, quorum)
    identity = t.append("keys", *(keys.shares[s] for s in seats)).identity()
    dealings: dict[int, Dealing] = {}
    for seat, said in hearing.hear(seats).items():
        with blaming(said.author):
            others = [other for other in seats if other != seat]
            first = keys.shares[seat]
            dealt = _dealing(identity, seat, others, first, quorum, said.message)
            dealings[seat] = dealt
            keys.commitments[seat] = dealt.A
    heard = hearing.hear(seats)
    for seat, said in heard.items():
        if said.message:
            with blaming(said.author):
                dealer = _complaint(identity, keys, dealings, seat, said.message)
            raise Refused("a share does not fit", "rules", hearing.author(dealer))


def _dealing(
    identity: bytes, seat: int, others: Sequence[int], first: Element, quorum: int,
    message: bytes,
) -> Dealing:  # fmt: skip
    reader = Reader(message, quorum - 1 + 1 + len(others) + 2)
    A = [first, *reader.elements(quorum - 1)]
    E, shares = reader.element(), reader.scalars(len(others))
    R, z = reader.element(), reader.scalar()
    t = _place("dealing", identity, seat).append("commitments", A)
    ownership(t.append("encrypted shares", scalars(shares)), E, R, z)
    return Dealing(A, E, dict(zip(others, shares, strict=True)))


def _complaint(
    identity: bytes, keys: Keys, dealings: dict[int, Dealing], seat: int, message: bytes
) -> int:
    """Return the dealer whose share for ``seat`` does not fit, as the seat proves."""
    demand(len(message) == 104, "a complaint has a wrong length", "encoding")
    dealer = int.from_bytes(message[:8], "little")
    known = dealer in dealings and dealer != seat
    demand(known, "a complaint is about no dealer", "encoding")
    reader = Reader(message[8:], 3)
    K, c, z = reader.element(), reader.scalar(), reader.scalar()
    dealing = dealings[dealer]
    t = _place("complaint", identity, dealer, seat)
    same_factor(t, dealing.E, keys.shares[seat], K, c, z)
    t = _place("share pad", identity, dealer, seat).append("exchange", dealing.E, K)
    share = dealing.encrypted[seat] - t.challenge("pad")
    fits = share * G == keys.share_key(seat, dealer) != IDENTITY
    proved(not fits, "a complaint is about a share that fits")
    return dealer
