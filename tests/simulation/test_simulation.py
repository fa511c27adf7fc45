"""140 games with everything that can go wrong, and nothing that does.

Seeds are drawn by turns, so that each part of them has its share of every fault
and every cheat.  ``make simulate`` plays 20,000 of them.
"""

from __future__ import annotations

import pytest

from tests.simulation.campaign import Totals, failure
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

GAMES, PARTS = 140, 2
PART = GAMES // PARTS
#: In all games together, so often at least.
CRASHES, FAULTS, CHEATED = 30, 5, 9
#: Games with each cheat that has games of its own.
EACH = 3
#: Games that order ahead, of which some end because all have enough.
CLOSING = 20


def told(record: Record) -> str:
    return failure(record, drawn(record.seed))


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_goes_wrong_games_end_well(part: int) -> None:
    totals = Totals()
    for seed in range(part * PART, (part + 1) * PART):
        totals.add(Record.of(play(drawn(seed))))
    assert not totals.bad, "\n\n".join(map(told, totals.bad[:5]))
    happened = totals.counts
    for point in POINTS:
        assert happened[f"crash: {point}"] >= CRASHES // PARTS, point
    for kind in NEMESES:
        assert happened[kind] >= FAULTS // PARTS, kind
    for cheat in CHEATS:
        assert happened[f"cheat: {cheat}"] >= CHEATED // PARTS, cheat
    for keys in KEYS:
        assert happened[f"keys: {keys}"] >= CHEATED // PARTS, keys
    for stranger in STRANGERS:
        assert happened[f"stranger: {stranger}"] >= CHEATED // PARTS, stranger
    for some in ("orders: given", "orders: played again", "audit: opened ahead"):
        assert happened[some] >= FAULTS // PARTS, some
    for some in ("evening: followed", "audit: evening"):
        assert happened[some] >= FAULTS // PARTS, some
    assert happened["after: second end"]
    assert happened["rules: contradictory"]
    assert happened["evening: sat out"]
    assert happened["evening: bought"]
    assert happened["audit: ledger"]


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
