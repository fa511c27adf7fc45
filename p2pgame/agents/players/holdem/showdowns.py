"""This module plays a hand out many times, with hole cards drawn from ranges.

Each showdown is the scores of all players.  What a bet wins follows from these, so one
set of showdowns serves all the bets that are thought about.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from p2pgame.games.poker.ranking import DECK, added, score_of

from .draws import Draws
from .hole_cards import ADDED, CARDS, MASKS, mask_of
from .ranges import Top

#: Draws of a pair that shares no card with others, before a showdown is given up.
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Showdown:
    """The scores of all hands, by seat, and how strong each other's is in its range."""

    scores: Mapping[int, int]
    places: Mapping[int, Top]


@dataclass(frozen=True, slots=True)
class Held:
    """A range to draw from; ``places`` are its tops."""

    weights: Sequence[float]
    places: Sequence[Top]


def showdowns(
    me: int,
    cards: tuple[Sequence[str], Sequence[str]],
    held: Mapping[int, Held],
    draws: Draws,
    is_enough: Callable[[int], bool],
) -> list[Showdown]:
    """Return showdowns until there are enough; ``cards`` are this seat's and the board.

    Hands that share cards are drawn again one by one, so with many players they are
    not exactly as likely as in a real deal.
    """
    mine, board = cards
    seen = mask_of((*mine, *board))
    ranges = [
        (seat, [*accumulate(one.weights)], one.places) for seat, one in held.items()
    ]
    found = list[Showdown]()
    known, own, tries = added(board), added(mine), 0
    while not is_enough(tries):
        tries += 1
        pairs = _hands(ranges, seen, draws)
        if not pairs:
            continue
        used = seen
        for _, pair, _ in pairs:
            used |= MASKS[pair]
        whole = known + _runout(5 - len(board), used, draws)
        scores = {seat: score_of(whole + ADDED[pair]) for seat, pair, _ in pairs}
        scores[me] = score_of(whole + own)
        found.append(Showdown(scores, {seat: place for seat, _, place in pairs}))
    return found


def _hands(
    ranges: Sequence[tuple[int, list[float], Sequence[Top]]], seen: int, draws: Draws
) -> list[tuple[int, int, Top]]:
    """Return each seat, its pair and the pair's place; none if it did not work."""
    found = []
    for seat, sums, places in ranges:
        for _ in range(_TRIES):
            pair = bisect(sums, draws.share() * sums[-1])
            if pair < len(MASKS) and not MASKS[pair] & seen:
                break
        else:
            return []
        seen |= MASKS[pair]
        found.append((seat, pair, places[pair]))
    return found


def _runout(missing: int, used: int, draws: Draws) -> int:
    """Return the cards that complete the board, as the game's ranking adds them."""
    total = 0
    while missing:
        card = draws.below(len(DECK))
        if not 1 << card & used:
            used |= 1 << card
            total += CARDS[card]
            missing -= 1
    return total


def equity(found: Sequence[Showdown], me: int) -> float:
    """Return the share of one pot, for which all are in, that a seat wins."""
    return sum(
        (one.scores[me] == top) / list(one.scores.values()).count(top)
        for one in found
        for top in (max(one.scores.values()),)
    ) / max(1, len(found))
