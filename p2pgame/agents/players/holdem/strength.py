"""This module says how strong every pair of hole cards is on a board.

Strength is the share of other pairs that a pair beats at the end, from 0 to 1.  Before
the last card it is the mean over some ways in which the board may be completed, so
draws have their part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from p2pgame.games.poker.ranking import DECK, added, score_of

from .draws import Draws
from .hole_cards import ADDED, BEFORE_FLOP, BITS, MASKS, PAIRS, mask_of

#: Ways in which the board is completed.
RUNOUTS = 8


def strengths(
    board: Sequence[str], mine: Sequence[str], draws: Draws
) -> Sequence[float]:
    """Return the strength of each pair; 0 for those that share a card with these."""
    if not board:
        return BEFORE_FLOP
    seen = mask_of((*board, *mine))
    sums, counts = [0.0] * len(PAIRS), [0] * len(PAIRS)
    for runout in _runouts(seen, 5 - len(board), draws):
        _add(sums, counts, (*board, *runout), seen | mask_of(runout))
    return [total / (count or 1) for total, count in zip(sums, counts, strict=True)]


def _runouts(seen: int, missing: int, draws: Draws) -> list[list[str]]:
    if not missing:
        return [[]]
    deck = [face for face in DECK if not BITS[face] & seen]
    found = list[list[str]]()
    while len(found) < RUNOUTS:
        # The first card is never drawn twice, which evens chance out.
        faces = [deck.pop(draws.below(len(deck)))]
        if missing > 1:
            faces.append(deck[draws.below(len(deck))])
        found.append(faces)
    return found


def _add(sums: list[float], counts: list[int], board: Sequence[str], seen: int) -> None:
    """Add each pair's strength on a whole board, for those that are possible."""
    possible = [pair for pair, mask in enumerate(MASKS) if not mask & seen]
    base = added(board)
    scores = [score_of(base + ADDED[pair]) for pair in possible]
    below, beaten = 0, dict[int, float]()
    for one, count in sorted(Counter(scores).items()):
        beaten[one] = (below + count / 2) / len(scores)
        below += count
    for pair, one in zip(possible, scores, strict=True):
        sums[pair] += beaten[one]
        counts[pair] += 1
