"""Tells a table of crazy eights in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import Message
from p2pgame.tabletop.cards import RANKS
from p2pgame.tabletop.drawn.cards import ORDER

from .eights_state import Eights


def in_sentences(
    state: Eights, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the card on top, how many each player has, and the hand of this seat."""
    return tuple(_told(state, faces, seat))


def _told(
    state: Eights, faces: Mapping[int, str], seat: int | None
) -> Iterator[Message]:
    if state.top:
        yield Message.of("crazy-eights-table-top", card=state.top)
    if state.suit:
        yield Message.of("crazy-eights-table-follow", suit=state.suit)
    if state.way != 1:
        yield Message.of("crazy-eights-drawn-back")
    if state.owed:
        yield Message.of("crazy-eights-drawn-owed", count=state.owed)
    yield Message.of("crazy-eights-drawn-pile", count=len(state.pile))
    for player, hand in enumerate(state.hands):
        if player not in state.present:
            yield Message.by("player-has-left", player)
        else:
            yield Message.by("crazy-eights-table-cards", player, count=len(hand))
        if state.points:
            points = state.points[player]
            yield Message.by("crazy-eights-table-points", player, points=points)
    if seat is not None:
        held = [faces[slot] for slot in state.hands[seat] if slot in faces]
        if held:
            cards = " ".join(sorted(held, key=_in_hand))
            yield Message.of("hand-of-you", cards=cards)


def _in_hand(face: str) -> tuple[int, int]:
    return ORDER.index(face[1]), -RANKS.index(face[0])
