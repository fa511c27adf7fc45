"""This module numbers the 1326 pairs of hole cards, and ranks them before the flop.

A pair is an index into :data:`PAIRS`; a set of cards is a mask with a bit for each
card, so two pairs share a card if their masks do.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from p2pgame.games.poker.ranking import DECK, RANKS, added

#: The bit of each card.
BITS = {face: 1 << place for place, face in enumerate(DECK)}
PAIRS = tuple(combinations(DECK, 2))
#: The cards of the deck, and the pairs, as numbers that the game's ranking adds up.
CARDS = tuple(added((face,)) for face in DECK)
ADDED = tuple(added(pair) for pair in PAIRS)
MASKS = tuple(BITS[one] | BITS[other] for one, other in PAIRS)
_NUMBERS = {frozenset(pair): number for number, pair in enumerate(PAIRS)}

#: How often a hand wins against two random cards, in thousandths; ties count half.
#: Suited hands are above the diagonal, and each rank from the ace down has a row.
#: 150,000 random boards each, by the game's own ranking (standard error 1.3).
_TABLE = """
852 670 662 656 646 628 619 610 597 598 591 579 573
651 824 635 625 620 600 583 574 567 559 548 540 531
646 613 798 603 595 578 560 544 537 526 520 512 503
634 605 582 775 574 556 541 522 507 503 490 484 476
628 598 573 552 750 540 524 506 491 473 464 457 448
609 577 555 534 515 721 509 491 475 458 436 433 426
599 560 535 515 498 480 691 478 459 445 429 409 402
588 552 518 498 479 462 449 662 451 436 418 400 383
577 540 510 478 461 445 432 425 633 433 416 397 377
578 535 502 471 442 426 414 405 400 604 415 396 378
566 524 492 459 437 404 393 384 378 383 570 387 369
559 514 480 455 425 399 373 364 360 363 352 538 361
550 505 476 444 414 393 370 346 340 346 331 322 503
"""


def number_of(one: str, other: str) -> int:
    """Return the number of a pair of cards, in either order."""
    return _NUMBERS[frozenset((one, other))]


def mask_of(faces: Iterable[str]) -> int:
    """Return the mask of these cards."""
    return sum(BITS[face] for face in faces)


def _before_flop() -> tuple[float, ...]:
    """Return each pair's equity against two random cards."""
    rows = [[int(n) / 1000 for n in row.split()] for row in _TABLE.split("\n") if row]
    found = []
    for one, other in PAIRS:  # DECK is in the order of ranks, the lowest first
        low, high = (12 - RANKS.index(face[0]) for face in (one, other))
        suited = one[1] == other[1]
        found.append(rows[high][low] if suited else rows[low][high])
    return tuple(found)


BEFORE_FLOP = _before_flop()
