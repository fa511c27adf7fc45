"""This module makes invalid events, and moves near the offered ones."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Expired,
    Offer,
    Open,
    Opened,
    Placed,
    Proved,
    Reshuffled,
    Roll,
    Rolled,
    Seated,
    Shuffled,
    Ticked,
    Turn,
)

from .chance import Chance

MOVES = (
    *("", " ", "\x00", "é", "pass ", "10", "-1", "9" * 99),
    *("raise", "raise -5", "raise 1e3", "raise 0x10", "raise ٣"),
)
FACES = ("", "zz", "As", "K", "0", "-1", "1" * 100)


def events(turn: Turn, chance: Chance, played: Sequence[Event]) -> list[Event]:
    """Return events that half fit the turn, and some that do not fit it at all.

    ``played`` are events of the same game, at other times.
    """
    seen = [face for e in played if isinstance(e, Opened) for face in e.faces]
    size = len(turn.slots) if isinstance(turn, Open) else chance.below(4)
    sides = turn.sides if isinstance(turn, Roll) else 6
    player = turn.player if isinstance(turn, Choose) else chance.between(-1, 11)

    def some(values: Sequence[str]) -> tuple[str, ...]:
        return tuple(chance.choice(values) for _ in range(size))

    return [
        *(Shuffled(), Reshuffled(), Dealt(), Placed(), Proved()),
        *(Opened(some((*seen, *FACES))) for _ in range(4)),
        *(Chosen(player, move) for move in MOVES),
        *(Chosen(chance.between(-2, 11), chance.choice(MOVES)) for _ in range(2)),
        ChosenTogether(some(MOVES)),
        *(Rolled((value,)) for value in (-1, sides - 1, sides, 10**30)),
        *(Rolled(()), Rolled((0, 0))),
        *(Expired(-1), Expired(player), Expired(99)),
        *(Seated(-1, "out"), Seated(player, "in"), Seated(99, "gone")),
        *(Ticked(()), Ticked(((player, "x"),)), Ticked(((1, "x"), (0, "x")))),
        *(chance.choice(played) for _ in range(4) if played),
    ]


def moves(choice: Choose, chance: Chance, played: Sequence[str]) -> list[str]:
    """Return offered moves, near misses, and unrelated text."""
    near = [move for offer in choice.moves for move in _around(offer)]
    return [*near, *(chance.choice(played) for _ in range(4) if played), *MOVES]


def is_offered(move: str, offers: Sequence[Offer]) -> bool:
    """Return whether ``offers`` include ``move``, by other code than the engine's."""
    if move in offers:
        return True
    for offer in offers:
        if isinstance(offer, Amount) and move.startswith(f"{offer.verb} "):
            digits = move.removeprefix(f"{offer.verb} ")
            if digits in map(str, {offer.low, offer.high}):
                return True
            if digits.isascii() and digits.isdecimal() and str(int(digits)) == digits:
                return offer.low <= int(digits) <= offer.high
    return False


def _around(offer: Offer) -> list[str]:
    if isinstance(offer, str):
        return [offer, f"{offer} ", offer.upper()]
    numbers = (offer.low - 1, offer.low, offer.high, offer.high + 1, 0, -offer.low)
    return [
        *(f"{offer.verb} {number}" for number in numbers),
        *(offer.verb, f"{offer.verb} 0{offer.low}", f"{offer.verb}  {offer.low}"),
    ]
