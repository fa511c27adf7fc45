"""The first version of spades, for tables and transcripts that began by its rules."""

from __future__ import annotations

from .spades import Spades, SpadesGame, SpadesOptions


class SpadesGame1(SpadesGame):
    """In version 1 a failed nil's tricks help its partner's bid, and a nil is 100.

    They are bags only above the bid: nil takes 1, its partner bids 4 and takes 3, so
    -100 for the nil and 40 for the bid.  pagat.com has this as a variation.  A team of
    which a player leaves pays 1 to each of the others, whatever the score.
    """

    version, options, state = 1, SpadesOptions, Spades

    def setup(self, seats: int, options: SpadesOptions) -> Spades:
        return Spades(options.goal, options.proof, floor=options.floor)

    def settled(self, state: Spades, gone: frozenset[int]) -> None:
        return None
