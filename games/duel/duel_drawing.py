"""This module draws the small pokers for two: a card each, and perhaps one for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Drawing, Look, Message, Over, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import centred, columns, inside, page
from p2pgame.tabletop.drawn.cards import LARGE, framed_cards, large_cards
from p2pgame.tabletop.drawn.seats import called, movers

#: The cells of a player, at most.
WIDE = 30


@dataclass(frozen=True, slots=True)
class Duel:
    """``cards`` and ``paid`` are by seat; ``board`` is None if the game has none.

    An empty text for a card: it is not dealt yet; None: its face is not known.
    """

    cards: Sequence[str | None]
    paid: Sequence[int]
    actions: Sequence[str]
    turn: Turn
    look: Look
    board: str | None = None


def drawn_duel(duel: Duel) -> Drawing:
    """Return the table with whoever looks on the left."""
    look = duel.look
    width, height = inside(look)
    large = height >= 14
    between = 0 if duel.board is None else LARGE + 2
    room = min((width - between - 2) // 2, WIDE)
    first = 1 if look.seat == 1 else 0
    parts = [_player(duel, seat, room, large=large) for seat in (first, 1 - first)]
    if duel.board is not None:
        parts.insert(1, ((), *_cards([duel.board], large=large)))
    pot = look.say(Message.of("duel-pot", chips=sum(duel.paid)))
    return page(look, columns(parts, gap=2), head=(Span(pot, "strong"),))


def _cards(faces: Sequence[str | None], *, large: bool) -> Drawing:
    return large_cards(faces) if large else framed_cards(faces)


def _player(duel: Duel, seat: int, width: int, *, large: bool) -> Drawing:
    """Return a player's name, card, chips paid, and what they did in this round."""
    look = duel.look
    to_move = seat in movers(duel.turn)
    mark = (Span("▸ ", "to-move"),) if to_move else ()
    name = (*mark, *called(look, seat, width - 2, "to-move" if to_move else ""))
    paid = look.say(Message.of("duel-paid", chips=duel.paid[seat]))
    result: Row = (Span(paid),)
    if isinstance(duel.turn, Over):
        won = duel.turn.payoffs[seat]
        good = "good" if won > 0 else "bad" if won < 0 else ""
        result = (Span(f"{won:+}", good if seat == look.seat else "strong"),)
    did = [
        look.say(Message.of("duel-did", move=move))
        for n, move in enumerate(duel.actions)
        if n % 2 == seat
    ]
    rows = (
        name,
        *_cards([duel.cards[seat]], large=large),
        result,
        (Span(", ".join(did), "dim"),),
    )
    return tuple(centred(row, width) for row in rows)
