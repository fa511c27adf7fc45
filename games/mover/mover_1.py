"""The first version of mover, for tables and transcripts that began by its rules."""

from __future__ import annotations

from p2pgame.engine import by_score
from p2pgame.engine.turns import Over

from .mover import Mover
from .plane import Plane


class Mover1(Mover):
    """In version 1 a player who leaves comes last, and pays 1 to each winner alone."""

    version = 1

    def ended(self, state: Plane) -> Over:
        ranked = enumerate(state.points)
        return by_score([-1 if n in state.gone else owned for n, owned in ranked])
