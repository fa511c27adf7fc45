"""The first version of goofspiel, for tables and transcripts of its rules."""

from __future__ import annotations

from p2pgame.engine import by_score
from p2pgame.engine.turns import Over

from .goofspiel import Auction, Goofspiel


class Goofspiel1(Goofspiel):
    """In version 1 a player who leaves comes last, and pays 1 to each winner alone."""

    version = 1

    def ended(self, state: Auction) -> Over:
        ranked = enumerate(state.points)
        return by_score([-1 if n in state.seats.gone else has for n, has in ranked])
