"""This module ranks poker hands: the best five of five to seven cards, as a number.

Each card is one integer with three fields: a counter of its rank, a counter
of its suit, and its rank's bit in its suit's mask.  The sum of the cards counts
everything at once.  Suit counters start at three, so five cards set the top bit, which
points to the mask of a flush.  Otherwise the rank counters alone decide; each of their
49,205 patterns is computed once.

With a flush among seven cards, four of a kind or a full house is impossible, so the
two cases need not be compared.

Source: the additive keys are those of Steve Brecher's and Kenneth Shackleton's
seven-card evaluators; the order of hands is that of every poker rule book.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from p2pgame.engine import Message

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = range(5)
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(5, 9)

_SUIT_COUNTS = 3 * len(RANKS)
_SUIT_MASKS = _SUIT_COUNTS + 4 * len(SUITS)
_RANK_FIELD = (1 << _SUIT_COUNTS) - 1
_MASK = (1 << len(RANKS)) - 1

_CARDS = {
    rank + suit: (
        (1 << 3 * r)
        + (1 << _SUIT_COUNTS + 4 * s)
        + (1 << _SUIT_MASKS + len(RANKS) * s + r)
    )
    for r, rank in enumerate(RANKS)
    for s, suit in enumerate(SUITS)
}
_EMPTY = sum(3 << _SUIT_COUNTS + 4 * s for s in range(len(SUITS)))
_FIVE_SUITED = sum(8 << _SUIT_COUNTS + 4 * s for s in range(len(SUITS)))


def score(faces: Iterable[str]) -> int:
    """Return a number that is higher for a better hand and equal for a tie.

    ``faces`` are five to seven different cards, like ``"As"`` or ``"Td"``.
    Cost: about a microsecond.

    Example:
      >>> score(["As", "Ks", "Qs", "Js", "Ts"]) > score(["Ad", "Ac", "Ah", "As", "Ks"])
      True
    """
    return score_of(added(faces))


def added(faces: Iterable[str]) -> int:
    """Return the cards as one number; the numbers of different cards add up."""
    return sum(map(_CARDS.__getitem__, faces))


def score_of(total: int) -> int:
    """Return the score of five to seven cards that were :func:`added`."""
    total += _EMPTY
    suited = total & _FIVE_SUITED
    if suited:
        suit = (suited.bit_length() - _SUIT_COUNTS) // 4 - 1
        return _flush(total >> _SUIT_MASKS + len(RANKS) * suit & _MASK)
    return _unsuited(total & _RANK_FIELD)


def category(score: int) -> int:
    """Return the kind of hand, from ``HIGH_CARD`` to ``STRAIGHT_FLUSH``."""
    return score >> 20


def describe(score: int) -> Message:
    """Return the name of the hand as a message, such as two pair with their ranks."""
    first, second = (score >> 16 & 15) + 2, (score >> 12 & 15) + 2
    kind, many = category(score), Message.of("holdem-many", rank=first)
    if kind == STRAIGHT_FLUSH and first == ACE:
        return Message.of("holdem-royal-flush")
    if kind in (FULL_HOUSE, TWO_PAIR):
        others = Message.of("holdem-many", rank=second)
        return Message.of(_CALLED[kind], first=many, second=others)
    if kind in (PAIR, TRIPS, QUADS):
        return Message.of(_CALLED[kind], ranks=many)
    return Message.of(_CALLED[kind], rank=Message.of("holdem-one", rank=first))


#: The highest rank, as messages number them: 2 to 10, jack, queen, king, ace.
ACE = 14


#: The message ids of the kinds of hands, from high card to straight flush.
_CALLED = (
    *("holdem-high-card", "holdem-pair", "holdem-two-pair", "holdem-trips"),
    *("holdem-straight", "holdem-flush", "holdem-full-house", "holdem-quads"),
    "holdem-straight-flush",
)


def _number(category: int, *ranks: int) -> int:
    """Pack a category and up to five deciding ranks, the weightiest first."""
    number = category
    for place in range(5):
        number = number << 4 | (ranks[place] if place < len(ranks) else 0)
    return number


@cache
def _flush(mask: int) -> int:
    top = _straight(mask)
    if top is not None:
        return _number(STRAIGHT_FLUSH, top)
    return _number(FLUSH, *_descending(mask)[:5])


@cache
def _unsuited(counts: int) -> int:
    """Rank a hand without a flush by its thirteen three-bit rank counters."""
    by_count: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    held = 0
    for rank in reversed(range(len(RANKS))):
        count = counts >> 3 * rank & 7
        if count:
            held |= 1 << rank
            by_count[count].append(rank)
    quads, trips, pairs = by_count[4], by_count[3], by_count[2]
    ranks = _descending(held)
    if quads:
        return _number(QUADS, quads[0], *_without(ranks, quads)[:1])
    if trips and (pairs or len(trips) > 1):
        return _number(FULL_HOUSE, trips[0], max(trips[1:] + pairs))
    top = _straight(held)
    if top is not None:
        return _number(STRAIGHT, top)
    if trips:
        return _number(TRIPS, trips[0], *_without(ranks, trips)[:2])
    if len(pairs) > 1:
        return _number(TWO_PAIR, *pairs[:2], *_without(ranks, pairs[:2])[:1])
    if pairs:
        return _number(PAIR, pairs[0], *_without(ranks, pairs)[:3])
    return _number(HIGH_CARD, *ranks[:5])


def _straight(mask: int) -> int | None:
    """Return the top rank of the best straight in a rank mask; an ace is also low."""
    low_ace = mask << 1 | mask >> len(RANKS) - 1
    for top in reversed(range(3, len(RANKS))):
        if low_ace >> top - 3 & 31 == 31:
            return top
    return None


def _descending(mask: int) -> list[int]:
    return [rank for rank in reversed(range(len(RANKS))) if mask >> rank & 1]


def _without(ranks: list[int], gone: list[int]) -> list[int]:
    return [rank for rank in ranks if rank not in gone]
