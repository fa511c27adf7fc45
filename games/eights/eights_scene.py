"""Lays out a table of crazy eights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import NOTHING, Message
from p2pgame.engine.scene import (
    Between,
    Card,
    Note,
    Scene,
    SeatShown,
    Spread,
    Stack,
    gone,
)
from p2pgame.tabletop.cards import RANKS
from p2pgame.tabletop.drawn.cards import ORDER

from .eights_state import Eights


def scene(state: Eights, faces: Mapping[int, str]) -> Scene:
    """Return the card on top, the pile, and everybody's cards."""
    parts: list[Between] = []
    if state.discards and state.top:
        top = Card(state.discards[0], state.top)
        aloud = Message.of("crazy-eights-table-top", card=state.top)
        parts.append(Spread(NOTHING, (top,), aloud))
    if state.top or state.pile:
        told = Message.of("crazy-eights-drawn-pile", count=len(state.pile))
        pile = (len(state.pile), state.pile, "draw", told)
        parts.append(Stack(NOTHING, *pile))
    seats = tuple(_seat(state, faces, seat) for seat in range(len(state.hands)))
    undealt = 0 if parts or any(state.hands) else len(state.deck)
    notes = (tuple(_title(state)), tuple(_notes(state)))
    return Scene(seats, tuple(parts), *notes, round=True, deck=undealt)


def _seat(state: Eights, faces: Mapping[int, str], seat: int) -> SeatShown:
    points = state.points[seat] if state.points else 0
    told = Message.of("crazy-eights-drawn-points", points=points)
    scored = Message.by("crazy-eights-table-points", seat, points=points)
    notes = (Note(told, "strong", scored),) if state.points else ()
    if seat not in state.present:
        return gone(seat, *notes)
    held = state.hands[seat]
    count = Message.by("crazy-eights-table-cards", seat, count=len(held))
    in_order = sorted(held, key=lambda slot: _order(faces.get(slot)))
    cards = tuple(Card(slot, faces.get(slot), f"play {slot}") for slot in in_order)
    return SeatShown(notes=(Note(NOTHING, "", count), *notes), hand=cards)


def _order(face: str | None) -> tuple[int, int]:
    """Return where a card is in a hand: by suit, high ones first, unknown ones last."""
    return (ORDER.index(face[1]), -RANKS.index(face[0])) if face else (len(ORDER), 0)


def _title(state: Eights) -> Iterator[Note]:
    if state.suit:
        aloud = Message.of("crazy-eights-table-follow", suit=state.suit)
        follow = Message.of("crazy-eights-drawn-follow")
        yield Note(follow, "strong", aloud, state.suit)


def _notes(state: Eights) -> Iterator[Note]:
    if state.owed:
        yield Note(Message.of("crazy-eights-drawn-owed", count=state.owed), "bad")
    if state.way != 1:
        yield Note(Message.of("crazy-eights-drawn-back"))
