"""Draws hands of cards that lie somewhere: one's own, and what is known of others'."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look

from ..dealing import Hands
from .boxes import fitted
from .cards import hand, hand_lines
from .rows import width_of
from .seats import called

#: The cells of a name before the cards that are known.
NAME = 16


def own_hand(
    hands: Hands, faces: Mapping[int, str], look: Look, width: int, height: int
) -> Drawing:
    """Return the hand of the seat that looks; a spectator has none."""
    if look.seat is None:
        return ()
    held = hands[look.seat]
    known = [faces[slot] for slot in held if slot in faces]
    return hand(known, len(held) - len(known), width, height)


def known_hands(
    hands: Hands, faces: Mapping[int, str], look: Look, width: int
) -> Drawing:
    """Return rows for the cards that are known of others' hands, if any are."""
    others = [
        (called(look, seat, NAME), known)
        for seat, held in enumerate(hands)
        if seat != look.seat
        and (known := [faces[slot] for slot in held if slot in faces])
    ]
    names = width_of([name for name, _ in others]) + 2
    return tuple(
        (*fitted(() if n else name, names), *line)
        for name, known in others
        for n, line in enumerate(hand_lines(known, 0, width - names))
    )
