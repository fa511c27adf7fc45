"""Chooses the games that the suite plays: ``python -m tests.simulation.chosen``.

Of each :data:`PART` seeds in a row it takes few games that cost little, and in which
everything comes to pass that does in them all: each fault, each audit and each reason
to wait :data:`OFTEN`, and each way to end.  It prints the seeds for
``test_simulation.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import NamedTuple

from tests.simulation.draw import drawn
from tests.simulation.record import Record
from tests.simulation.world import play

PART, PARTS = 70, 2
#: In so many of the chosen games at least, if there are so many; ends in one.
OFTEN, END = 2, "ended: "


class Played(NamedTuple):
    """What came to pass in a game, and the processor's seconds that it cost."""

    happened: frozenset[str]
    cost: float


def played(seed: int) -> Played:
    began = process_time()
    record = Record.of(play(drawn(seed)))
    ends = f"{END}{record.ending}", f"came to: {record.came_to}"
    happened = frozenset((*record.counts, *record.met, *ends))
    return Played(happened, process_time() - began)


def chosen(games: Mapping[int, Played]) -> Sequence[int]:
    """Return the seeds of few games in which all comes to pass that does in any."""
    every = Counter(one for game in games.values() for one in game.happened)
    due = {
        one: 1 if one.startswith(END) else min(OFTEN, times)
        for one, times in every.items()
    }
    lacking, left, taken = Counter(due), dict(games), list[int]()

    def worth(seed: int) -> float:
        happened, cost = left[seed]
        return sum(lacking[one] > 0 for one in happened) / cost

    while any(times > 0 for times in lacking.values()):
        best = max(left, key=worth)
        lacking.subtract(left.pop(best).happened)
        taken.append(best)
    for seed in sorted(taken, key=lambda seed: -games[seed].cost):
        others = [games[one].happened for one in taken if one != seed]
        met = Counter(one for happened in others for one in happened)
        if all(met[one] >= times for one, times in due.items()):
            taken.remove(seed)
    return sorted(taken)


def main(show: Callable[[object], None] = print) -> None:
    for part in range(PARTS):
        seeds = range(part * PART, (part + 1) * PART)
        games = {seed: played(seed) for seed in seeds}
        few = chosen(games)
        whole, part_of_it = (
            sum(games[seed].cost for seed in some) for some in (games, few)
        )
        show(f"{part_of_it:.0f} of {whole:.0f} s: {tuple(few)}")


if __name__ == "__main__":
    main()
