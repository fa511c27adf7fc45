"""Games with everything that can go wrong, and nothing that does.

Those that are played here are chosen of 140 by :mod:`.chosen`, half of their cost: all
comes to pass in them that does in the 140.  ``make simulate`` plays 20,000.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.simulation.campaign import Totals, failure
from tests.simulation.chosen import Played, chosen
from tests.simulation.draw import drawn
from tests.simulation.draw_ahead import closing
from tests.simulation.faults import (
    CHEATS,
    KEYS,
    LIES,
    NEMESES,
    ORDERS,
    POINTS,
    STRANGERS,
    Wanted,
)
from tests.simulation.plan import Plan
from tests.simulation.record import Record
from tests.simulation.world import play

#: What ``python -m tests.simulation.chosen`` prints; to be written anew when a change
#: of what is drawn, sent or stored has some fault come to pass in none of them.
CHOSEN = (
    (
        2,
        3,
        5,
        10,
        11,
        12,
        15,
        16,
        18,
        19,
        22,
        26,
        29,
        31,
        33,
        34,
        36,
        37,
        38,
        43,
        44,
        47,
        49,
        51,
        53,
        54,
        56,
        58,
        60,
        61,
        62,
        63,
        65,
        66,
        68,
    ),
    (
        72,
        73,
        74,
        78,
        79,
        81,
        89,
        90,
        91,
        94,
        96,
        98,
        102,
        103,
        104,
        107,
        109,
        111,
        113,
        114,
        115,
        116,
        117,
        121,
        122,
        124,
        125,
        131,
        132,
        135,
        137,
        138,
    ),
)
#: In each part of them, so often at least.
CRASHES = 5
#: Games with each cheat that has games of its own.
EACH = 3
#: Games that order ahead, of which some end because all have enough.
CLOSING = 20


def told(record: Record) -> str:
    return failure(record, drawn(record.seed))


@pytest.mark.parametrize("seeds", CHOSEN, ids=("first", "second"))
def test_whatever_goes_wrong_games_end_well(seeds: Sequence[int]) -> None:
    totals = Totals()
    for seed in seeds:
        totals.add(Record.of(play(drawn(seed))))
    assert not totals.bad, "\n\n".join(map(told, totals.bad[:5]))
    happened = totals.counts
    for point in POINTS:
        assert happened[f"crash: {point}"] >= CRASHES, point
    for fault in (
        *NEMESES,
        *(f"cheat: {cheat}" for cheat in CHEATS),
        *(f"keys: {keys}" for keys in KEYS),
        *(f"stranger: {stranger}" for stranger in STRANGERS),
        *("orders: given", "orders: played again", "audit: opened ahead"),
        *("evening: followed", "evening: sat out", "evening: bought"),
        *("audit: evening", "audit: ledger"),
        *("slow: just in time", "slow: put out"),
        *("after: second end", "rules: contradictory"),
    ):
        assert happened[fault], fault


def test_few_games_are_chosen_in_which_all_comes_to_pass_that_does_in_any() -> None:
    games = {
        1: Played(frozenset({"cut", "leave"}), 2.0),
        2: Played(frozenset({"cut", "fork"}), 1.0),
        3: Played(frozenset({"cut"}), 0.9),
        4: Played(frozenset({"cut", "leave", "fork"}), 1.0),
        5: Played(frozenset({"ended: by a fork", "fork"}), 3.0),
        6: Played(frozenset({"ended: by a fork", "leave"}), 1.0),
    }
    assert chosen(games) == [2, 4, 6]


@pytest.mark.parametrize("cheat", [*ORDERS, *LIES])
def test_cheats_with_orders_and_lies_about_ends_end_well(cheat: str) -> None:
    totals = Totals()
    wanted = Wanted(cheat=cheat)
    for seed in range(EACH):
        totals.add(Record.of(play(drawn(seed, wanted=wanted))))
    assert not totals.bad, [record.violations for record in totals.bad]
    assert totals.counts[f"cheat: {cheat}"] >= 1


def test_players_who_all_have_enough_end_their_game() -> None:
    plans = [plan for plan in map(closing, range(CLOSING)) if ends_early(plan)]
    assert CLOSING // 8 <= len(plans) <= CLOSING // 2
    totals = Totals()
    for plan in plans:
        totals.add(Record.of(play(plan)))
    assert not totals.bad, [record.violations for record in totals.bad]
    for some in ("closed by all", "closed over some", "kept over a stop"):
        assert totals.counts[f"orders: {some}"], some


def ends_early(plan: Plan) -> bool:
    return plan.ordering is not None and plan.ordering.enough_from is not None


def test_a_leave_ends_the_game_of_others_who_have_enough() -> None:
    outcome = play(closing(4000153))
    assert (outcome.ending, outcome.violations) == ("complete", [])
    assert outcome.counts["orders: closed by a leave"]
