"""The first version of blackjack, for tables and transcripts that began by it."""

from __future__ import annotations

from .blackjack import Blackjack, Table


class Blackjack1(Blackjack):
    """In version 1 a player who leaves pays 1 to each other, who win no more."""

    version = 1

    def settled(self, state: Table, gone: frozenset[int]) -> None:
        return None
