"""This module raises blinds and antes, level by level."""

from __future__ import annotations

from msgspec.structs import replace

from .holdem_state import Holdem

MOST_HANDS = 1000


def raised_after(state: Holdem, hand: int) -> Holdem:
    """Return the state with the level of the hand that follows the one so numbered."""
    if not hand or not state.raise_every or hand % state.raise_every:
        return state
    return raised(state)


def raised(state: Holdem) -> Holdem:
    """Double blinds, antes and the minimum bet, each up to all chips of the table."""
    most = sum(state.start)
    return replace(
        state,
        antes=tuple(min(2 * chips, most) for chips in state.antes),
        blinds=tuple(min(2 * chips, most) for chips in state.blinds),
        min_bet=min(2 * state.min_bet, most),
    )
