"""Step 9, sealed words: commitments of a Together, a Tick or a Roll, and openings."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, sha512

from .errors import blaming, demand
from .hashes import le64
from .hearing import Hearing
from .proofs import Transcript


def hear(
    hearing: Hearing, seats: Sequence[int], context: bytes, loses: bool, longest: int
) -> dict[int, bytes]:
    """Return what those seats opened who are not lost."""
    occasions = dict.fromkeys(seats, _occasion(context, seats))
    commitments = hearing.hear(seats, loses)
    for said in commitments.values():
        with blaming(said.author):
            length = len(said.message)
            demand(length == 32, "a commitment has not 32 bytes", "encoding")
    opened = {}
    for seat, said in hearing.hear(commitments, loses).items():
        with blaming(said.author):
            nonce, word = said.message[:32], said.message[32:]
            demand(len(word) <= longest, "an opening is too long", "encoding")
            demand(len(nonce) == 32, "an opening has no nonce", "opening")
            if (ahead := hearing.contexts.get(seat)) is not None:
                occasions[seat] = _occasion(ahead, [seat])
            fitting = _commit(occasions[seat], seat, word, nonce)
            fits = fitting == commitments[seat].message
            demand(fits, "an opening does not fit its commitment", "opening")
            opened[seat] = word
    return opened


def _occasion(context: bytes, seats: Sequence[int]) -> bytes:
    t = Transcript("sealed moves").append("occasion", context, sorted(seats))
    return t.identity("occasion")


def _commit(occasion: bytes, seat: int, word: bytes, nonce: bytes) -> bytes:
    parts = (occasion, le64(seat), word, nonce)
    framed = b"".join(le64(len(part)) + part for part in parts)
    return sha512(b"p2pgame v1 commitment" + framed).digest()[:32]


def seed(hearing: Hearing) -> bytes:
    """Return the seed of a roll without a quorum, in which all seats throw."""
    flip = sha256(b"p2pgame v1 coin occasion" + hearing.turn).digest()
    throws = hear(hearing, hearing.there, flip, loses=False, longest=1024)
    for seat, throw in throws.items():
        with blaming(hearing.author(seat)):
            demand(len(throw) == 32, "a throw has not 32 bytes", "encoding")
    thrown = b"".join(throws.values())
    return sha256(b"p2pgame v1 coin result" + flip + thrown).digest()


def dice(seed: bytes, sides: int, count: int) -> tuple[int, ...]:
    """Return so many dice of a seed, from 0."""
    key = sha256(b"p2pgame v1 roll" + seed).digest()
    values: list[int] = []
    block, bound = 0, 2**64 - 2**64 % sides
    while len(values) < count:
        hashed = sha256(key + le64(block)).digest()
        words = (
            int.from_bytes(hashed[at : at + 8], "little") for at in range(0, 32, 8)
        )
        values += [word % sides for word in words if word < bound]
        block += 1
    return tuple(values[:count])
