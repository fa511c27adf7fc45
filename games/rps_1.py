"""The first version of rock paper scissors, for tables and transcripts of its rules."""

from __future__ import annotations

from p2pgame.engine import by_score
from p2pgame.engine.turns import Over

from .rps import Match, RockPaperScissors


class RockPaperScissors1(RockPaperScissors):
    """In version 1 a player who leaves comes last, and pays 1 to each winner alone."""

    version = 1

    def ended(self, state: Match) -> Over:
        return by_score(state.scores)
