"""Seats the agents that run in this process: those shipped, policies, and searches."""

from __future__ import annotations

from functools import partial

from p2pgame.agents.opponent import Opponent
from p2pgame.engine import Refusal

from ..errors import InvalidRequest
from .opponents import POLICY, SEARCH, policy_of, simulations_of
from .program import Played, Program

#: For how many seconds a search may think.
SEARCH_LIMIT = 60.0


def agent(seat: Played, text: str | None, pace: float) -> Program:
    """Return the agent that decides at this seat, which is no command.

    None: the usual opponent for the game.

    Raises:
      InvalidRequest: There is no such opponent.
    """
    if text is not None and text.startswith(POLICY):
        from p2pgame.agents.cfr.policy_player import opponent

        return Program(seat, opponent(*policy_of(text)), pace=pace)
    if text is not None and text.startswith(SEARCH):
        return _searcher(seat, simulations_of(text), pace)
    try:
        return Program(seat, text, pace=pace)
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None


def _searcher(seat: Played, simulations: int, pace: float) -> Program:
    from p2pgame.agents.search.parallel import ParallelAgent  # not for other tables

    name = f"{SEARCH}{simulations}"
    one = Opponent(
        *(name, f"Search {simulations}", "strong", "searches on all cores"),
        partial(ParallelAgent, simulations=simulations),
    )
    return Program(seat, one, pace=pace, limit=SEARCH_LIMIT, simulations=simulations)
