"""This module says what a turn offers a player, and why a move is not offered."""

from __future__ import annotations

from functools import lru_cache

from .message import SeatName
from .reason import Reason
from .turns import NO_ORDER, Amount, Choose, Offer, Place, Tick, Timer, Together, Turn

#: The offer in every ``Place``, besides the game's own words.
AT_RANDOM = Amount("random", 0, 10**18 - 1)


def _not_now(player: int) -> Reason:
    return Reason.of("not-your-turn", "not-to-move", player=SeatName(player))


def _out_of_range(offer: Amount) -> Reason:
    low, high = offer.low, offer.high
    return Reason.of(
        "out-of-range", "takes-a-number", verb=offer.verb, low=low, high=high
    )


def why_not_offered(turn: Turn, player: int, move: str) -> Reason | None:
    """Return why ``turn`` does not offer ``move`` to ``player``, or None."""
    choice = choice_of(turn, player)
    if choice is None:
        return _not_now(player)
    for offer in choice.moves:
        if isinstance(offer, Amount):
            number = offer.number(move)
            if number is None:
                continue
            if offer.low <= number <= offer.high:
                return None
            return _out_of_range(offer)
        if offer == move:
            return None
    return Reason.of(
        "unknown-move", "move-impossible", move=repr(move), offers=_listed(choice.moves)
    )


@lru_cache(maxsize=64)
def _listed(offers: tuple[Offer, ...]) -> str:
    return ", ".join(map(str, offers))


def choice_of(turn: Turn, player: int) -> Choose | None:
    """Return the choice that this turn asks of ``player``, if any."""
    match turn:
        case Choose():
            return turn if turn.player == player else None
        case Together():
            for choice in turn.choices:
                if choice.player == player:
                    return choice
        case Tick():
            if player in turn.players:
                return Choose(player, turn.moves, Timer(turn.seconds, NO_ORDER))
        case Place():
            return Choose(player, (AT_RANDOM,)) if turn.player == player else None
    return None
