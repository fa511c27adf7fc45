"""Games played at random, as one seat saw them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.agents.search import Knowledge
from p2pgame.engine import Deal, Dealt, Event, Place, Placed, Roll, Rolled, Turn
from p2pgame.playtest import Case
from p2pgame.playtest.dealer import Secrets


def told(turn: Turn, event: Event, after: Secrets, seat: int) -> Mapping[int, str]:
    """Return the faces that ``seat`` alone learnt from ``event``."""
    slots: list[int] = []
    match turn, event:
        case (Deal(hands), Dealt()) | (Roll(_, _, hands), Rolled()):
            slots = [slot for player, hand in hands if player == seat for slot in hand]
        case Place(player, placed), Placed() if player == seat:
            slots = [*placed]
    return {slot: after.faces[slot] for slot in slots}


def witnessed(case: Case, seat: int) -> Iterator[tuple[int, Knowledge]]:
    """Yield what ``seat`` knows after each of the case's events, and their number."""
    playout = case.playout
    knowledge = Knowledge(case.game, case.seats, seat)
    yield 0, knowledge
    for n, (turn, event) in enumerate(zip(playout.turns, playout.events, strict=False)):
        dealt = told(turn, event, playout.secrets[n + 1], seat)
        knowledge.happened(playout.steps[n].state, turn, event, dealt)
        yield n + 1, knowledge
