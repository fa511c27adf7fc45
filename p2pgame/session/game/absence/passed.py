"""This module keeps the rounds that are over for us, while others may decide otherwise.

A round is *settled*, and forgotten, if nobody can be evicted from it any more: all have
seen all of its answers, and nobody had voted by then. A vote counts only if its author
had not seen the answer. Nobody needs a receipt for such a round, either.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..seats import RoundId
from .votes import Votes, Waiting

#: Rounds are kept, at least, before it is seen which are settled.
FEW = 64


class PassedRounds:
    """What each round waited for that is over and not settled, the oldest first."""

    def __init__(self) -> None:
        self._rounds: dict[RoundId, Waiting] = {}
        self._look_at = FEW

    def __len__(self) -> int:
        return len(self._rounds)

    def __contains__(self, round_id: RoundId) -> bool:
        return round_id in self._rounds

    def __iter__(self) -> Iterator[RoundId]:
        return iter([*self._rounds])

    def __getitem__(self, round_id: RoundId) -> Waiting:
        return self._rounds[round_id]

    @property
    def oldest(self) -> bytes | None:
        """The oldest turn that others may still decide otherwise."""
        return next((turn for turn, _ in self._rounds), None)

    def add(self, waiting: Waiting, votes: Votes) -> list[RoundId]:
        """Add a round; return the rounds that are settled, and forget them."""
        self._rounds[waiting.round_id] = waiting
        if len(self._rounds) < self._look_at:
            return []
        settled = [each for each in self if _is_settled(self[each], votes)]
        for round_id in settled:
            del self._rounds[round_id]
            votes.rounds.pop(round_id, None)
        self._look_at = FEW + 2 * len(self._rounds)
        return settled


def _is_settled(waiting: Waiting, votes: Votes) -> bool:
    now = votes.at(waiting.round_id)
    return not now.evictions and all(
        votes.shows(by, now, seat)
        for by in votes.everybody - waiting.evicted
        for seat in waiting.awaited
    )
