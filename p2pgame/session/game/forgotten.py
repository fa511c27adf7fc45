"""What our player decided on under a seal, worked out again after its note was lost.

The note of a sealed move lies in our log beside the entry that holds the seal.  Of a
log that was put back from a backup, or cut, the entry comes back from the others and
the note does not.  But the seal is made with randomness that is drawn again from our
seed, so whichever move gives the same seal is the one.  That takes a hash for each
move there is; where there are very many, only the likely ones are tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Amount, Choose, Tick, Together, Turn
from p2pgame.engine.game import choice_of
from p2pgame.engine.turns import NO_ORDER
from p2pgame.log import Entry
from protocols.chance import sealed

from ..entries.identity import Me
from ..entries.payloads import Answer
from .absence import Seats

#: No more moves are tried: a fraction of a second.
MOVES = 20_000


def sealed_move(
    me: Me, seat: int, turn: Turn, gone: Seats, heard: tuple[Entry, Answer] | None
) -> str | None:
    """Return the move that ``seat``, who is ``me``, has sealed in what was heard of it.

    ``gone`` are those who had gone when the turn began.  None if nothing was heard,
    or nothing was sealed in it, or the move is none of those that are tried.
    """
    match turn:
        case Together(choices):
            choosers = {choice.player for choice in choices}
        case Tick(players):
            choosers = {*players}
        case _:
            return None
    choice = choice_of(turn, seat)
    if choice is None or heard is None:
        return None
    moves = (move.encode() for move in _moves(choice))
    context, message = heard[1].turn, heard[1].message
    entropy = me.entropy(context)
    found = sealed.unseal(seat, choosers - gone, context, message, moves, entropy)
    return None if found is None else found.decode()


def _moves(choice: Choose) -> Iterator[str]:
    """Yield what may have been chosen; of each wide range only the lowest numbers."""
    yield NO_ORDER
    most = MOVES // len(choice.moves)
    for offer in choice.moves:
        if isinstance(offer, Amount):
            last = min(offer.high, offer.low + most)
            yield from (f"{offer.verb} {n}" for n in range(offer.low, last + 1))
        else:
            yield offer
