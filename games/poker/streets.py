"""This module moves from street to street, and handles players who leave."""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Message, SeatName

from .betting import begin_round, fold
from .holdem_state import Holdem, pay, playing
from .leaving import owing
from .showdown import begin_pots, begin_showdown, muck, show, shown_one


def close_round(state: Holdem) -> Holdem:
    """Go on to the next phase, if the betting is over."""
    if state.to_act:
        return state
    second, top = sorted(state.bets)[-2:]
    if top > second and state.takes_back(state.bets.index(top)):
        return replace(state, phase="uncalled")
    return _after_round(state)


def give_back(state: Holdem) -> tuple[Message, Holdem]:
    """Give back the part of a bet that nobody matched."""
    second, top = sorted(state.bets)[-2:]
    seat, chips = state.bets.index(top), top - second
    told = Message.of("holdem-uncalled", chips=chips, player=SeatName(seat))
    return told, _after_round(pay(state, seat, -chips))


def opened(state: Holdem, faces: tuple[str, ...]) -> Holdem:
    """Add the opened cards: hands, or the next street."""
    match state.phase:
        case "showing":
            return shown_one(show(state, {state.to_act[0]: faces}))
        case "all-in":
            hands = zip(faces[::2], faces[1::2], strict=True)
            state = show(state, dict(zip(state.live, hands, strict=True)))
        case _:
            state = replace(state, board=state.board + faces)
    if not state.shown[state.live[0]]:
        return begin_round(state, 0)
    return begin_pots(state) if len(state.board) == 5 else replace(state, phase="board")


def leave(state: Holdem, seat: int) -> Holdem:
    """Let a player leave for good, who owes what the hands to come could cost."""
    state = step_out(owing(state, seat), seat)
    if state.phase in ("shuffle", "deal") and len(state.live) == 1:
        return close_round(replace(state, order=()))  # no card is needed any more
    return state


def step_out(state: Holdem, seat: int) -> Holdem:
    """Take a player out for good, in any phase, in or out of turn."""
    state = replace(state, gone=(*state.gone, seat))
    if state.phase == "button":
        return state if len(playing(state)) > 1 else replace(state, phase="end")
    is_showing = state.phase == "showing" and seat == state.to_act[0]
    if seat not in state.live or state.shown[seat] or is_showing:
        return state
    if state.phase in ("showdown", "showing"):
        return muck(state, seat)
    if state.live == (seat,):
        return close_round(replace(state, order=()))
    state = fold(state, seat)
    if state.phase in ("shuffle", "deal"):
        # Players who left get no cards; with one player, the hand ends after the deal.
        return replace(state, order=state.live)
    if state.phase == "betting" or len(state.live) == 1:
        return close_round(state)
    return _after_round(state) if state.phase == "board" else state


def _after_round(state: Holdem) -> Holdem:
    state = replace(state, bets=(0,) * len(state.bets))
    with_chips = sum(1 for seat in state.live if state.stacks[seat])
    if len(state.live) == 1:
        return begin_pots(state)
    river = len(state.board) == 5
    if with_chips <= 1 or (river and with_chips < len(state.live)):
        return replace(state, phase="all-in")
    return begin_showdown(state) if river else replace(state, phase="board")
