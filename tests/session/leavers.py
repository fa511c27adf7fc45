"""Players who leave a table at about the same time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.session.tables import Net


def leave_together(
    net: Net, leavers: Sequence[int], when: int, chance: Random
) -> list[int]:
    """Let some leave about so many steps on; return a list of who has, by then."""
    said: list[int] = []

    def meddle() -> bool:
        nonlocal when
        when -= 1
        before = len(said)
        for seat in leavers:
            play = net.tables[seat].play
            ready = play is not None and not play.over and not play.is_evicted
            if when <= 0 and seat not in said and ready and chance.random() < 0.5:
                said.append(seat)
                net.tables[seat].leave()
        return len(said) > before

    net.meddle = meddle
    return said
