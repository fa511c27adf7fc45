"""The first version of liar's dice, for tables and transcripts of its rules."""

from __future__ import annotations

from msgspec.structs import replace

from .liars_dice import Cups, LiarsDice, go_on, plain_lows


class LiarsDice1(LiarsDice):
    """In version 1 wild ones are bid like any other face, from the first bid on.

    In a game of one round the others play on without a player who leaves, who pays 1
    to the winners alone.
    """

    version = 1

    def lows(self, state: Cups) -> tuple[int, ...]:
        return plain_lows(state)

    def left(self, state: Cups, player: int) -> Cups:
        none = replace(state, hands=((),) * len(state.dice))
        return go_on(none, player, 0, over=False)
