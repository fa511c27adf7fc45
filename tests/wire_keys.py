"""Everybody's keys in a game, and the shares of them, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tests import wire_proofs as proofs
from tests import wire_shares as shares
from tests.wire_absence import Crowd
from tests.wire_group import Element
from tests.wire_values import need


class Hear(Protocol):
    """Gives the messages of a round by seat, ascending.

    Whoever has gone from a round that is ``spare`` has none.
    """

    def __call__(
        self, number: int, seats: Iterable[int], *, spare: bool = False
    ) -> dict[int, bytes]: ...


class Keys:
    """The key shares by seat, and by owner and holder those that stand in for them."""

    def __init__(self, hear: Hear, crowd: Crowd) -> None:
        self._hear, self._crowd = hear, crowd
        self.shares: dict[int, Element] = {}
        self.share_keys: dict[tuple[int, int], Element] = {}

    @property
    def can_lose_some(self) -> bool:
        """Whether there are shares of all keys, or no keys yet."""
        return bool(self.share_keys) or not self.shares

    def make(self, turn: bytes) -> int:
        """Hear everybody's keys, once; return how many rounds that took."""
        if self.shares:
            return 0
        seats, keys = sorted(self._crowd.here), {}
        quorum = self._crowd.quorum
        for seat, message in self._hear(0, seats).items():
            keys[seat], _ = proofs.check_share(message, turn, seats, seat)
        proofs.check_unrelated([*keys.values()])
        rounds, share_keys = 1, {}
        if 0 < quorum < len(seats):
            for owner, dealing in self._hear(1, seats).items():
                A, _, _ = shares.check_dealing(dealing, turn, keys, quorum, owner)
                for holder in seats:
                    share_keys[owner, holder] = shares.share_key(A, holder)
            need(not any(self._hear(2, seats).values()), "a complaint")
            rounds = 3
        self.shares, self.share_keys = keys, share_keys
        return rounds

    def of(self, owner: int, seat: int) -> Element:
        """Return the key of what ``seat`` makes in the place of ``owner``."""
        return self.shares[seat] if seat == owner else self.share_keys[owner, seat]
