"""Lays out a table of blackjack: the dealer's cards in the middle."""

from __future__ import annotations

from p2pgame.engine import NOTHING, Message, plain
from p2pgame.engine.printable import signed
from p2pgame.engine.scene import (
    Between,
    Card,
    Note,
    Scene,
    SeatShown,
    Spread,
    Stack,
)

from .blackjack import Table

#: The most points that are not bust.
_BEST = 21


def scene(state: Table, seat: int | None) -> Scene:
    """Return the table; all see the same."""
    dealer = len(state.scores)
    parts: list[Between] = []
    if state.hands:
        parts.append(_dealer(state, dealer))
    if state.pile:
        parts.append(Stack(NOTHING, len(state.pile), state.pile, aloud=NOTHING))
    rounds = Message.of("blackjack-drawn-rounds", rounds=state.rounds)
    seats = tuple(_seat(state, one, one == seat) for one in range(dealer))
    title, deal = (Note(rounds),), int(any(state.faces))
    return Scene(seats, tuple(parts), title=title, round=True, deal=deal)


def _dealer(state: Table, dealer: int) -> Spread:
    cards, total = _cards(state, dealer), state.totals[dealer]
    open_cards = [card.face for card in cards if card.face]
    label = Message.of("blackjack-drawn-dealer")
    if total:
        label = Message.of("blackjack-drawn-dealer-has", total=_total(total))
    aloud = NOTHING
    if open_cards:
        held, hidden = " ".join(open_cards), len(cards) - len(open_cards)
        id = "blackjack-table-dealer"
        aloud = Message.of(id, cards=held, total=total, hidden=hidden)
    return Spread(label, cards, aloud)


def _cards(state: Table, hand: int) -> tuple[Card, ...]:
    slots = state.hands[hand] if state.hands else ()
    return tuple(Card(slot, state.faces[slot] or None) for slot in slots)


def _total(total: int) -> Message:
    if total > _BEST:
        return Message.of("blackjack-drawn-bust", total=total)
    return plain(str(total))


def _seat(state: Table, seat: int, mine: bool) -> SeatShown:
    cards, score = _cards(state, seat), state.scores[seat]
    told = Message.by("blackjack-table-score", seat, score=score)
    notes = [Note(plain(signed(score)), "mark", told)]
    total = state.totals[seat] if state.hands else 0
    if total:
        held = " ".join(card.face for card in cards if card.face)
        aloud = Message.by("blackjack-table-hand", seat, cards=held, total=total)
        tone = "good" if total == _BEST and mine else "strong"
        if total > _BEST:
            tone = "bad" if mine else "dim"
        notes.insert(0, Note(_total(total), tone, aloud))
    return SeatShown(notes=tuple(notes), hand=cards, out=total > _BEST, told=True)
