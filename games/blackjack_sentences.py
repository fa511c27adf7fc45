"""Tells a table of blackjack in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Message

from .blackjack import Table


def in_sentences(state: Table) -> tuple[Message, ...]:
    """Return the hands, the dealer's first, and the scores: all see the same."""
    return tuple(_told(state))


def _told(state: Table) -> Iterator[Message]:
    yield Message.of("blackjack-drawn-rounds", rounds=state.rounds)
    dealer = len(state.scores)
    cards, total = _cards(state, dealer)
    if cards:
        hidden = len(state.hands[dealer]) - len(cards)
        held = " ".join(cards)
        id = "blackjack-table-dealer"
        yield Message.of(id, cards=held, total=total, hidden=hidden)
    for seat, score in enumerate(state.scores):
        cards, total = _cards(state, seat)
        if cards:
            held = " ".join(cards)
            yield Message.by("blackjack-table-hand", seat, cards=held, total=total)
        yield Message.by("blackjack-table-score", seat, score=score)


def _cards(state: Table, hand: int) -> tuple[list[str], int]:
    """Return the cards of a hand that lie open, and what they come to."""
    if not state.hands:
        return [], 0
    slots, total = state.hands[hand], state.totals[hand]
    return [face for slot in slots if (face := state.faces[slot])], total
