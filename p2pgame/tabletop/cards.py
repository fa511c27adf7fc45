"""This module has playing cards: packs of 52, optionally several, with jokers.

A face is a rank and a suit, ``As`` or ``Td``; the jokers are ``*r`` (red) and ``*b``
(black).  A game that only compares cards uses :func:`rank_of` and :func:`suit_of`
on faces; other games use the deck.
"""

from __future__ import annotations

from p2pgame.engine import State

from .components import Deck, deck_of

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "*"

_RANK_WORDS = {
    **{str(number): str(number) for number in range(2, 10)},
    **{"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
}
_SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_JOKERS = {"*r": "red joker", "*b": "black joker"}


class Card(State, frozen=True):
    """A playing card: one letter of ``RANKS``, and one of ``SUITS``.

    A joker has the rank ``*`` and a colour, r or b, for a suit.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


#: The values of an unknown card.
UNKNOWN = Card("?", "?")
PACK = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
JOKERS = tuple(Card(*face) for face in _JOKERS)


def playing_cards(*, packs: int = 1, jokers: int = 0) -> Deck[Card]:
    """Return the deck ``cards`` of ``packs`` packs, with ``jokers`` in each.

    Each pack is ordered by rank, then by suit; its jokers come last, red first.

    Raises:
      ValueError: ``packs`` is below 1, or ``jokers`` below 0.
    """
    if packs < 1 or jokers < 0:
        raise ValueError(f"no deck has {packs} packs with {jokers} jokers")
    extra = (JOKERS[n % len(JOKERS)] for n in range(jokers))
    return deck_of("cards", (*PACK, *extra), shadow=UNKNOWN, copies=packs)


def rank_of(face: str) -> int:
    """Return 2 to 10, then 11 for a jack to 14 for an ace; 0 for a joker.

    Raises:
      ValueError: It is no playing card.
    """
    _check(face)
    return RANKS.find(face[0]) + 2 if face not in _JOKERS else 0


def suit_of(face: str) -> str:
    """Return the letter of the suit, or an empty text for a joker.

    Raises:
      ValueError: It is no playing card.
    """
    _check(face)
    return face[1] if face not in _JOKERS else ""


def is_red(face: str) -> bool:
    """Whether a card is a heart, a diamond or the red joker.

    Raises:
      ValueError: It is no playing card.
    """
    _check(face)
    return face[1] in "dhr"


def card_words(face: str) -> str:
    """Return a card's name: ``ace of spades``, ``10 of diamonds``, ``red joker``.

    Raises:
      ValueError: It is no playing card.
    """
    _check(face)
    if face in _JOKERS:
        return _JOKERS[face]
    return f"{_RANK_WORDS[face[0]]} of {_SUIT_WORDS[face[1]]}"


def _check(face: str) -> None:
    if face not in _FACES:
        raise ValueError(f"{face!r} is no playing card")


_FACES = frozenset(map(str, (*PACK, *JOKERS)))
