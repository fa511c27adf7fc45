"""This module names what the fold over a game speaks of: some seats, and a round."""

from __future__ import annotations

from typing import TypeAlias

Seats: TypeAlias = frozenset[int]
#: A turn's id and one of its rounds.
RoundId: TypeAlias = tuple[bytes, int]

NOBODY: Seats = frozenset()
