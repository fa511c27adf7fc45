"""This module says what leaving a table costs, and what an unfinished hand comes to."""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Message, SeatName

from .holdem_state import Due, Holdem, playing, put
from .levels import MOST_HANDS, raised_after
from .pots import make_pots

LEAVING = "leaving"


def owing(state: Holdem, seat: int) -> Holdem:
    """Note that ``seat`` owes for leaving what folding on could cost at most.

    That is the highest blind and ante of each hand to come, as far as all chips go.
    """
    chips, most, level = 0, sum(state.start), state
    for hand in range(state.hand, state.hands or MOST_HANDS):
        level = raised_after(level, hand)
        chips += max(0, *level.antes) + max(0, *level.blinds)
        if chips >= most:
            break
    due = (Due(seat, LEAVING, min(chips, most)),) if chips else ()
    return replace(state, due=state.due + due)


def collect(state: Holdem) -> tuple[Message, Holdem] | None:
    """Have the next player who has left pay the others, in equal parts.

    Odd chips go one by one from the button's left.  None: nobody has to pay any more.
    """
    seats = len(state.stacks)
    here = sorted(playing(state), key=lambda seat: (seat - state.button - 1) % seats)
    for place, due in enumerate(state.due, 1):
        chips = min(due.chips, state.stacks[due.seat])
        if not chips or not here:
            continue
        stacks = put(state.stacks, due.seat, state.stacks[due.seat] - chips)
        for seat, part in zip(here, state.parts(chips, here), strict=True):
            stacks = put(stacks, seat, stacks[seat] + part)
        told = Message.of(
            "holdem-leaving-costs", player=SeatName(due.seat), chips=chips
        )
        return told, replace(state, stacks=stacks, due=state.due[place:])
    return None


def settled(state: Holdem, gone: frozenset[int]) -> tuple[int, ...]:
    """Return what each seat has won or lost if the table breaks up without ``gone``.

    A hand that is on is split as if all who stay in it had equal hands.
    """
    for seat in sorted(gone.difference(state.gone)):
        state = owing(state, seat)
    if state.phase not in ("button", "end"):
        state = replace(state, stacks=_shared(state, gone))
    state = replace(state, gone=tuple(sorted(gone.union(state.gone))))
    while (paid := collect(state)) is not None:
        _, state = paid
    pairs = zip(state.stacks, state.start, strict=True)
    return tuple(now - before for now, before in pairs)


def _shared(state: Holdem, gone: frozenset[int]) -> tuple[int, ...]:
    """Return the stacks after a hand that nobody can play on was split."""
    stacks, dead = state.stacks, state.dead
    live = tuple(seat for seat in state.live if seat not in gone)
    paid = list(state.paid)
    if not live:  # all those in the hand have gone
        live = tuple(seat for seat in range(len(stacks)) if seat not in gone)
        paid, dead = [0] * len(paid), dead + sum(paid)
    for pot in make_pots(paid, live, dead=dead):
        parts = state.parts(pot.amount, pot.seats)
        for seat, part in zip(pot.seats, parts, strict=True):
            stacks = put(stacks, seat, stacks[seat] + part)
    return stacks
