"""The first version of liar's dice, for tables and transcripts of its rules."""

from __future__ import annotations

from .liars_dice import Cups, LiarsDice, plain_lows


class LiarsDice1(LiarsDice):
    """In version 1 wild ones are bid like any other face, from the first bid on."""

    version = 1

    def lows(self, state: Cups) -> tuple[int, ...]:
        return plain_lows(state)
