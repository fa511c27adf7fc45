"""Lays out a table of goofspiel: the prize, and what everybody has left to bid."""

from __future__ import annotations

from p2pgame.engine import NOTHING, Message, plain
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
from p2pgame.tabletop.sentences import numbered, runs

from .goofspiel import Auction


def scene(state: Auction, seat: int | None) -> Scene:
    """Return the table, at which each hand is known and the bids are sealed."""
    opened, rest = len(state.prizes), state.cards - len(state.prizes)
    due = opened + state.left > state.cards
    prize = Note(Message.of("goofspiel-drawn-no-prize"), "dim")
    if due:
        told = Message.of("goofspiel-drawn-prize", prize=state.prizes[-1])
        prize = Note(told, "strong")
    parts: list[Between] = []
    if opened:
        last = Card(opened - 1, state.prizes[-1], tone="" if due else "dim")
        parts.append(Spread(NOTHING, (last,), NOTHING))
    slots = tuple(range(opened, state.cards)) if state.shuffled else ()
    aloud = Message.of("goofspiel-table-rest", count=rest)
    parts.append(Stack(NOTHING, len(slots), slots, aloud=NOTHING))
    left = Note(Message.of("goofspiel-drawn-rest", count=rest), "", aloud)
    seats = tuple(_seat(state, one, seat) for one in range(len(state.points)))
    return Scene(seats, tuple(parts), title=(prize, left), round=True)


def _seat(state: Auction, seat: int, viewer: int | None) -> SeatShown:
    points = state.points[seat]
    told = Message.of("goofspiel-drawn-points", points=points)
    aloud = Message.by("goofspiel-table-points", seat, points=points)
    score = Note(told, "strong", aloud)
    if seat not in state.seats.present:
        return gone(seat, score)
    hand = sorted(state.hands[seat])
    if not hand:
        return SeatShown(notes=(score,))
    cards = Message.by("goofspiel-table-hand", seat, cards=numbered(hand))
    if seat != viewer:
        return SeatShown(notes=(score, Note(plain(_short(hand)), "dim", cards)))
    held = tuple(Card(-n, str(n), str(n)) for n in hand)
    return SeatShown(notes=(score, Note(NOTHING, "", cards)), hand=held, told=True)


def _short(hand: list[int]) -> str:
    """Return rising numbers in few signs: ``1-4 6 9``."""
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs(hand))
