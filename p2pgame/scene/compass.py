"""Draws a table of four as a compass; the seat that looks is at the bottom.

In the middle lie the cards of the trick, or dimmed those of the trick before, each
in front of its player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.engine.scene import Note, Scene
from p2pgame.tabletop.dealing import Hands
from p2pgame.tabletop.drawn.boards import DOT
from p2pgame.tabletop.drawn.boxes import (
    centred,
    clipped,
    fitted,
    inside,
    joined,
    page,
    restyled,
)
from p2pgame.tabletop.drawn.cards import (
    BACK,
    CARD,
    LARGE,
    LARGE_ROWS,
    cards,
    framed_cards,
    large_cards,
)
from p2pgame.tabletop.drawn.hands import known_hands, own_hand
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import MARK, called, named
from p2pgame.tabletop.trick_game import SEATS

from .names import said

#: How wide cards are by their rows.
WIDTHS = {1: 3, 3: CARD, LARGE_ROWS: LARGE}
#: The most cells for what stands beside the table, and for the whole compass.
SIDE, WIDEST = 24, 76
#: The styles of what a seat has done of what it said.
_TONES = {"made": "strong", "missed": "dim"}


@dataclass(frozen=True, slots=True)
class Compass:
    """A table of four as one seat sees it."""

    scene: Scene
    look: Look

    @property
    def bottom(self) -> int:
        return 0 if self.look.seat is None else self.look.seat

    @property
    def hands(self) -> Hands:
        hands = (shown.hand for shown in self.scene.seats)
        return tuple(tuple(card.slot for card in hand) for hand in hands)

    @property
    def faces(self) -> dict[int, str]:
        """The faces that are known of the cards in hands."""
        held = (card for shown in self.scene.seats for card in shown.hand)
        return {card.slot: card.face for card in held if card.face}

    def row(self, notes: Iterable[Note], gap: str) -> Row:
        spans = (
            (Span(said(self.look, note.text), _TONES.get(note.tone, note.tone)),)
            for note in notes
        )
        return joined([*spans], gap, "dim")


def drawn_compass(scene: Scene, look: Look) -> Drawing:
    """Return the table in a page: the compass, what is said, and the hand below."""
    around = Compass(scene, look)
    title = [note for note in scene.title if not note.seats]
    above = [_scored(around, note) for note in scene.title if note.seats]
    notes = around.row(scene.notes, DOT)
    return page(
        look,
        _inside(around, notes, above),
        head=around.row(title[:2], DOT),
        tail=around.row(title[2:], DOT),
    )


def _scored(around: Compass, note: Note) -> Row:
    """Return a note with the names of those whose it is, for which there is room."""
    score, count = around.row([note], ""), len(note.seats)
    room = (inside(around.look)[0] - width_of([score]) - 5) // count
    names = [called(around.look, seat, room) for seat in note.seats]
    return joined([joined(names, " + ", "dim"), score], "  ")


def _inside(around: Compass, notes: Row, above: Sequence[Row]) -> Drawing:
    look, hands, faces = around.look, around.hands, around.faces
    width, height = inside(look)
    below = known_hands(hands, faces, look, width)
    mine = 0 if look.seat is None else 3
    spare = height - len(above) - len(below) - 2
    rows = next(
        (n for n in (LARGE_ROWS, 3) if 3 * n + 2 + mine <= spare and _fits(n, width)), 1
    )
    table = _table(around, rows, min(width, WIDEST))
    spare -= len(table) - 1
    held = own_hand(hands, faces, look, width, spare)
    across = max(map(width_of, ([*table], [*held], [*above], [notes])))
    return (
        *above,
        *table,
        *((centred(notes, across),) if notes or held else ()),
        *(centred(row, across) for row in held),
        *below,
    )


def _fits(rows: int, width: int) -> bool:
    return _middle_width(rows) + 2 * 12 <= width


def _middle_width(rows: int) -> int:
    return 3 * WIDTHS[rows] + (8 if rows == 1 else 4)


def _table(around: Compass, rows: int, width: int) -> Drawing:
    left, top, right = ((around.bottom + n) % len(SEATS) for n in (1, 2, 3))
    middle = _middle_width(rows)
    side = min((width - middle) // 2 - 1, SIDE)
    width, gap = middle + 2 * side + 2, Span(" " * (middle - 2 * WIDTHS[rows]))
    pair = zip(_card(around, left, rows), _card(around, right, rows), strict=True)
    lying: Drawing = tuple((*a, gap, *b) for a, b in pair)
    west, east = _beside(around, left, side), _beside(around, right, side)
    tall = max(rows, len(west))
    lines = zip(*(_amid(part, tall) for part in (west, lying, east)), strict=True)
    return (
        centred(_across(around, top, width), width),
        *(centred(row, width) for row in _card(around, top, rows)),
        *(
            (*fitted(a, side + 1), *fitted(cards, middle + 1), *clipped(b, side))
            for a, cards, b in lines
        ),
        *(centred(row, width) for row in _card(around, around.bottom, rows)),
        centred(_across(around, around.bottom, width), width),
    )


def _card(around: Compass, seat: int, rows: int) -> Drawing:
    laid = around.scene.seats[seat].laid
    face = laid[0].face if laid else ""
    if rows == 1:
        drawn: Drawing = (fitted(cards([face]), WIDTHS[1]),)
    elif rows == LARGE_ROWS:
        empty = ((Span(" " * LARGE),),) * LARGE_ROWS
        drawn = large_cards([face]) if face != "" else empty
    else:
        drawn = framed_cards([face])
    return restyled(drawn, "dim") if around.scene.old else drawn


def _beside(around: Compass, seat: int, width: int) -> Drawing:
    """Return the name of a seat on one side, and below it what is noted of it."""
    held = _held(around, seat)
    room = width - width_of([held]) - 4
    wide = width_of([called(around.look, seat, room)])
    name = named(around.look, seat, wide + 2, around.scene.moving)
    return (joined([name, held], "  "), (Span("  "), *_noted(around, seat)))


def _across(around: Compass, seat: int, width: int) -> Row:
    """Return the name of the seat at the top or the bottom, and what is noted of it."""
    behind = joined([_noted(around, seat), _held(around, seat)], "  ")
    room, to_move = width - width_of([behind]) - 4, seat in around.scene.moving
    name = called(around.look, seat, room, "to-move" if to_move else "")
    mark = (Span(f"{MARK} ", "to-move"),) if to_move else ()
    return joined([(*mark, *name), behind], "  ")


def _noted(around: Compass, seat: int) -> Row:
    return around.row(around.scene.seats[seat].notes, " ")


def _held(around: Compass, seat: int) -> Row:
    """Return how many cards another player holds."""
    held = len(around.scene.seats[seat].hand)
    return (
        (Span(f"{BACK} {held}", "hidden"),) if held and seat != around.look.seat else ()
    )


def _amid(rows: Drawing, tall: int) -> Drawing:
    """Return the rows with as many empty ones above as below."""
    above = (tall - len(rows)) // 2
    return (*((),) * above, *rows, *((),) * (tall - len(rows) - above))
