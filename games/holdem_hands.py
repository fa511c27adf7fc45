"""From one hand to the next: the button, antes and blinds, and who is out."""

from __future__ import annotations

import re

from msgspec.structs import replace

from p2pgame.tabletop.orders import after

from .holdem_state import Due, Holdem, pay, player, playing, posting_order, put

BLIND_NAMES = ("small blind", "big blind")
MOST_HANDS = 1000


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


def post(state: Holdem) -> tuple[str, Holdem]:
    """Take the next ante or blind; whoever is short posts what is there."""
    due, *rest = state.due
    chips = min(due.chips, state.stacks[due.seat])
    state = replace(state, phase="posting" if rest else "shuffle", due=tuple(rest))
    if not chips:
        return f"{player(due.seat)} has no chips left for the {due.what}", state
    state = pay(state, due.seat, chips)
    if due.what == "ante":
        state = replace(state, bets=put(state.bets, due.seat, 0))
        if state.dead_antes:
            paid = put(state.paid, due.seat, 0)
            state = replace(state, paid=paid, dead=state.dead + chips)
    all_in = "" if state.stacks[due.seat] else ", all-in"
    return f"{player(due.seat)} posts {due.what} {chips}{all_in}", state


def after_hand(state: Holdem) -> tuple[str, Holdem] | None:
    """Send off who has lost everything, then begin the next hand if there is one."""
    for seat in state.live:
        if not state.stacks[seat]:
            live = tuple(other for other in state.live if other != seat)
            return f"{player(seat)} is out of chips", replace(state, live=live)
    if state.hand >= (state.hands or MOST_HANDS):
        return None
    here = playing(state)
    if len(here) <= 1:
        return None
    button = after(state.button, here)
    text = f"hand {state.hand + 1}: the button moves to {player(button)}"
    return text, new_hand(state, button)


def stacks_of(text: str) -> tuple[int, ...]:
    """Return the chips of each seat from text that :func:`why_no_stacks` allows."""
    return tuple(int(chips) for chips in text.split(",")) if text else ()


def why_no_stacks(text: str, seats: int, most: int) -> str | None:
    """Return why these are not the chips of each of ``seats`` seats, or None."""
    stacks = text.split(",")
    if len(stacks) != seats:
        return f"of {seats} players each needs a stack, as in 900,1100"
    if not all(re.fullmatch("[1-9][0-9]{0,12}", chips) for chips in stacks):
        return "a stack is a number of chips, at least 1"
    if max(map(int, stacks)) > most:
        return f"a stack is at most {most} chips"
    return None
