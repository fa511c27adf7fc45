"""A problem is a decision to be searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import AnyGame, State

from .horizon import Horizon
from .knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Problem:
    """The table as the deciding seat sees it, and what that seat knows."""

    game: AnyGame
    teams: Sequence[Sequence[int]]
    state: State
    knowledge: Knowledge
    horizon: Horizon
