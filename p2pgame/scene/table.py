"""Draws a table in rows: what lies in the middle, a row for each seat, the own hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.engine.printable import signed
from p2pgame.engine.scene import Bar, Card, Chips, Scene, SeatShown, Spread, Stack
from p2pgame.tabletop.dealing import Hands
from p2pgame.tabletop.drawn.boards import DOT, outcome
from p2pgame.tabletop.drawn.boxes import apart, centred, columns, inside, joined, page
from p2pgame.tabletop.drawn.cards import (
    BACK,
    LARGE_ROWS,
    card,
    cards,
    framed_cards,
    hand,
    large_cards,
)
from p2pgame.tabletop.drawn.dice import dice_line, framed_dice
from p2pgame.tabletop.drawn.hands import known_hands
from p2pgame.tabletop.drawn.rows import cells, filled, width_of
from p2pgame.tabletop.drawn.seats import seat_rows

from .names import noted, said, styled

#: Cards of others are drawn up to so many, and beyond are a number.
FEW = 7
#: The narrowest and the widest bar.
SHORT, LONG = 10, 40
#: The least width for a bar's row without it: the name, and numbers.
_NAME = 27
_CARD = re.compile(r"(?<![\w?])([2-9TJQKA][cdhs])(?![\w?])")


def drawn_table(scene: Scene, look: Look) -> Drawing | None:
    """Return the table; None: there is no room for all that the rules say of it."""
    return _Table(scene, look).drawn()


@dataclass(frozen=True, slots=True)
class _Table:
    scene: Scene
    look: Look

    @property
    def seats(self) -> int:
        known = len(self.scene.seats)
        # Zones and fields do not name all seats.
        return max(known, len(self.look.names)) if self.scene.lines else known

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat that looks."""
        return () if self.look.seat is None else self.seat(self.look.seat).hand

    def seat(self, seat: int) -> SeatShown:
        seats = self.scene.seats
        return seats[seat] if seat < len(seats) else SeatShown()

    def drawn(self) -> Drawing | None:
        scene, look = self.scene, self.look
        width, height = inside(look)
        lines = [row for one in scene.lines for row in wrapped(said(look, one), width)]
        spare = height - self.seats - len(lines)
        if lines and spare < 0:
            return None
        middle = self.middle(width, spare)
        values = self.values(width)
        seats = seat_rows(look, values, scene.moving, width)
        own = self.own(width, spare - len(middle))
        across = max(map(width_of, (middle, seats, own)))
        rows = [centred(row, across) for row in middle]
        rows += seats
        room = height - len(rows) - len(own) - len(lines)
        rows += [()] * (bool(own or lines) and room > 0)
        rows += [centred(row, across) for row in own]
        rows += [()] * (bool(own and lines) and room > 1)
        rows += known_hands(*self.long(), look, width)
        rows += [_in_cards(line) for line in lines]
        foot = noted(look, scene.notes, DOT)
        if own and len(rows) > height:
            foot = joined([_line(self.hand), foot], "  ")
        head, tail = scene.title[:1], scene.title[1:]
        return page(
            look,
            rows,
            head=noted(look, head, DOT),
            tail=noted(look, tail, DOT),
            foot=foot,
        )

    def middle(self, width: int, height: int) -> Drawing:
        """Return what lies between the seats, as large as there is room for it."""
        parts = self.scene.parts
        shown = [one for one in parts if isinstance(one, Spread | Stack | Chips)]
        lie = any(not isinstance(one, Chips) for one in shown)
        for rows in (LARGE_ROWS, 3) if lie else ():
            drawing = columns([self.part(one, rows) for one in shown], gap=3)
            if len(drawing) <= height - self.most() and width_of(drawing) <= width:
                return drawing
        flat = [self.flat(one) for one in shown]
        row = joined(flat, "   ")
        return (row,) if width_of([row]) <= width and row else tuple(flat)

    def most(self) -> int:
        """Return the rows that the own hand takes."""
        return 4 if self.own(200, 4) else 0

    def part(self, part: Spread | Stack | Chips, rows: int) -> Drawing:
        label = (Span(said(self.look, part.label), "dim"),)
        if isinstance(part, Chips):
            return (*((),) * (rows // 2), (Span(label[0].text, "strong"),))
        drawing: Drawing
        if isinstance(part, Stack):
            drawing = _framed([None if part.count else ""], rows)
            told = (Span(f"{said(self.look, part.label)} {part.count}", "dim"),)
            label = told if cells(told[0].text) > 1 else label
        elif any(card.die for card in part.cards):
            # One's own are the larger ones.
            large = rows > 3 and not self.hand
            dice = framed_dice(_pips(part.cards), large=large)
            beside = (*((),) * (len(dice) // 2), label)
            return columns([beside, dice], gap=1) if label[0].text else dice
        else:
            drawing = _framed([card.face for card in part.cards], rows)
        if not label[0].text:
            return drawing
        wide = max(width_of(drawing), width_of([label]))
        return (*(centred(row, wide) for row in drawing), centred(label, wide))

    def flat(self, part: Spread | Stack | Chips) -> Row:
        label = (Span(said(self.look, part.label), "dim"),)
        if isinstance(part, Chips):
            return (Span(label[0].text, "strong"),)
        if isinstance(part, Stack):
            value: Row = (Span(f"{BACK} {part.count}", "hidden"),)
        else:
            value = _line(part.cards)
        return joined([label if label[0].text else (), value], " ")

    def values(self, width: int) -> list[Row]:
        """Return what stands behind each name, in columns."""
        rows = [self.value(seat, width) for seat in range(self.seats)]
        shown = [[*one] for one in zip(*rows, strict=True) if width_of(one)]
        for column in shown[:-1]:
            wide = width_of(column)
            to_right = all(map(_is_number, column))
            for n, one in enumerate(column):
                column[n] = apart((), one, wide) if to_right else filled(one, wide)
        return [_joined([one[seat] for one in shown]) for seat in range(self.seats)]

    def value(self, seat: int, width: int) -> list[Row]:
        look, shown = self.look, self.seat(seat)
        held, laid = self.held(seat, shown), _line(shown.laid)
        bar = _bar(shown.bar, min(max(width - _NAME, SHORT), LONG)) if shown.bar else ()
        told = Message.of("scene-chips", chips=shown.chips)
        chips: Row = (Span(look.say(told)),) if shown.chips else ()
        payoffs = self.scene.payoffs
        end: Row = ()
        if payoffs is not None and seat < len(payoffs) > 1:
            won = payoffs[seat]
            end = outcome(look, seat, payoffs)
            if won:
                end += (Span(f" {signed(won)}", end[-1].style),)
        notes = [styled(look, one) for one in shown.notes]
        most = max((len(one.notes) for one in self.scene.seats), default=0)
        found = [bar, *notes, *[()] * (most - len(notes)), held, laid, chips]
        if shown.out:
            found = [tuple(Span(s.text, "dim") for s in row) for row in found]
        return [*found, end]

    def held(self, seat: int, shown: SeatShown) -> Row:
        """Return a hand in a row: its cards if they are few and known, or a number."""
        if not shown.hand or (seat == self.look.seat and not shown.hand[0].die):
            return ()
        known = any(card.face for card in shown.hand)
        if len(shown.hand) <= FEW and (
            known or shown.hand[0].die or len(shown.hand) < 3
        ):
            return _line(shown.hand)
        return (Span(f"{BACK} {len(shown.hand):<2}", "hidden"),)

    def long(self) -> tuple[Hands, dict[int, str]]:
        """Return the hands that find no room behind a name, and their known faces."""
        hands = [shown.hand for shown in self.scene.seats]
        long = [hand if len(hand) > FEW else () for hand in hands]
        faces = {card.slot: card.face for hand in long for card in hand if card.face}
        return tuple(tuple(card.slot for card in hand) for hand in long), faces

    def own(self, width: int, height: int) -> Drawing:
        held = self.hand
        if not held:
            return ()
        if held[0].die:
            return (
                framed_dice(_pips(held), large=height >= LARGE_ROWS + 1)
                if height > 3
                else ()
            )
        known = [card.face for card in held if card.face]
        if not all(_has_suit(face) for face in known):
            return (
                framed_cards([card.face for card in held])
                if height >= 3
                else (_line(held),)
            )
        return hand(known, len(held) - len(known), width, height)


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in rows of at most so many cells, broken between words."""
    if "\n" in text:
        return text.split("\n")
    rows = [""]
    for word in text.split(" "):
        longer = f"{rows[-1]} {word}" if rows[-1] else word
        if cells(longer) > width and rows[-1]:
            rows.append(f"  {word}")
        else:
            rows[-1] = longer
    return rows


def _joined(row: Sequence[Row]) -> Row:
    """Return columns in one row without the blanks behind the last one."""
    while row and not "".join(span.text for span in row[-1]).strip():
        row = row[:-1]
    return joined(row, "  ")


def _in_cards(text: str) -> Row:
    """Return a line in which cards have the signs of their suits."""
    parts = _CARD.split(text)
    return tuple(
        card(one) if n % 2 else Span(one) for n, one in enumerate(parts) if one
    )


def _has_suit(face: str) -> bool:
    return len(face) == 2 and face[1] in "cdhs"


def _framed(faces: Sequence[str | None], rows: int) -> Drawing:
    return large_cards(faces) if rows == LARGE_ROWS else framed_cards(faces, gap=1)


def _pips(dice: Sequence[Card]) -> list[int | None]:
    return [int(one.face) if one.face else None for one in dice]


def _line(shown: Sequence[Card]) -> Row:
    if shown and shown[0].die:
        return dice_line(_pips(shown), [one.tone for one in shown])
    return cards(card.face for card in shown)


def _is_number(row: Row) -> bool:
    return all(span.text.strip(" +-−0123456789") == "" for span in row)


def _bar(bar: Bar, wide: int) -> Row:
    held = min(bar.points * wide // bar.goal, wide)
    more = min((bar.points + bar.more) * wide // bar.goal, wide) - held
    rest = wide - held - more
    return (Span("█" * held), Span("▓" * more, "to-move"), Span("░" * rest, "dim"))
