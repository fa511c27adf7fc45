"""Games played at random, as one seat saw them."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.agents.arena.match import told
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.playtest import Case


def witnessed(case: Case, seat: int) -> Iterator[tuple[int, Knowledge]]:
    """Yield what ``seat`` knows after each of the case's events, and their number."""
    playout = case.playout
    knowledge = Knowledge(case.game, case.seats, seat)
    yield 0, knowledge
    for n, (turn, event) in enumerate(zip(playout.turns, playout.events, strict=False)):
        dealt = told(turn, event, playout.secrets[n + 1], seat)
        knowledge.happened(playout.steps[n].state, turn, event, dealt)
        yield n + 1, knowledge
