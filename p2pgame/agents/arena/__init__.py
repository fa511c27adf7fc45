"""The arena: many games between programs, from one seed."""

from __future__ import annotations

from .job import Job, Result
from .match import play
from .player import Player, Players, player_of
from .tally import Interval, Sprt, Tally

__all__ = [
    "Interval",
    "Job",
    "Player",
    "Players",
    "Result",
    "Sprt",
    "Tally",
    "play",
    "player_of",
]
