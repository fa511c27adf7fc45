"""Relays between two peers: they keep, double, reorder, replay, and spoil frames.

None of them has a key.  A relay that is only bad at its work reorders and repeats
whole frames, old ones of an earlier connection too; a hostile one changes bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

#: Old frames that a relay keeps of each direction.
KEPT = 64


class BadRelay:
    """Hands frames on late, twice, out of order, and old ones again."""

    def __init__(self, chance: Random, done: Callable[[str], None]) -> None:
        self._chance = chance
        self._done = done
        self._held: dict[tuple[int, int], list[bytes]] = {}
        self._old: dict[tuple[int, int], list[bytes]] = {}

    def forward(self, sender: int, receiver: int, frame: bytes) -> Sequence[bytes]:
        way, chance = (sender, receiver), self._chance
        old = self._old.setdefault(way, [])
        old.append(frame)
        del old[:-KEPT]
        held = self._held.setdefault(way, [])
        held.append(frame)
        if len(held) < 4 and chance.random() < 0.3:
            self._done("relay holds")
            return ()
        self._held[way] = []
        if len(held) > 1 and chance.random() < 0.5:
            self._done("relay reorders")
            chance.shuffle(held)
        if chance.random() < 0.2:
            self._done("relay doubles")
            held += held
        if chance.random() < 0.2:
            self._done("relay replays")
            held.append(chance.choice(old))
        return held

    def stop(self) -> None:
        """Lose what was held back; what was handed on can still be replayed."""
        self._held.clear()

    def restart(self) -> None:
        """Forget all frames."""
        self._held.clear()
        self._old.clear()


class Tamperer:
    """Spoils one frame in so many; ``foreign`` are frames of another table."""

    def __init__(
        self,
        chance: Random,
        done: Callable[[str], None],
        foreign: Sequence[bytes],
        rate: float,
    ) -> None:
        self._chance = chance
        self._done = done
        self._foreign = foreign
        self._rate = rate

    def forward(self, sender: int, receiver: int, frame: bytes) -> Sequence[bytes]:
        chance = self._chance
        if chance.random() >= self._rate:
            return (frame,)
        match chance.randrange(4):
            case 0:
                self._done("tampered: a bit")
                at = chance.randrange(len(frame))
                bit = 1 << chance.randrange(8)
                return (frame[:at] + bytes([frame[at] ^ bit]) + frame[at + 1 :],)
            case 1:
                self._done("tampered: cut off")
                return (frame[: chance.randrange(len(frame))],)
            case 2:
                self._done("tampered: longer")
                return (frame + chance.randbytes(chance.randrange(1, 200)),)
            case _:
                self._done("tampered: of another table")
                return (chance.choice(self._foreign), frame)

    def restart(self) -> None:
        """Forget nothing: nothing is kept."""
