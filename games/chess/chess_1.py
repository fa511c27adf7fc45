"""The first version of chess, for tables and transcripts that began by its rules."""

from __future__ import annotations

import chess

from .chess import Chess


class Chess1(Chess):
    """The first version: a side that resigns or runs out of time always loses.

    It loses even to a bare king, where FIDE 5.1.2 and 6.9 have a draw.  And the clock
    says ``resign``, so nothing tells running out of time from giving up.
    """

    version = 1
    out_of_time = "resign"

    def can_mate(self, board: chess.Board, seat: int) -> bool:
        return True
