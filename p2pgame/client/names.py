"""Tells apart people of one name at a table."""

from __future__ import annotations

from collections.abc import Sequence


def fingerprint(key: str) -> str:
    """Return the beginning of a key in hexadecimal as people compare it: 80 bits."""
    return " ".join(key[at : at + 4] for at in range(0, 20, 4))


def distinct(names: Sequence[str]) -> list[str]:
    """Return names of which no two are alike: the second Ben is ``Ben (2)``."""
    told: list[str] = []
    for name in names:
        apart, number = name, 1
        while apart in told or (number > 1 and apart in names):
            number += 1
            apart = f"{name} ({number})"
        told.append(apart)
    return told
