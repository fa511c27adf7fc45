"""This module measures the speed of a game's rules by the caller's clock."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine import advance

from .case import Case


def moves_per_second(case: Case, clock: Callable[[], float], seconds: float) -> float:
    """Return how many events of the case the engine applies in a second.

    ``clock`` is ``time.process_time``, so that other programs do not count.  The
    game is played again and again for about ``seconds``.
    """
    playout = case.playout
    moves, begun = 0, clock()
    while (spent := clock() - begun) < seconds or not moves:
        for step, event in zip(playout.steps, playout.events, strict=False):
            advance(case.game, step.state, event)
        moves += len(playout.events)
    return moves / spent
