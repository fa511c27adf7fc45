"""This module draws a hold'em table: around the board with room, else in a list."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.tabletop.drawn.boxes import apart, centred, fitted, inside, joined, page
from p2pgame.tabletop.drawn.cards import cards, framed_cards
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import seat_rows

from .holdem_ring import ring
from .holdem_seen import Seen
from .holdem_state import Holdem


def drawn(state: Holdem, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    seen = Seen(state, faces, look)
    return ring(seen) or _list(seen)


def _list(seen: Seen) -> Drawing:
    width, height = inside(seen.look)
    board = framed_cards(seen.board)
    moving = [seat for seat in seen.seats if seen.to_move(seat)]
    seats = seat_rows(seen.look, _values(seen), moving, width)
    spare = height - len(seats) - len(board)
    if spare < 0:
        board = (cards(seen.board, "  "),)
    across = max(width_of((*seats, *board)), min(width, 50))
    rows = [*(centred(row, across) for row in board), *[()] * (spare > 0), *seats]
    is_cut = height < len(seats) + len(board)
    foot = _mine_at_foot(seen) if is_cut else seen.my_hand()
    words = {"head": seen.title(), "tail": seen.pot_words(), "foot": foot}
    return page(seen.look, rows, **words)


def _mine_at_foot(seen: Seen) -> Row:
    """Return the cards of whoever looks, for a table whose seats find no room."""
    seat = seen.look.seat
    held = () if seat is None else cards(seen.cards(seat))
    return joined([row for row in (held, seen.my_hand()) if row], "  ")


def _values(seen: Seen) -> list[Row]:
    """Return what stands behind each name: cards, chips, bet and marks, in columns."""
    stacks = [(seen.stack(seat),) for seat in seen.seats]
    bets = [seen.bet(seat) for seat in seen.seats]
    marks = [seen.marks(seat) for seat in seen.seats]
    hands = [_hand(seen, seat) for seat in seen.seats]
    widths = [
        max(map(width_of, ([row] for row in col))) for col in (hands, stacks, bets)
    ]
    return [
        joined(
            [
                fitted(hand, max(widths[0], 6)),
                apart((), stack, widths[1]),
                fitted(bet, max(widths[2], 7)),
                mark,
            ],
            "  ",
        )
        for hand, stack, bet, mark in zip(hands, stacks, bets, marks, strict=True)
    ]


def _hand(seen: Seen, seat: int) -> Row:
    status = seen.status(seat)
    held = cards(seen.cards(seat))
    return (Span(status, "dim"),) if status else held
