"""The first version of Leduc hold'em, for tables and transcripts that began by it."""

from __future__ import annotations

from .leduc import Leduc, LeducPoker


class LeducPoker1(LeducPoker):
    """In version 1 a player who leaves pays 1, whatever they have bet."""

    version = 1

    def settled(self, state: Leduc, gone: frozenset[int]) -> None:
        return None
