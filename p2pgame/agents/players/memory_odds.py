"""This module says when a second unknown card at memory tells the others too much.

A card that finds no twin may still be the twin of one that was shown before: then the
next player takes the pair.  To open a known card as the second one tells nothing.  The
better of the two follows, among two players who forget nothing, from the number of
pairs left and of the cards that are known.

Source: Zwick and Paterson, "The Memory Game" (1993), without the move that opens two
known cards, by which a game might never end.
"""

from __future__ import annotations

from functools import cache


@cache
def lead(pairs: int, known: int) -> float:
    """Return the pairs by which the player to move will lead those still to be won.

    ``known`` cards of different pairs have been shown; all others are unknown.
    """
    if not pairs:
        return 0.0
    unknown = 2 * pairs - known
    twin = known / unknown
    won = twin * (1 + lead(pairs - 1, known - 1)) if known else 0.0
    if twin == 1:
        return won
    ways = [dares(pairs, known)] + [holds(pairs, known)] * (known > 0)
    return won + (1 - twin) * max(ways)


def holds(pairs: int, known: int) -> float:
    """Return the lead after a first card without a known twin and then a known card.

    ``known`` leaves the first card out.
    """
    return -lead(pairs, known + 1)


def dares(pairs: int, known: int) -> float:
    """Return the lead after a first card without a known twin, if the second is new."""
    unknown = 2 * pairs - known - 1
    both, told = 1 / unknown, known / unknown
    after = lead(pairs - 1, known)
    neither = 1 - both - told
    value = both * (1 + after) - told * (1 + after)
    return value - neither * lead(pairs, known + 2) if neither > 1e-9 else value
