"""Tells a table of goofspiel in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Message
from p2pgame.tabletop.sentences import numbered

from .goofspiel import Auction


def in_sentences(state: Auction) -> tuple[Message, ...]:
    """Return the prize, and each player's points and cards: all see the same."""
    return tuple(_told(state))


def _told(state: Auction) -> Iterator[Message]:
    if len(state.prizes) + state.left > state.cards:
        yield Message.of("goofspiel-drawn-prize", prize=state.prizes[-1])
    else:
        yield Message.of("goofspiel-drawn-no-prize")
    left = state.cards - len(state.prizes)
    yield Message.of("goofspiel-table-rest", count=left)
    for seat, points in enumerate(state.points):
        yield Message.by("goofspiel-table-points", seat, points=points)
        hand = sorted(state.hands[seat])
        if seat not in state.seats.present:
            yield Message.by("player-has-left", seat)
        elif hand:
            yield Message.by("goofspiel-table-hand", seat, cards=numbered(hand))
