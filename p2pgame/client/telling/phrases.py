"""Says what needs no memory of the game: who is waited for, who got what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce

from p2pgame.engine import (
    Choose,
    Deal,
    Message,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    SeatName,
    Shuffle,
    Tick,
    Together,
    Turn,
    listed,
)

#: The others turn out to have gone on without somebody.
OVERTAKEN = Message.of("overtaken")


def unaudited(seats: Collection[int]) -> Message:
    """Return whose part in the deck was not audited."""
    return Message.of("unaudited", players=seats_named(sorted(seats)))


def sentences(first: Message, *others: Message) -> Message:
    """Return whole sentences as one message."""
    return reduce(
        lambda told, other: Message.of("sentences", first=told, second=other),
        others,
        first,
    )


def seats_named(seats: Sequence[int]) -> tuple[SeatName, ...]:
    """Return what names the players of these seats."""
    return tuple(map(SeatName, seats))


def too_much(seat: int, lines: int) -> Message:
    """Return that a player's lines are not shown any more."""
    return Message.by("says-too-much", seat, lines=lines)


def outcome(payoffs: Sequence[int]) -> Message:
    """Return who got what, the best first; or that nobody has."""
    if not any(payoffs):
        return Message.of("all-even")
    order = sorted(range(len(payoffs)), key=lambda seat: -payoffs[seat])
    return listed(*(Message.by("payoff", n, points=payoffs[n]) for n in order))


def waiting(turn: Turn, seats: Sequence[int]) -> Message:
    """Return what goes on in a turn that has not ended, and who is waited for.

    ``seats`` are those without whom a turn of all can't go on, none if we are
    at work ourselves; whom a decision waits for, the turn says.
    """
    match turn:
        case Choose(player) | Place(player):
            return _waits([player])
        case Together(choices):
            return _waits(seats or [choice.player for choice in choices])
        case Over():
            return Message.of("waiting-for-signature", players=seats_named(seats))
        case Shuffle(faces):
            what = Message.of("now-shuffling", cards=len(faces))
        case Deal():
            what = Message.of("now-dealing")
        case Open():
            what = Message.of("now-opening")
        case Roll():
            what = Message.of("now-rolling")
        case Reshuffle(slots):
            what = Message.of("now-shuffling", cards=len(slots))
        case Prove(player):
            what = Message.by("now-checking", player)
        case Tick():
            what = Message.of("now-taking-orders")
    return listed(what, _waits(seats)) if seats else what


def _waits(seats: Sequence[int]) -> Message:
    return Message.of("waiting-for", players=seats_named(seats))
