"""This module draws a hold'em table as people sit at it, whoever looks at the bottom.

The others follow clockwise: the next seat is at one's left hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from p2pgame.engine import Drawing, Row, Span
from p2pgame.tabletop.drawn.boxes import (
    EDGES,
    SIDES,
    apart,
    box,
    centred,
    columns,
    fitted,
)
from p2pgame.tabletop.drawn.cards import (
    CARD,
    LARGE,
    LARGE_ROWS,
    cards,
    framed_cards,
    large_cards,
)
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import MARK, called

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
#: The cells of two cards in a line.
HAND = 7
#: The rows within the box of a seat, small and large.
SMALL, TALL = 1, 3
#: The least that the table takes in the middle: board and edges; with large cards.
FELT, LARGE_FELT = BOARD * CARD + SIDES, BOARD * (LARGE + 1) - 1 + SIDES
#: The rows besides seats and table: the title.
OTHERS = 1


@dataclass(frozen=True, slots=True)
class Places:
    """The seats at each side, each from left to right."""

    bottom: Sequence[int]
    left: Sequence[int]
    top: Sequence[int]
    right: Sequence[int]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The cells of a seat's box and of all, the rows in a box and of the board."""

    seat: int
    width: int
    rows: int
    board: int


def ring(seen: Seen) -> Drawing | None:
    """Return the table with everybody around it, or None without the room for that."""
    places = _places(seen)
    sizes = _sizes(seen, places)
    if sizes is None:
        return None
    title = apart(seen.title(), (), sizes.width)
    top, bottom = (_row(seen, side, sizes) for side in (places.top, places.bottom))
    return (title, *top, *_middle(seen, places, sizes), *bottom)


def _places(seen: Seen) -> Places:
    count, first = len(seen.seats), seen.look.seat or 0
    around = iter([(first + n) % count for n in range(count)])
    before, left, top, right, after = PLACES[count]
    parts = [[*islice(around, n)] for n in (1 + before, left, top, right, after)]
    return Places([*parts[0][::-1], *parts[4][::-1]], *parts[1:4])


def _sizes(seen: Seen, places: Places) -> Sizes | None:
    """Return the largest sizes for which there is room, or None."""
    look, sides = seen.look, bool(places.left)
    most = max(len(places.top), len(places.bottom), 2 if sides else 1)
    wide = (look.width - FELT - 2) // 2 if sides else WIDE
    seat = min(WIDE, (look.width - most + 1) // most, wide)
    beside = 2 * (seat + 1) if sides else 0
    width = min(look.width, max(most * (seat + 2), beside + LARGE_FELT))
    for rows, board in product((TALL, SMALL), (LARGE_ROWS, 3)):
        high = OTHERS + 2 * (rows + EDGES) + board + 2 + EDGES <= look.height
        fits = board == 3 or width - beside >= LARGE_FELT
        if high and fits and seat >= _least(seen, rows):
            return Sizes(seat, width, rows, board)
    return None


def _least(seen: Seen, rows: int) -> int:
    """Return how wide boxes with so many rows are, so that no number is cut."""
    stacks = width_of([(seen.stack(seat),) for seat in seen.seats])
    bets = width_of([seen.bet(seat) for seat in seen.seats])
    if rows == SMALL:
        return max(NARROW, SIDES + HAND + 1 + stacks, SIDES + 2 + bets)
    return max(ROOMY, SIDES + 2 * CARD + 1 + max(stacks, bets))


def _row(seen: Seen, seats: Sequence[int], sizes: Sizes) -> Drawing:
    """Return the seats at the top or at the bottom, at equal distances."""
    edges = [n * sizes.width // len(seats) for n in range(len(seats) + 1)]
    parts = [
        [centred(row, end - start) for row in _seat(seen, seat, sizes)]
        for seat, (start, end) in zip(seats, pairwise(edges), strict=True)
    ]
    return tuple(sum(row, ()) for row in zip(*parts, strict=True))


def _middle(seen: Seen, places: Places, sizes: Sizes) -> Drawing:
    """Return the board, with a seat at each end of it."""
    beside = len(places.left) + len(places.right)
    width = sizes.width - beside * (sizes.seat + 1)
    large = sizes.board == LARGE_ROWS
    board = large_cards(seen.board) if large else framed_cards(seen.board)
    words = (seen.pot_words(), *board, seen.my_hand())
    felt = box([centred(row, width - SIDES) for row in words], width)
    above = ((),) * ((len(felt) - sizes.rows - EDGES + 1) // 2)
    left, right = (
        [(*above, *_seat(seen, seat, sizes)) for seat in seats]
        for seats in (places.left, places.right)
    )
    return columns([*left, felt, *right])


def _seat(seen: Seen, seat: int, sizes: Sizes) -> Drawing:
    """Return a seat's box: name and marks above, cards and chips, the bet below."""
    tall, inner = sizes.rows == TALL, sizes.seat - SIDES
    moves, marks = seen.to_move(seat), seen.marks(seat)
    style = "to-move" if moves else "frame" if seen.is_in(seat) else "dim"
    mark = (Span(f"{MARK} ", "to-move"),) if moves else ()
    room = inner - 2 - width_of([mark]) - (width_of([marks]) + 2 if marks else 0)
    name = called(seen.look, seat, room, style if style != "frame" else "")
    return box(
        _large(seen, seat, inner) if tall else _small(seen, seat, inner),
        sizes.seat,
        head=(*mark, *name),
        tail=marks,
        foot=_foot(seen, seat, sizes),
        style=style,
    )


def _foot(seen: Seen, seat: int, sizes: Sizes) -> Row:
    """Return the bet, where the box has no row for it, or what hand was shown."""
    bet = seen.bet(seat) if sizes.rows == SMALL else ()
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
