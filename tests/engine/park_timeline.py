"""This module has timelines of the test game park, a few moves in."""

from __future__ import annotations

from p2pgame.engine import Chosen, Shuffled
from p2pgame.engine.undo.timeline import Timeline
from tests.engine.park import GAME, Park, ParkOptions

Parks = Timeline[Park, ParkOptions]


def after(*moves: tuple[int, str]) -> Parks:
    timeline = Timeline.begin(GAME, 2, ParkOptions()).advance(Shuffled())
    return timeline.replay(Chosen(player, move) for player, move in moves)
