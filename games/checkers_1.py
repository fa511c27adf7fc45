"""The first version of checkers, for tables and transcripts that began by its rules."""

from __future__ import annotations

from .checkers import Board, Checkers


class Checkers1(Checkers):
    """In version 1 nobody claims a draw: positions may come again, up to 40 moves."""

    version, state = 1, Board
