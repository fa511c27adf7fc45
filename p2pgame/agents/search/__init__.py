"""Search for every game: Monte-Carlo tree search over the worlds that may be."""

from __future__ import annotations

from .counting import Impossible
from .deciding import Decided, decide
from .horizon import Horizon, horizon_of
from .ismcts import Found, search, up_to
from .knowledge import Drawn, Knowledge
from .problem import Problem

__all__ = [
    "Decided",
    "Drawn",
    "Found",
    "Horizon",
    "Impossible",
    "Knowledge",
    "Problem",
    "decide",
    "horizon_of",
    "search",
    "up_to",
]
