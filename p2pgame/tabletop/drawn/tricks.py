"""Draws a trick game for four as a compass, whoever looks at the bottom.

In the middle lie the cards of the trick, or dimmed those of the trick before, each
in front of its player.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from p2pgame.engine import EMPTY, Drawing, Look, Message, Row, Span

from ..trick_game import SEATS, TrickState
from ..tricks import Tricks, winner
from .boxes import centred, clipped, fitted, inside, joined, restyled
from .cards import BACK, CARD, LARGE, LARGE_ROWS, cards, framed_cards, large_cards
from .hands import known_hands, own_hand
from .rows import cut, width_of
from .seats import MARK, called, name_of, named

#: How wide cards are by their rows.
WIDTHS = {1: 3, 3: CARD, LARGE_ROWS: LARGE}
#: The most cells for what stands beside the table, and for the whole compass.
SIDE, WIDEST = 24, 76


@dataclass(frozen=True, slots=True)
class Compass:
    """A hand of tricks as one seat sees it; ``notes`` stand beside the names."""

    play: Tricks
    faces: Mapping[int, str]
    look: Look
    moving: Collection[int]
    notes: Sequence[Row]
    trump: str = ""

    @property
    def bottom(self) -> int:
        return 0 if self.look.seat is None else self.look.seat

    @property
    def lying(self) -> tuple[dict[int, str | None], bool]:
        """The cards that lie on the table by seat, and whether they are old ones."""
        play, count = self.play, len(SEATS)
        trick, leader = play.trick, play.leader
        old = not trick and play.chosen == EMPTY and len(play.faces) >= count
        if old:
            trick = play.faces[-count:]
            leader -= winner(trick, self.trump)
        lying: dict[int, str | None] = {
            (leader + n) % count: face for n, face in enumerate(trick)
        }
        if play.chosen != EMPTY:
            lying[play.player] = None
        return lying, old


def hand_shown(state: TrickState) -> int:
    """Return the number of the hand that lies on the table, from 1.

    A hand that has ended lies there until the next one is dealt.
    """
    return max(1, state.number + (state.phase != "shuffle"))


def drawn_compass(around: Compass, said: Row, above: Sequence[Row] = ()) -> Drawing:
    """Return what is in a page: the compass, what is ``said``, and the hand below.

    Where nothing is said, the compass says whose trick it shows, if it is an old one.
    """
    said = said or _taken(around)
    width, height = inside(around.look)
    play, faces, look = around.play, around.faces, around.look
    below = known_hands(play.hands, faces, look, width)
    mine = 0 if look.seat is None else 3
    spare = height - len(above) - len(below) - 2
    rows = next(
        (n for n in (LARGE_ROWS, 3) if 3 * n + 2 + mine <= spare and _fits(n, width)), 1
    )
    table = _table(around, rows, min(width, WIDEST))
    spare -= len(table) - 1
    held = own_hand(play.hands, faces, look, width, spare)
    across = max(map(width_of, ([*table], [*held], [*above], [said])))
    return (
        *above,
        *table,
        *((centred(said, across),) if said or held else ()),
        *(centred(row, across) for row in held),
        *below,
    )


def _taken(around: Compass) -> Row:
    if not around.lying[1]:
        return ()
    name = cut(name_of(around.look, around.play.leader), SIDE)
    return (Span(around.look.say(Message.of("trick-taken", player=name)), "dim"),)


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
    lying, old = around.lying
    face = lying.get(seat, "")
    if rows == 1:
        drawn: Drawing = (fitted(cards([face]), WIDTHS[1]),)
    elif rows == LARGE_ROWS:
        empty = ((Span(" " * LARGE),),) * LARGE_ROWS
        drawn = large_cards([face]) if face != "" else empty
    else:
        drawn = framed_cards([face])
    return restyled(drawn, "dim") if old else drawn


def _beside(around: Compass, seat: int, width: int) -> Drawing:
    """Return the name of a seat on one side, and below it what is noted of it."""
    held = _held(around, seat)
    room = width - width_of([held]) - 4
    wide = width_of([called(around.look, seat, room)])
    name = named(around.look, seat, wide + 2, around.moving)
    return (joined([name, held], "  "), (Span("  "), *around.notes[seat]))


def _across(around: Compass, seat: int, width: int) -> Row:
    """Return the name of the seat at the top or the bottom, and what is noted of it."""
    behind = joined([around.notes[seat], _held(around, seat)], "  ")
    room, to_move = width - width_of([behind]) - 4, seat in around.moving
    name = called(around.look, seat, room, "to-move" if to_move else "")
    mark = (Span(f"{MARK} ", "to-move"),) if to_move else ()
    return joined([(*mark, *name), behind], "  ")


def _held(around: Compass, seat: int) -> Row:
    """Return how many cards another player holds."""
    held = len(around.play.hands[seat])
    return (
        (Span(f"{BACK} {held}", "hidden"),) if held and seat != around.look.seat else ()
    )


def _amid(rows: Drawing, tall: int) -> Drawing:
    """Return the rows with as many empty ones above as below."""
    above = (tall - len(rows)) // 2
    return (*((),) * above, *rows, *((),) * (tall - len(rows) - above))
