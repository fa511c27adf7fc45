"""This module plays a round of crazy eights from a given card and given plays."""

from __future__ import annotations

from p2pgame.engine import (
    Chosen,
    Dealt,
    Event,
    Opened,
    Rolled,
    Shuffled,
    advance,
    start,
)
from p2pgame.games.eights.crazy_eights import CrazyEights, EightsOptions
from p2pgame.games.eights.eights_state import Eights

GAME = CrazyEights()
USUAL, PLAIN = EightsOptions(), EightsOptions(special=False)


def after(state: Eights, *events: Event) -> Eights:
    for event in events:
        state = advance(GAME, state, event).state
    return state


def begin(
    top: str, seats: int = 3, options: EightsOptions = USUAL, dealer: int = 0
) -> Eights:
    """Return the state in which player ``dealer`` + 1 begins on ``top``."""
    events = (Rolled((dealer,)), Shuffled(), Dealt(), Opened((top,)))
    return after(start(GAME, seats, options).state, *events)


def put(state: Eights, face: str) -> Eights:
    """Return the state after the player plays their first card as ``face``."""
    slot = state.hands[state.player][0]
    return after(state, Chosen(state.player, f"play {slot}"), Opened((face,)))
