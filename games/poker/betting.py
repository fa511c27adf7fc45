"""This module runs one betting round: the queue, the legal bets, the end."""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Amount, Offer, Reason

from .holdem_state import Holdem, pay, posting_order


def begin_round(state: Holdem, first: int) -> Holdem:
    """Begin a betting round with the player at position ``first``."""
    order = state.order[first:] + state.order[:first]
    queue = tuple(s for s in order if s in state.live and state.stacks[s])
    state = replace(
        state,
        phase="betting",
        to_act=queue if len(state.live) > 1 else (),
        acted=(),
        raised=0,
        short=0,
        aggressor=-1,
    )
    return _skip_idle(state)


def first_before_flop(state: Holdem) -> int:
    """Return the position after the highest blind or straddle posted.

    Of equal ones the last posted counts; a newcomer's post (negative) is ignored.
    """
    order = posting_order(state.order)
    _, _, seat = max(
        (state.bets[seat] if blind >= 0 else -1, turn, seat)
        for turn, (seat, blind) in enumerate(zip(order, state.blinds, strict=False))
    )
    return (state.order.index(seat) + 1) % len(state.order)


def offers(state: Holdem, seat: int) -> tuple[Offer, ...]:
    """Return the player's offers; raises are the total in front on this street."""
    moves = ("fold", "call") if state.owes(seat) else ("check",)
    if not _may_raise(state, seat):
        return moves
    high = state.stacks[seat] + state.bets[seat]
    low = min(high, state.price + state.least_raise)
    return (*moves, Amount("raise", low, high))


def why_no_bet(state: Holdem, seat: int, move: str) -> Reason | None:
    """Return why this move of a betting round, which is not legal, can't be made."""
    owed, stack = state.owes(seat), state.stacks[seat]
    verb, _, number = move.partition(" ")
    if move in ("fold", "call") and not owed:
        id = "holdem-nothing-to-call" if move == "fold" else "holdem-call-nothing"
        return Reason.of("free", id)
    if move == "check" and owed:
        return Reason.of("bet", "holdem-bet-to-call", chips=min(owed, stack))
    if verb not in ("bet", "raise"):
        return None
    if stack <= owed:
        return Reason.of("no-raise", "holdem-call-takes-all", chips=stack)
    if not _may_raise(state, seat):
        acted = seat in state.acted
        id = "holdem-no-full-raise" if acted else "holdem-nobody-could-call"
        return Reason.of("no-raise", id)
    offer = offers(state, seat)[-1]
    if not isinstance(offer, Amount) or not number.isdecimal():
        return None
    if int(number) > offer.high:
        return Reason.of("too-large", "holdem-too-large", most=offer.high)
    id = "holdem-raise-too-small" if state.price else "holdem-bet-too-small"
    return Reason.of("too-small", id, total=number, least=offer.low)


def act(state: Holdem, seat: int, move: str) -> Holdem:
    """Apply a legal move; the round is over when ``to_act`` is empty."""
    if move == "fold":
        return fold(state, seat)
    if move in ("check", "call"):
        state = pay(state, seat, min(state.owes(seat), state.stacks[seat]))
    else:
        return _raise(state, seat, int(move.removeprefix("raise ")))
    state = replace(state, to_act=state.to_act[1:], acted=(*state.acted, seat))
    return _skip_idle(state)


def fold(state: Holdem, seat: int) -> Holdem:
    """Take a player out of the hand, in or out of turn."""
    live = tuple(other for other in state.live if other != seat)
    to_act = tuple(other for other in state.to_act if other != seat)
    state = replace(state, live=live, to_act=to_act if len(live) > 1 else ())
    return _skip_idle(state)


def _raise(state: Holdem, seat: int, total: int) -> Holdem:
    by = total - state.price
    state = pay(state, seat, total - state.bets[seat]).raised_by(seat, by)
    place = state.order.index(seat)
    others = state.order[place + 1 :] + state.order[:place]
    to_act = tuple(s for s in others if s in state.live and state.stacks[s])
    return replace(state, to_act=to_act, aggressor=seat)


def _may_raise(state: Holdem, seat: int) -> bool:
    if state.stacks[seat] <= state.owes(seat) or not state.is_open_to(seat):
        return False
    return any(
        other != seat and state.stacks[other] + state.bets[other] > state.price
        for other in state.live
    )


def _skip_idle(state: Holdem) -> Holdem:
    """Drop the next player from the queue if they have no choice.

    Such a player owes nothing, and nobody could call their bet.
    """
    while state.to_act:
        seat = state.to_act[0]
        if state.owes(seat) or _may_raise(state, seat):
            break
        state = replace(state, to_act=state.to_act[1:])
    return state
