"""What our player decided on under a seal, worked out again after its note was lost.

The note of a sealed move lies in our log beside the entry that holds the seal.  Of a
log that was put back from a backup, or cut, the entry comes back from the others and
the note does not.  But the seal is made with randomness that is drawn again from our
seed, so whichever move gives the same seal is the one.  That takes a hash for each
move there is, so only where these are few enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Amount, Choose, Tick, Together, Turn
from p2pgame.engine.game import choice_of
from p2pgame.engine.turns import NO_ORDER
from protocols import sealed
from protocols.group import Entropy

from .absence import Seats

#: No more moves are tried: a fraction of a second.
MOVES = 20_000


def sealed_move(
    turn: Turn, seat: int, gone: Seats, context: bytes, message: bytes, entropy: Entropy
) -> str | None:
    """Return the move that ``seat`` has sealed in its answer to a turn, if it can be.

    ``gone`` are those who had gone when the turn began, ``context`` is its id.
    """
    match turn:
        case Together(choices):
            choosers = {choice.player for choice in choices}
        case Tick(players):
            choosers = {*players}
        case _:
            return None
    choice = choice_of(turn, seat)
    if choice is None:
        return None
    moves = (move.encode() for move in _moves(choice))
    found = sealed.unseal(seat, choosers - gone, context, message, moves, entropy)
    return None if found is None else found.decode()


def _moves(choice: Choose) -> Iterator[str]:
    """Yield what may have been chosen, if there is not too much of it."""
    yield NO_ORDER
    left = MOVES
    for offer in choice.moves:
        if isinstance(offer, str):
            yield offer
        else:
            yield from _amounts(offer, left)
            left -= max(0, offer.high - offer.low + 1)


def _amounts(offer: Amount, most: int) -> Iterator[str]:
    if offer.high - offer.low < most:
        yield from (f"{offer.verb} {n}" for n in range(offer.low, offer.high + 1))
