"""The first version of battleship, for tables and transcripts that began by it."""

from __future__ import annotations

from .battleship import Battle, Battleship


class Battleship1(Battleship):
    """In version 1 a player who leaves pays 1, however many ships are lost."""

    version = 1

    def settled(self, state: Battle, gone: frozenset[int]) -> None:
        return None
