"""Lists people's names in a sentence, and tells apart those of one name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2pgame.engine import Message, plain
from p2pgame.session.entries.lookalikes import skeleton


def fingerprint(key: str) -> str:
    """Return the beginning of a key in hexadecimal as people compare it: 80 bits."""
    return " ".join(key[at : at + 4] for at in range(0, 20, 4))


def all_of(names: Iterable[str]) -> tuple[Message, ...]:
    """Return names as an argument of a message: each stands apart (``isolated``)."""
    return tuple(map(plain, names))


def distinct(names: Sequence[str]) -> list[str]:
    """Return names of which no two look alike: the second Ben is ``Ben (2)``."""
    told: list[str] = []
    every, taken = set(map(skeleton, names)), set[str]()
    for name in names:
        apart, number = name, 1
        while (look := skeleton(apart)) in taken or (number > 1 and look in every):
            number += 1
            apart = f"{name} ({number})"
        taken.add(look)
        told.append(apart)
    return told
