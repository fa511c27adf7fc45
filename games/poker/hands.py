"""This module begins hands: the button, antes and blinds, and players who are out."""

from __future__ import annotations

import re

from msgspec.structs import replace

from p2pgame.engine import Message, SeatName, listed

from .holdem_state import Due, Holdem, pay, playing, posting_order, put
from .leaving import collect
from .levels import MOST_HANDS, raised_after

BLIND_NAMES = ("small blind", "big blind")
#: What is posted, in words.
_POSTED = {
    "ante": "holdem-ante-posted",
    "small blind": "holdem-small-blind",
    "big blind": "holdem-big-blind",
    "straddle": "holdem-straddle",
    "blind": "holdem-blind",
}


def new_hand(state: Holdem, button: int) -> Holdem:
    seats, here = len(state.stacks), playing(state)
    ring = [(button + 1 + step) % seats for step in range(seats)]
    order = tuple(seat for seat in ring if seat in here)
    posters = posting_order(order)
    names = (*BLIND_NAMES, *["straddle"] * seats)
    antes = zip(posters, ["ante"] * seats, state.antes, strict=False)
    blinds = zip(posters, names, state.blinds, strict=False)
    due = tuple(
        Due(seat, what if chips > 0 else "blind", abs(chips))
        for seat, what, chips in (*antes, *blinds)
        if chips
    )
    return replace(
        state,
        phase="posting" if due else "shuffle",
        hand=state.hand + 1,
        button=button,
        order=order,
        due=due,
        dead=0,
        paid=(0,) * seats,
        bets=(0,) * seats,
        live=order,
        board=(),
        shown=((),) * seats,
    )


def first_hand(state: Holdem) -> tuple[Message, Holdem] | None:
    """Begin the first hand of a table at which a seat has the button.

    Before that, those who have left pay.
    """
    paid = collect(state)
    if paid is not None or state.button < 0:
        return paid
    return Message.by("holdem-button", state.button), new_hand(state, state.button)


def post(state: Holdem) -> tuple[Message, Holdem]:
    """Take the next ante or blind; a player with too few chips posts all of them."""
    due, *rest = state.due
    chips = min(due.chips, state.stacks[due.seat])
    state = replace(state, phase="posting" if rest else "shuffle", due=tuple(rest))
    who = SeatName(due.seat)
    if not chips:
        return Message.of("holdem-no-chips", player=who, what=_named(due)), state
    state = pay(state, due.seat, chips)
    if due.what == "ante":
        state = replace(state, bets=put(state.bets, due.seat, 0))
        if state.dead_antes:
            paid = put(state.paid, due.seat, 0)
            state = replace(state, paid=paid, dead=state.dead + chips)
    told = Message.of("holdem-posts", player=who, what=_named(due), chips=chips)
    if not state.stacks[due.seat]:
        told = Message.of("holdem-all-in", deed=told)
    return told, state


def _named(due: Due) -> Message:
    return Message(_POSTED[due.what])


def after_hand(state: Holdem) -> tuple[Message, Holdem] | None:
    """Drop players without chips, then begin the next hand, if any."""
    for seat in state.live:
        if not state.stacks[seat]:
            live = tuple(other for other in state.live if other != seat)
            told = Message.by("holdem-out-of-chips", seat)
            return told, replace(state, live=live)
    paid = collect(state)
    if paid is not None:
        return paid
    if state.hand >= (state.hands or MOST_HANDS):
        return None
    here = playing(state)
    if len(here) <= 1:
        return None
    button = state.next_button(here)
    told = Message.of("holdem-hand", hand=state.hand + 1, player=SeatName(button))
    higher = raised_after(state, state.hand)
    if higher != state:
        told = listed(told, _blinds(higher))
    return told, new_hand(higher, button)


def _blinds(state: Holdem) -> Message:
    (small, big), ante = state.blinds[:2], max(state.antes)
    if ante:
        return Message.of("holdem-blinds-ante", small=small, big=big, ante=ante)
    return Message.of("holdem-blinds-now", small=small, big=big)


def stacks_of(text: str) -> tuple[int, ...]:
    """Return the chips of each seat from a text that :func:`why_no_stacks` allows."""
    return tuple(int(chips) for chips in text.split(",")) if text else ()


def why_no_stacks(text: str, seats: int, most: int) -> Message | None:
    """Return why the text does not give chips to ``seats`` seats, or None."""
    stacks = text.split(",")
    if len(stacks) != seats:
        return Message.of("holdem-stacks", seats=seats)
    if not all(re.fullmatch("[1-9][0-9]{0,12}", chips) for chips in stacks):
        return Message.of("holdem-stack")
    if max(map(int, stacks)) > most:
        return Message.of("holdem-stack-most", most=most)
    return None
