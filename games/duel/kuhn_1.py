"""The first version of Kuhn poker, for tables and transcripts that began by it."""

from __future__ import annotations

from .kuhn import Kuhn, KuhnPoker


class KuhnPoker1(KuhnPoker):
    """In version 1 a player who leaves pays 1, whatever they have bet."""

    version = 1

    def settled(self, state: Kuhn, gone: frozenset[int]) -> None:
        return None
