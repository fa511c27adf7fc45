"""One seed is one game: every frame, disk call and event at the same moment.

A few games here; ``make simulate`` plays fifty twice.
"""

from __future__ import annotations

from tests.simulation.twice import both

GAMES = 7


def test_a_seed_gives_the_same_game_in_another_process() -> None:
    first, second = both(GAMES)
    assert len({line.split()[1] for line in first}) == GAMES
    assert first == second
