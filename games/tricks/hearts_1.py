"""The first version of hearts, for tables and transcripts that began by its rules."""

from __future__ import annotations

from .hearts import Hearts, HeartsGame, HeartsOptions


class HeartsGame1(HeartsGame):
    """In version 1 who takes all 26 points scores none, and the others 26 each.

    A player who leaves pays 1 to each of the others, whatever the score.
    """

    version, options, state = 1, HeartsOptions, Hearts

    def setup(self, seats: int, options: HeartsOptions) -> Hearts:
        return Hearts(options.goal, options.proof)

    def settled(self, state: Hearts, gone: frozenset[int]) -> None:
        return None
