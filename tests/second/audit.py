"""Step 10, the audit of a commutative deck: its laps, worked out from their seeds."""

from __future__ import annotations

from hashlib import shake_256

from . import reveal
from .commutative import Deck, Lap
from .errors import blaming, demand
from .group import ORDER, G, inverse
from .hashes import le64
from .hearing import Hearing
from .proofs import Transcript


def hear(hearing: Hearing, deck: Deck) -> None:
    """Hear what each player who is there drew for a deck, and check its laps."""
    reveal.agree(hearing, loses=False)
    for seat, said in hearing.hear({*deck.players} & {*hearing.there}).items():
        with blaming(said.author):
            demand(len(said.message) == 32, "a seed has not 32 bytes", "encoding")
            first, second = (lap for lap in deck.laps if lap.seat == seat)
            _check(first, second, said.message)


class Draws:
    """What a player draws in a lap, one after the other."""

    def __init__(self, lap: Lap, seed: bytes) -> None:
        t = Transcript("commutative secrets")
        self._root = t.append("turn", lap.lap, seed, lap.identity, lap.seat).identity()
        self._count = 0

    def bytes(self, length: int) -> bytes:
        drawn = shake_256(self._root + le64(self._count)).digest(length)
        self._count += 1
        return drawn

    def scalar(self) -> int:
        return int.from_bytes(self.bytes(64), "little") % ORDER

    def order(self, count: int) -> list[int]:
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            bits = i.bit_length()
            j = i + 1
            while j > i:
                j = int.from_bytes(self.bytes((bits + 7) // 8), "little") % (1 << bits)
            order[i], order[j] = order[j], order[i]
        return order


def _check(first: Lap, second: Lap, seed: bytes) -> None:
    draws = Draws(first, seed)
    s = draws.scalar()
    order = draws.order(len(first.before))
    after = [s * first.before[place] for place in order]
    demand(after == [*first.after], "the first lap was another", "opening")
    draws, off = Draws(second, seed), inverse(s)
    for P, Q, lock in zip(second.before, second.after, second.locks, strict=True):
        k = draws.scalar()
        fits = (k * off) * P == Q and k * G == lock
        demand(fits, "the second lap was another", "opening")
