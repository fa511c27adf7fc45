"""Reads several cards named in one move: ``pass qs, kh 2c``, in any order.

A game offers every choice of so many cards, as ``pass 3 17 29`` with the hint
``pass 3 17 29 (2c Kh Qs)``.  People are shown the hand once, and name cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from p2pgame.tabletop.cards import SUITS, rank_of, suit_of

from . import cards, words

_BY_SLOTS = re.compile(r"(\S+)(?: \d+){2,} \((\S+(?: \S+)+)\)(?: (to .*))?")
_BETWEEN = re.compile(r"[\s,;+&/]+")
_NOISE = ("", "of", "the", "my", "and")


class OtherCards(ValueError):
    """Other cards are named than may be chosen; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Pick:
    """The choice of ``count`` cards of ``hand``: the index of each among the hints.

    ``end`` says to whom they go, if a game says that of all ways alike.
    """

    verb: str
    count: int
    hand: tuple[str, ...]
    index: Mapping[frozenset[str], int]
    end: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.count} of {' '.join(self.hand)} {self.end}".rstrip()


def pick_of(hints: Sequence[str]) -> Pick | None:
    """Return the choice that these hints make together, if they are all its ways."""
    found = [
        (n, told) for n, hint in enumerate(hints) if (told := _BY_SLOTS.fullmatch(hint))
    ]
    index = {frozenset(told[2].split()): n for n, told in found}
    hand = sorted({face for faces in index for face in faces}, key=_by_suit)
    counts, verbs = {len(faces) for faces in index}, {told[1] for _, told in found}
    ends = {told[3] or "" for _, told in found}
    if len(verbs) != 1 or len(counts) != 1 or len(ends) != 1:
        return None
    (count,), (verb,), (end,) = counts, verbs, ends
    whole = len(found) == len(index) == comb(len(hand), count) > 1
    return Pick(verb, count, (*hand,), index, end) if whole else None


def shown(hints: Sequence[str]) -> list[str]:
    """Return the hints with all ways of such a choice as one."""
    pick = pick_of(hints)
    if pick is None:
        return [*hints]
    places = {*pick.index.values()}
    first = min(places)
    kept = ((n, str(pick) if n == first else hint) for n, hint in enumerate(hints))
    return [hint for n, hint in kept if n == first or n not in places]


def meant(line: str, hints: Sequence[str]) -> int | None:
    """Return which of the hints ``line`` means, None if it names no cards.

    Raises:
      OtherCards: It names other cards than may be chosen.
    """
    pick = pick_of(hints)
    if pick is None:
        return None
    if line in hints:
        return hints.index(line)
    verb, *words = _BETWEEN.split(line.lower())
    if not verb or not pick.verb.startswith(verb):
        words = [verb, *words]
    named = [*_named([word for word in words if word not in _NOISE])]
    is_about = len(words) < len(_BETWEEN.split(line)) or any(f for _, f in named)
    return pick.index[_chosen(pick, named)] if is_about else None


def _named(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what each card is called, with its face or rank: empty if it is none."""
    rest = [*words]
    while rest:
        for size in (2, 1):
            name = "".join(rest[:size])
            face = cards.face_of(name)
            if face and len(rest) >= size:
                break
        yield " ".join(rest[:size]), face
        del rest[:size]


def _chosen(pick: Pick, named: Sequence[tuple[str, str]]) -> frozenset[str]:
    faces: list[str] = []
    for name, face in named:
        if not face:
            raise OtherCards(words.phrase("no-card", name=name[:20]))
        held = [card for card in pick.hand if face in (card, card[0])]
        if not held:
            raise OtherCards(words.phrase("card-not-in-hand", card=face))
        if len(held) > 1:
            last = words.phrase("moves-or", moves=", ".join(held[:-1]), last=held[-1])
            raise OtherCards(words.phrase("which-one", which=last))
        if held[0] in faces:
            twice = words.phrase("card-twice", card=held[0], count=pick.count)
            raise OtherCards(twice)
        faces += held
    if len(faces) != pick.count:
        example = " ".join((pick.verb, *pick.hand[: pick.count]))
        counts = {"count": pick.count, "named": len(faces)}
        raise OtherCards(words.phrase("cards-count", example=example, **counts))
    return frozenset(faces)


def _by_suit(face: str) -> tuple[int, int]:
    return (SUITS.index(suit_of(face)), rank_of(face))
