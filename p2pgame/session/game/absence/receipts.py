"""This module tells when we owe a receipt for an answer that another player misses.

A peer that has signed against an answer acts on it only after another player's
``Receipt`` shows that the answer was in time.
"""

from __future__ import annotations

from collections.abc import Container

from ...entries.payloads import Receipt
from ..seats import NOBODY, RoundId
from .votes import Votes


class Receipts:
    """The rounds in which somebody may miss an answer that we have.

    ``forks`` are the authors known to have forked; honest entries no longer name
    theirs.
    """

    def __init__(self, forks: Container[bytes]) -> None:
        self._forks = forks
        self._here: RoundId = b"", 0
        #: Rounds that are over for us, with votes against some seat.
        self._open: dict[RoundId, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def reach(self, round_id: RoundId) -> None:
        """Note that we have reached this round."""
        self._here = round_id

    def reopen(self, round_id: RoundId) -> None:
        """Note votes in a round that is over for us."""
        self._open[round_id] = None

    def forget(self, round_id: RoundId) -> None:
        """Note that nobody misses an answer in a round, and nobody will."""
        self._open.pop(round_id, None)

    def to_confirm(self, votes: Votes, me: int) -> Receipt | None:
        """Return the receipt for an answer that another seat misses, unless sent.

        Covers this round and earlier ones; never a round that does not come.
        """
        for round_id in (*self._open, self._here):
            now = votes.at(round_id)
            missed = NOBODY.union(*now.absent.values(), *now.sets(NOBODY))
            signed = NOBODY.union(*(seats for seats, _ in now.evictions.get(me, ())))
            heard = (missed & now.answers.keys()) - signed
            told = {seat for seat in heard if votes.shows(me, now, seat)}
            if any(votes.authors[seat] not in self._forks for seat in heard - told):
                return Receipt(*round_id)
            if heard | signed >= missed:
                self._open.pop(round_id, None)  # until a new vote names another seat
        return None
