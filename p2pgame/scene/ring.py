"""Draws a table as people sit at it, a box for each seat around the middle.

The seat that looks is at the bottom; the others follow clockwise: the next seat is at
one's left hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.engine.scene import Chips, Scene, SeatShown, Spread, Stack
from p2pgame.tabletop.drawn.boards import DOT
from p2pgame.tabletop.drawn.boxes import (
    EDGES,
    SIDES,
    apart,
    box,
    centred,
    columns,
    fitted,
    joined,
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

from .names import noted, said

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
#: The most cards of a seat, the cells that they take in a line, and the board's cards.
HELD, HAND, BOARD = 2, 7, 5
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


@dataclass(frozen=True, slots=True)
class Around:
    """A table as one seat sees it."""

    scene: Scene
    look: Look

    @property
    def board(self) -> list[str | None]:
        spreads = (part for part in self.scene.parts if isinstance(part, Spread))
        return [card.face for part in spreads for card in part.cards]

    def words(self, seat: int) -> list[Row]:
        """Return what is noted of a seat, its chips behind it first."""
        notes = self.scene.seats[seat].notes
        rows = (noted(self.look, [one], "") for one in notes if one.tone != "mark")
        return [row for row in rows if row[0].text]

    def marks(self, seat: int) -> Row:
        notes = self.scene.seats[seat].notes
        return noted(self.look, [one for one in notes if one.tone == "mark"], " ")

    def chips(self, shown: SeatShown) -> Row:
        told = Message.of("scene-bet", chips=shown.chips)
        return (Span(self.look.say(told), "strong"),) if shown.chips else ()


def drawn_ring(scene: Scene, look: Look) -> Drawing | None:
    """Return the table with everybody around it, or None without the room for that."""
    seen = Around(scene, look)
    held = max(len(shown.hand) for shown in scene.seats)
    others = scene.lines or any(isinstance(part, Stack) for part in scene.parts)
    if others or len(scene.seats) not in PLACES or held > HELD or not seen.board:
        return None
    places = _places(seen)
    sizes = _sizes(seen, places)
    if sizes is None:
        return None
    title = noted(look, scene.title, DOT)
    head = (apart(title, (), sizes.width),) if title else ()
    top, bottom = (_row(seen, side, sizes) for side in (places.top, places.bottom))
    return (*head, *top, *_middle(seen, places, sizes), *bottom)


def _places(seen: Around) -> Places:
    count, first = len(seen.scene.seats), seen.look.seat or 0
    around = iter([(first + n) % count for n in range(count)])
    before, left, top, right, after = PLACES[count]
    parts = [[*islice(around, n)] for n in (1 + before, left, top, right, after)]
    return Places([*parts[0][::-1], *parts[4][::-1]], *parts[1:4])


def _sizes(seen: Around, places: Places) -> Sizes | None:
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


def _least(seen: Around, rows: int) -> int:
    """Return how wide boxes with so many rows are, so that no number is cut."""
    words = [seen.words(seat) for seat in range(len(seen.scene.seats))]
    first = width_of(row for one in words for row in one[:1])
    bets = width_of(seen.chips(shown) for shown in seen.scene.seats)
    if rows == SMALL:
        return max(NARROW, SIDES + HAND + 1 + first, SIDES + 2 + bets)
    return max(ROOMY, SIDES + 2 * CARD + 1 + max(first, bets))


def _row(seen: Around, seats: Sequence[int], sizes: Sizes) -> Drawing:
    """Return the seats at the top or at the bottom, at equal distances."""
    edges = [n * sizes.width // len(seats) for n in range(len(seats) + 1)]
    parts = [
        [centred(row, end - start) for row in _seat(seen, seat, sizes)]
        for seat, (start, end) in zip(seats, pairwise(edges), strict=True)
    ]
    return tuple(sum(row, ()) for row in zip(*parts, strict=True))


def _middle(seen: Around, places: Places, sizes: Sizes) -> Drawing:
    """Return the board, with a seat at each end of it."""
    beside = len(places.left) + len(places.right)
    width = sizes.width - beside * (sizes.seat + 1)
    large = sizes.board == LARGE_ROWS
    board = large_cards(seen.board) if large else framed_cards(seen.board)
    pots = [part.label for part in seen.scene.parts if isinstance(part, Chips)]
    told = [(Span(said(seen.look, one), "strong"),) for one in pots]
    notes = noted(seen.look, seen.scene.notes, DOT)
    words = (joined(told, DOT, "dim"), *board, notes)
    felt = box([centred(row, width - SIDES) for row in words], width)
    above = ((),) * ((len(felt) - sizes.rows - EDGES + 1) // 2)
    left, right = (
        [(*above, *_seat(seen, seat, sizes)) for seat in seats]
        for seats in (places.left, places.right)
    )
    return columns([*left, felt, *right])


def _seat(seen: Around, seat: int, sizes: Sizes) -> Drawing:
    """Return a seat's box: name and marks above, cards and words, the bet below."""
    tall, inner = sizes.rows == TALL, sizes.seat - SIDES
    moves, marks = seat in seen.scene.moving, seen.marks(seat)
    style = "dim" if seen.scene.seats[seat].out else "frame"
    style = "to-move" if moves else style
    mark = (Span(f"{MARK} ", "to-move"),) if moves else ()
    room = inner - 2 - width_of([mark]) - (width_of([marks]) + 2 if marks else 0)
    name = called(seen.look, seat, room, style if style != "frame" else "")
    rows, foot = _inside(seen, seat, inner, tall=tall)
    return box(
        rows, sizes.seat, head=(*mark, *name), tail=marks, foot=foot, style=style
    )


def _inside(seen: Around, seat: int, inner: int, *, tall: bool) -> tuple[Drawing, Row]:
    """Return what is in a seat's box, and what stands in its lower edge."""
    shown = seen.scene.seats[seat]
    held = [card.face for card in shown.hand]
    first, *more = seen.words(seat) or [()]
    chips = seen.chips(shown)
    beside = () if held or not more else more.pop(0)
    if not tall:
        row = apart(cards(held) if held else beside, first, inner)
        return (row,), chips or (more[-1] if more else ())
    left = framed_cards(held) if held else ((), beside, ())
    right = (first, chips or (more.pop(0) if more else ()), ())
    rows = (
        apart(fitted(a, 2 * CARD), b, inner) for a, b in zip(left, right, strict=True)
    )
    return tuple(rows), more[-1] if more else ()
