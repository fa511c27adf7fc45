"""The arena: many games between programs, from one seed."""

from __future__ import annotations

from .job import Job, Result
from .match import Faulty, play
from .standings import Standing, Standings, standings
from .tally import Interval, Sprt, Tally

__all__ = [
    "Faulty",
    "Interval",
    "Job",
    "Result",
    "Sprt",
    "Standing",
    "Standings",
    "Tally",
    "play",
    "standings",
]
