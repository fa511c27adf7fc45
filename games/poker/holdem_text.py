"""This module shows a hold'em table, its events and moves as people call them."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import (
    NOTHING,
    Amount,
    Chosen,
    Event,
    Message,
    Offer,
    Opened,
    Reason,
    Rolled,
    Seated,
    SeatName,
)

from .betting import why_no_bet
from .holdem_state import Holdem, hole_slots, player

#: The streets, by the number of board cards before them.
_STREETS = {0: "holdem-flop", 3: "holdem-turn", 4: "holdem-river"}
_DEEDS = {"fold": "holdem-folds", "check": "holdem-checks", "muck": "holdem-mucks"}


def as_text(state: Holdem, faces: Mapping[int, str]) -> str:
    """Return the table as text; ``faces`` are the known faces of hidden slots.

    Players come last in each line, so that names of any length can replace them::

        hand 1   pot 50   board 7d 2c Kh
          As Kd         970   bet 20     player 0
        > ?? ??         990              player 1
          folded       1000              player 2, button
    """
    board = " ".join(state.board) or "-"
    head = f"hand {state.hand}   pot {_pot(state)}   board {board}"
    if not state.hand:
        head = "before the first hand"
    lines = (_line(state, seat, faces) for seat in range(len(state.stacks)))
    return "\n".join([head, *lines])


def tell(state: Holdem, event: Event) -> Message | None:
    """Return the poker message for ``event``, or None for the engine's own words."""
    match event:
        case Rolled((button,)):
            return Message.by("holdem-button", button)
        case Chosen(_, "show"):
            return NOTHING  # the cards follow
        case Chosen(seat, move):
            return _deed(state, seat, move)
        case Opened(faces) if state.phase == "board":
            return Message.of(_STREETS[len(state.board)], cards=" ".join(faces))
        case Seated(seat):
            return Message.by("holdem-leaves", seat)
    return None


def hint(state: Holdem, seat: int, offer: Offer) -> str:
    """Return a possible move with its cost; a wager with what the pot comes to.

    The first wager of a street is called a bet, each later one a raise.
    """
    if not isinstance(offer, Amount):
        return f"call {_owed(state, seat)}" if offer == "call" else offer
    verb = "raise to" if state.price else "bet"
    sizes = (
        f"{name} {min(total, offer.high)}"
        for name, total in pot_sizes(state, seat).items()
        if total >= offer.low
    )
    named = ", ".join(sizes)
    return f"{verb} {offer.low}…{offer.high}" + (f" ({named})" if named else "")


def why_no_size(state: Holdem, seat: int, text: str) -> Reason | None:
    """Return why a wager by the pot, which ``text`` asks for, is too small."""
    for name, total in pot_sizes(state, seat).items():
        if text.lower().removeprefix("raise ").removeprefix("bet ") == name:
            return why_no_bet(state, seat, f"raise {total}")
    return None


def pot_sizes(state: Holdem, seat: int) -> dict[str, int]:
    """Return the totals of a raise by half the pot, and by the pot, after a call."""
    top, pot = state.price, _pot(state) + state.owes(seat)
    return {"half pot": top + pot // 2, "pot": top + pot}


def _deed(state: Holdem, seat: int, move: str) -> Message:
    who = SeatName(seat)
    if move in _DEEDS:
        return Message.of(_DEEDS[move], player=who)
    chips = _owed(state, seat)
    deed = Message.of("holdem-calls", player=who, chips=chips)
    if move != "call":
        total = int(move.removeprefix("raise "))
        chips = total - state.bets[seat]
        id = "holdem-raises" if state.price else "holdem-bets"
        deed = Message.of(id, player=who, total=total)
    if chips < state.stacks[seat]:
        return deed
    return Message.of("holdem-all-in", deed=deed)


def _owed(state: Holdem, seat: int) -> int:
    """Return the cost of a call, at most the player's chips."""
    return min(state.owes(seat), state.stacks[seat])


def _pot(state: Holdem) -> int:
    if state.phase in ("pots", "end"):
        return sum(pot.amount for pot in state.pots)
    return sum(state.paid) + state.dead


def _line(state: Holdem, seat: int, faces: Mapping[int, str]) -> str:
    mark = ">" if state.to_act[:1] == (seat,) else " "
    bet = f"bet {state.bets[seat]}" if state.bets[seat] else ""
    note = ", button" if seat == state.button else ""
    hand = _hand(state, seat, faces)
    return f"{mark} {hand:<8}{state.stacks[seat]:>9}   {bet:<9}  {player(seat)}{note}"


def _hand(state: Holdem, seat: int, faces: Mapping[int, str]) -> str:
    if state.shown[seat]:
        return " ".join(state.shown[seat])
    if seat in state.gone and seat not in state.live:
        return "has left"
    if state.phase in ("button", "posting", "shuffle", "deal"):
        return "" if seat in state.order or not state.order else "out"
    if seat not in state.order:
        return "out"
    if seat not in state.live:
        return "folded"
    return " ".join(faces.get(slot, "??") for slot in hole_slots(state, seat))
