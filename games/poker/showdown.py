"""This module ends a hand: the showdown, the pots, and their winners."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Message, SeatName

from .holdem_state import Holdem, put
from .pots import make_pots
from .ranking import describe, score


def begin_showdown(state: Holdem) -> Holdem:
    """Ask for hands, from the last player to raise, or else the button's left.

    The last player to raise may have left since.
    """
    raised = state.aggressor in state.live
    first = state.live.index(state.aggressor) if raised else 0
    queue = state.live[first:] + state.live[:first]
    return replace(state, phase="showdown", to_act=queue)


def muck(state: Holdem, seat: int) -> Holdem:
    """Give up the pots unseen; the last hand left need not be shown."""
    live = tuple(s for s in state.live if s != seat)
    to_act = tuple(s for s in state.to_act if s != seat)
    return _next_to_show(replace(state, live=live, to_act=to_act))


def show(state: Holdem, faces: Mapping[int, tuple[str, ...]]) -> Holdem:
    """Turn up the hands of these seats."""
    shown = tuple(faces.get(seat, old) for seat, old in enumerate(state.shown))
    return replace(state, shown=shown)


def shown_one(state: Holdem) -> Holdem:
    """Go on after the first player in the queue has shown."""
    return _next_to_show(replace(state, phase="showdown", to_act=state.to_act[1:]))


def _next_to_show(state: Holdem) -> Holdem:
    if state.to_act and len(state.live) > 1:
        return state
    return begin_pots(state)


def begin_pots(state: Holdem) -> Holdem:
    """Form the main pot and the side pots."""
    seats = _sharing(state) if state.joins_pots else state.live
    pots = make_pots(state.paid, seats, dead=state.dead)
    return replace(state, phase="pots" if pots else "end", to_act=(), pots=pots)


def _sharing(state: Holdem) -> tuple[int, ...]:
    """Return the players who win a share of some pot."""
    if len(state.live) < 2:
        return state.live
    scores = _scores(state, state.live)
    best = [
        (pot.seats, max(scores[seat] for seat in pot.seats))
        for pot in make_pots(state.paid, state.live, dead=state.dead)
    ]
    return tuple(
        seat
        for seat in state.live
        if any(seat in seats and scores[seat] == top for seats, top in best)
    )


def award(state: Holdem) -> tuple[Message, Holdem]:
    """Award the next pot."""
    pot, *rest = state.pots
    winners, hand = pot.seats, None
    if len(state.live) > 1:
        scores = _scores(state, pot.seats)
        top = max(scores.values())
        winners = tuple(seat for seat in pot.seats if scores[seat] == top)
        hand = describe(top)
    stacks, parts = state.stacks, state.parts(pot.amount, winners)
    for seat, part in zip(winners, parts, strict=True):
        stacks = put(stacks, seat, stacks[seat] + part)
    shares = [
        Message.of("holdem-share", chips=part, player=SeatName(seat))
        for seat, part in zip(winners, parts, strict=True)
    ]
    told = Message.of("holdem-pot", chips=pot.amount, player=SeatName(winners[0]))
    if hand is not None and len(winners) == 1:
        told = Message.of("holdem-pot-with", pot=told, hand=hand)
    elif hand is not None:
        told = Message.of(
            "holdem-split", chips=pot.amount, shares=tuple(shares), hand=hand
        )
    phase = "pots" if rest else "end"
    return told, replace(state, phase=phase, pots=tuple(rest), stacks=stacks)


def _scores(state: Holdem, seats: tuple[int, ...]) -> dict[int, int]:
    return {seat: score(state.shown[seat] + state.board) for seat in seats}
