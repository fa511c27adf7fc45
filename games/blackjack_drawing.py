"""This module draws a table of blackjack."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import apart, clipped, fitted, inside, page
from p2pgame.tabletop.drawn.cards import FACE, cards, fanned
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import LEAST, movers, name_width, named

from .blackjack import Table

#: The most points that are not bust.
BEST = 21


def drawn(state: Table, turn: Turn, look: Look) -> Drawing:
    """Return the table, the dealer first."""
    width, height = inside(look)
    count, moving = len(state.scores), movers(turn)
    dealer: Row = (Span(f"  {look.say(Message.of('blackjack-drawn-dealer'))}"),)
    hands = [_faces(state, hand) for hand in range(count + 1)]
    widest = max(map(len, hands)) * (FACE + 1) + 1
    tall = 3 * (count + 1) <= height and widest + LEAST + 20 <= width
    held = [fanned(hand) if tall and hand else (cards(hand),) for hand in hands]
    room = max(width_of(rows) for rows in held)
    names = max(width_of([dealer]), name_width(look, count, width - room - 20))
    totals = [_total(state, look, hand) for hand in range(count + 1)]
    told = width_of(totals)
    rows: list[Row] = []
    for hand in (count, *range(count)):
        mine = hand == count
        name = fitted(dealer, names) if mine else named(look, hand, names, moving)
        score = () if mine else _score(state, look, hand)
        result = (*fitted(totals[hand], told), Span("  "), *apart((), score, 4))
        rows += _row(name, held[hand], room, result, names)
    left = Message.of("blackjack-drawn-rounds", rounds=state.rounds)
    return page(look, rows, head=(Span(look.say(left)),))


def _row(name: Row, held: Drawing, room: int, result: Row, names: int) -> Drawing:
    """Return a player's rows: name and result beside the middle of the cards."""
    middle = len(held) // 2
    return tuple(
        (
            *(name if n == middle else fitted((), names)),
            Span("  "),
            *fitted(row, room),
            Span("  "),
            *(result if n == middle else ()),
        )
        for n, row in enumerate(held)
    )


def _faces(state: Table, hand: int) -> list[str | None]:
    slots = state.hands[hand] if state.hands else ()
    return [state.faces[slot] or None for slot in slots]


def _total(state: Table, look: Look, hand: int) -> Row:
    total = state.totals[hand] if state.hands else 0
    if not total:
        return ()
    if total > BEST:
        bust = look.say(Message.of("blackjack-drawn-bust", total=total))
        return (Span(bust, "bad" if hand == look.seat else "dim"),)
    good = "good" if total == BEST and hand == look.seat else "strong"
    return clipped((Span(f"= {total}", good),), 12)


def _score(state: Table, look: Look, seat: int) -> Row:
    score = state.scores[seat]
    style = "good" if score > 0 else "bad" if score < 0 else "dim"
    return (Span(f"{score:+}", style if seat == look.seat else ""),)
