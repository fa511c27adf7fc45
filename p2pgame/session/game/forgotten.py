"""This module recovers our player's sealed move after its note was lost.

The note of a sealed move lies in our log beside the entry that holds the seal. If
the log was cut or restored from a backup, the others return the entry, but not the
note, or there is an older note of another move. The seal's randomness is derived from
our seed, so the move that gives the same seal is ours. Cost: a hash for each move; of
very many moves only the likely ones are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from p2pgame.engine import Amount, Choose, Tick, Together, Turn
from p2pgame.engine.offers import choice_of
from p2pgame.engine.turns import NO_ORDER
from p2pgame.log import Entry
from p2pgame.protocols.chance import sealed

from ..entries.identity import Me
from ..entries.payloads import Answer
from .orders_ahead import context_of, is_ahead
from .seats import Seats

#: The most moves tried: a fraction of a second.
MOVES = 20_000


def sealed_move(
    me: Me,
    seat: int,
    turn: Turn,
    evicted: Seats,
    heard: tuple[Entry, Answer] | None,
    noted: str | None,
) -> str | None:
    """Return the move that ``seat``, which is ``me``, sealed in the answer ``heard``.

    ``evicted`` are the seats evicted when the turn began. The move that is ``noted`` is
    tried first. Returns that without a seal, and None if no tried move fits.
    """
    match turn:
        case Together(choices):
            choosers = {choice.player for choice in choices}
        case Tick(players):
            choosers = {*players}
        case _:
            return noted
    choice = choice_of(turn, seat)
    if choice is None or heard is None:
        return noted
    answer, choosers = heard[1], choosers - evicted
    moves, context = _moves(choice, noted), answer.turn
    if is_ahead(answer):
        context, choosers = context_of(answer), {seat}
    return _unsealed(me, seat, choosers, context, answer, moves)


def order_ahead(me: Me, seat: int, answer: Answer, noted: str) -> str | None:
    """Return the order that was ``noted``, if it is what ``answer`` seals ahead."""
    return _unsealed(me, seat, {seat}, context_of(answer), answer, (noted,))


def _unsealed(
    me: Me,
    seat: int,
    choosers: Collection[int],
    context: bytes,
    answer: Answer,
    moves: Iterable[str],
) -> str | None:
    told, entropy = (move.encode() for move in moves), me.entropy(context)
    found = sealed.unseal(seat, choosers, context, answer.message, told, entropy)
    return None if found is None else found.decode()


def _moves(choice: Choose, noted: str | None) -> Iterator[str]:
    """Yield the possible moves; of a wide range only the lowest numbers."""
    if noted is not None:
        yield noted
    yield NO_ORDER
    most = MOVES // max(len(choice.moves), 1)
    for offer in choice.moves:
        if isinstance(offer, Amount):
            last = min(offer.high, offer.low + most)
            yield from (f"{offer.verb} {n}" for n in range(offer.low, last + 1))
        else:
            yield offer
