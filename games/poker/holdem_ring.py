"""This module draws a hold'em table as people sit at it, whoever looks at the bottom.

The others follow clockwise: the next seat is at one's left hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Drawing, Row, Span
from p2pgame.tabletop.drawn import width_of
from p2pgame.tabletop.drawn_boxes import (
    EDGES,
    SIDES,
    apart,
    box,
    centred,
    columns,
    fitted,
)
from p2pgame.tabletop.drawn_cards import (
    CARD,
    LARGE,
    LARGE_ROWS,
    cards,
    framed_cards,
    large_cards,
)
from p2pgame.tabletop.drawn_seats import MARK, called

from .holdem_seen import BOARD, Seen

#: By how many sit there: how many at the bottom before one's left hand, on the left,
#: at the top, on the right, and at the bottom again.
PLACES = {
    2: (0, 0, 1, 0, 0),
    3: (0, 0, 2, 0, 0),
    4: (0, 1, 1, 1, 0),
    5: (0, 1, 2, 1, 0),
    6: (0, 1, 3, 1, 0),
    7: (1, 1, 2, 1, 1),
    8: (1, 1, 3, 1, 1),
    9: (1, 1, 4, 1, 1),
    10: (1, 1, 4, 1, 2),
}
#: The narrowest and the widest box of a seat, and the narrowest for large ones.
NARROW, WIDE, ROOMY = 18, 26, 22
#: The rows within the box of a seat, small and large.
SMALL, TALL = 1, 3
#: The least that the table takes in the middle: board and edges; with large cards.
FELT, LARGE_FELT = BOARD * CARD + SIDES, BOARD * (LARGE + 1) - 1 + SIDES
#: The rows beside seats and table: the title, and an empty one.
OTHERS = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits where, and how large everything is."""

    bottom: Sequence[int]
    left: Sequence[int]
    top: Sequence[int]
    right: Sequence[int]
    seat_width: int
    seat_rows: int
    width: int
    large: bool


def ring(seen: Seen) -> Drawing | None:
    """Return the table with everybody around it, or None without the room for that."""
    plan = _plan(seen)
    if plan is None:
        return None
    title = apart(seen.title(), (), plan.width)
    across = [_side(seen, plan.top, plan), _middle(seen, plan)]
    return (title, *across[0], *across[1], *_side(seen, plan.bottom, plan))


def _plan(seen: Seen) -> Plan | None:
    look, count = seen.look, len(seen.seats)
    before, left, top, right, _ = PLACES[count]
    first = look.seat if look.seat is not None else 0
    around = [(first + n) % count for n in range(count)]
    ends = [1 + before, 1 + before + left, 1 + before + left + top]
    ends.append(ends[-1] + right)
    bottom = [*reversed(around[: ends[0]]), *reversed(around[ends[3] :])]
    most = max(top, len(bottom), 2 if left else 1)
    wide = (look.width - FELT - 2) // 2 if left else WIDE
    seat_width = min(WIDE, (look.width - most + 1) // most, wide)
    if seat_width < NARROW:
        return None
    sides = 2 * (seat_width + 1) if left else 0
    width = min(look.width, max(most * (seat_width + 2), sides + LARGE_FELT))
    space = look.height - OTHERS
    for tall, cards_rows in (
        (TALL, LARGE_ROWS),
        (TALL, 3),
        (SMALL, LARGE_ROWS),
        (SMALL, 3),
    ):
        large = cards_rows == LARGE_ROWS
        if tall == TALL and seat_width < ROOMY:
            continue
        if large and width - sides < LARGE_FELT:
            continue
        if 2 * (tall + EDGES) + cards_rows + 2 + EDGES <= space:
            places = around[ends[0] : ends[1]], around[ends[1] : ends[2]]
            return Plan(
                bottom,
                *places,
                around[ends[2] : ends[3]],
                seat_width,
                tall,
                width,
                large,
            )
    return None


def _side(seen: Seen, seats: Sequence[int], plan: Plan) -> Drawing:
    """Return the seats at the top or at the bottom, at equal distances."""
    boxes = [_seat(seen, seat, plan) for seat in seats]
    edges = [n * plan.width // len(seats) for n in range(len(seats) + 1)]
    parts = [
        [centred(row, end - start) for row in drawing]
        for drawing, start, end in zip(boxes, edges, edges[1:], strict=False)
    ]
    return tuple(sum(row, ()) for row in zip(*parts, strict=True))


def _middle(seen: Seen, plan: Plan) -> Drawing:
    """Return the board, with a seat at each end of it."""
    sides = len(plan.left) + len(plan.right)
    width = plan.width - sides * (plan.seat_width + 1)
    board = large_cards(seen.board) if plan.large else framed_cards(seen.board)
    inner = width - SIDES
    words = (seen.pot_words(), *board, seen.my_hand())
    felt = box([centred(row, inner) for row in words], width)
    above = (len(felt) - plan.seat_rows - EDGES + 1) // 2
    left, right = (
        [[*[()] * above, *_seat(seen, seat, plan)] for seat in seats]
        for seats in (plan.left, plan.right)
    )
    return columns([*map(tuple, left), felt, *map(tuple, right)])


def _seat(seen: Seen, seat: int, plan: Plan) -> Drawing:
    """Return a seat's box: name and marks above, cards and chips, the bet below."""
    tall, inner = plan.seat_rows == TALL, plan.seat_width - SIDES
    moves, marks = seen.to_move(seat), seen.marks(seat)
    style = "to-move" if moves else "frame" if seen.is_in(seat) else "dim"
    mark = (Span(f"{MARK} ", "to-move"),) if moves else ()
    room = inner - 2 - width_of([mark]) - (width_of([marks]) + 2 if marks else 0)
    name = called(seen.look, seat, room, style if style != "frame" else "")
    return box(
        _large(seen, seat, inner) if tall else _small(seen, seat, inner),
        plan.seat_width,
        head=(*mark, *name),
        tail=marks,
        foot=_foot(seen, seat, plan),
        style=style,
    )


def _foot(seen: Seen, seat: int, plan: Plan) -> Row:
    """Return the bet, where the box has no row for it, or what hand was shown."""
    bet = seen.bet(seat) if plan.seat_rows == SMALL else ()
    showed = seen.state.shown[seat] and seat != seen.look.seat
    return bet or ((Span(seen.hand(seat)),) if showed and seen.hand(seat) else ())


def _small(seen: Seen, seat: int, inner: int) -> Drawing:
    status = seen.status(seat)
    left = (Span(status, "dim"),) if status else cards(seen.cards(seat))
    return (apart(left, (seen.stack(seat),), inner),)


def _large(seen: Seen, seat: int, inner: int) -> Drawing:
    held, words = seen.cards(seat), seen.status(seat)
    status = (Span(words, "dim"),) if words else ()
    left = framed_cards(held) if held else ((), status, ())
    right = ((seen.stack(seat),), seen.bet(seat), status if held else ())
    return tuple(
        apart(fitted(a, 2 * CARD), b, inner) for a, b in zip(left, right, strict=True)
    )
