"""Joint randomness that no proper subset of the players can steer.

Everybody seals 32 random bytes, everybody opens them, and the result is a hash
of all.  Whoever opens last knows the result a moment earlier and may refuse;
nothing prevents that without an honest majority (Cleve, 1986), so the run just
waits, names who is silent, and never draws again.

Source: Blum, "Coin Flipping by Telephone" (1981).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import count

from ..arithmetic.errors import InvalidEncoding
from ..arithmetic.group import Entropy
from ..rounds import Protocol
from .sealed import seal

#: Length in bytes of what everybody throws in, and of the result.
SIZE = 32


def flip(
    me: int | None, players: Collection[int], context: bytes, entropy: Entropy
) -> Protocol[bytes]:
    """Return 32 bytes, uniform and unforeseen if one player is honest.

    Args:
      context: Names this one occasion.

    Raises:
      ProtocolError: A player opened something else than it had sealed.
      ValueError: There is nobody to flip it.
    """
    if not players:
        raise ValueError("a coin needs a player to flip it")
    mine = entropy(SIZE) if me in players else None
    occasion = sha256(b"p2pgame v1 coin occasion" + context).digest()
    throws = yield from seal(me, players, occasion, mine, entropy)
    result = sha256(b"p2pgame v1 coin result" + occasion)
    for player, throw in throws.items():
        if len(throw) != SIZE:
            raise InvalidEncoding(f"a throw has {SIZE} bytes", player)
        result.update(throw)
    return result.digest()


def roll(seed: bytes, sides: int, dice: int = 1) -> tuple[int, ...]:
    """Return ``dice`` independent numbers from 0 to sides − 1, drawn from ``seed``.

    Exactly uniform if the seed is, for as many sides as 64 bits can count.
    """
    if not 1 <= sides <= 2**64 or dice < 0:
        raise ValueError("a roll takes 0 or more dice of 1 to 2⁶⁴ sides")
    # A remainder prefers small numbers; the words above the last whole multiple
    # of the sides are what makes it do so.
    fair = 2**64 - 2**64 % sides
    words = (word for word in _words(seed) if word < fair)
    return tuple(next(words) % sides for _ in range(dice))


def _words(seed: bytes) -> Iterator[int]:
    """Return 64-bit numbers without end."""
    key = sha256(b"p2pgame v1 roll" + seed).digest()
    blocks = (sha256(key + i.to_bytes(8, "little")).digest() for i in count())
    parts = (block[j : j + 8] for block in blocks for j in range(0, 32, 8))
    return (int.from_bytes(part, "little") for part in parts)
