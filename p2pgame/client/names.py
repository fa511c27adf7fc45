"""Tells apart people of one name at a table."""

from __future__ import annotations

from collections.abc import Sequence


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
