"""One whole game, stopped at every call to a disk, in every way a call can end.

What was written and not flushed is then there, or gone, or garbled, or all of it is
because only the program was killed.  The game goes on from the disk alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.simulation.crashes import OneStop
from tests.simulation.disk import BROKEN, FULL, Call, Fate, Trouble
from tests.simulation.draw import drawn
from tests.simulation.plan import Plan
from tests.simulation.world import play

#: Games at once, so that several processes share them.
PARTS = 4
#: Of all stops every fifth is tried, and each with ``P2PGAME_ALL_STOPS=1``, which
#: ``make simulate`` does.  A call has six at least, so each is stopped all the same.
EVERY = 1 if os.environ.get("P2PGAME_ALL_STOPS") else 5
#: What becomes of what was not flushed; None: only the program is killed.
CUT: tuple[Fate, ...] = ("kept", "lost", "garbled")
KILLED: tuple[Fate | None, ...] = (None,)


def quiet(seed: int) -> Plan:
    """Return a short game of two in which nothing else goes wrong."""
    return replace(
        drawn(seed, game="tictactoe"),
        guests=0,
        seconds=60.0,
        think=(0.1, 0.1),
        rates=(1.0, 1.0),
        crashes=(),
        nemeses=(),
        stranger="",
        leaver=None,
    )


#: Decided in five moves.
GAME = quiet(7)


def calls() -> list[tuple[int, Call]]:
    """Return all calls to both disks in that game."""
    watch = OneStop(-1, 0, None, None)
    outcome = play(GAME, stops=watch)
    assert (outcome.ending, outcome.violations) == ("complete", [])
    return watch.calls


def troubles(call: Call) -> Iterator[tuple[Trouble, Sequence[Fate | None]]]:
    """Yield all that can happen to a call, and then to what was not flushed.

    Before a write, and after a flush, there is nothing of that kind.
    """
    stop, half = partial(Trouble, stops=True), call.size // 2
    match call.kind:
        case "write":
            yield stop(0), KILLED
            for part in sorted({1, half, call.size - 1}):
                yield stop(part), CUT
            yield stop(call.size), KILLED + CUT
            yield Trouble(half, error=FULL), (None, "lost")
            yield Trouble(half), KILLED
        case "flush":
            yield stop(0), ("torn", "zeroed")
            yield stop(1), KILLED
            yield Trouble(0, error=BROKEN), CUT
        case _:
            yield stop(0), KILLED
            yield stop(1), KILLED + CUT
            yield Trouble(0, error=BROKEN), KILLED


def stops() -> list[OneStop]:
    return [
        OneStop(seat, call.number, trouble, fate)
        for seat, call in calls()
        for trouble, fates in troubles(call)
        for fate in fates
    ]


@pytest.mark.parametrize("part", range(PARTS))
def test_a_game_survives_a_crash_at_any_call(part: int) -> None:
    every = stops()
    assert len(every) > 500
    tried = [*enumerate(every)][::EVERY]
    assert {one.where for _, one in tried} == {one.where for one in every}
    for number, stop in tried[part::PARTS]:
        outcome = play(GAME, stops=stop)
        assert stop.has_struck
        where = f"stop {number}: {stop}"
        assert (outcome.ending, outcome.violations) == ("complete", []), where
